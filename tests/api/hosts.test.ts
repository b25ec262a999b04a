import type { AddressInfo } from "node:net";
import { networkInterfaces } from "node:os";
import { afterAll, describe, expect, it } from "vitest";
import { readConfig } from "../../server/config.ts";
import { startWarnings } from "../../server/start/startMessages.ts";
import { type TestApi, testApi } from "../support/api.ts";
import { usualEngine } from "../support/database.ts";
import { type RawAnswer, sendRaw } from "../support/rawRequest.ts";

const REAL_PROJECT = { FIREBASE_PROJECT_ID: "a-real-project", FIREBASE_API_KEY: "k" };

const servers = new Map<string, Promise<TestApi>>();
afterAll(async () => {
  for (const api of servers.values()) await (await api).close();
});

async function listening(env: Record<string, string>): Promise<TestApi> {
  const api = await testApi(usualEngine, { env });
  await api.app.listen({ port: 0, host: "127.0.0.1" });
  return api;
}

/** Starts a server with these variables; requests a path with these headers, in order. */
async function server(env: Record<string, string> = {}) {
  const key = JSON.stringify(env);
  const known = servers.get(key) ?? listening(env);
  servers.set(key, known);
  const { port } = (await known).app.server.address() as AddressInfo;
  return (target: string, ...headers: [string, string][]): Promise<RawAnswer> =>
    sendRaw(port, { method: "GET", target, headers });
}

const ME = "/api/v1/users/me";

describe("with the embedded identity service", () => {
  it("answers to its own names, on any port", async () => {
    const get = await server();
    for (const host of ["localhost", "LOCALHOST:1", "127.0.0.1:3000", "[::1]:80", "[::1]"]) {
      expect((await get(ME, ["Host", host])).status, host).toBe(401);
    }
  });

  it.each(["evil.example", "localhost.evil.example", "127.0.0.2", "10.0.0.1", "[::2]", "", "a b"])(
    "answers nobody who asks for %j",
    async (host) => {
      const get = await server({ TRUST_PROXY: "true" });
      for (const path of [ME, "/", "/config.json", "/readyz", "/app/login"]) {
        const { status, headers, text } = await get(
          path,
          ["Host", host],
          ["Accept", "text/html"],
          ["X-Forwarded-Host", "localhost"],
        );
        expect([status, headers.get("cache-control")], path).toEqual([421, "no-store"]);
        expect(JSON.parse(text)).toMatchObject({ code: "MISDIRECTED_REQUEST" });
      }
    },
  );

  it("answers /healthz to any name", async () => {
    const get = await server();
    expect((await get("/healthz", ["Host", "evil.example"])).status).toBe(200);
    expect((await get("/healthz/", ["Host", "evil.example"])).status).toBe(421);
  });

  it("answers to HOST and to the name of PUBLIC_URL", async () => {
    const get = await server({ HOST: "192.0.2.7", PUBLIC_URL: "https://Console.example:8443" });
    expect((await get(ME, ["Host", "192.0.2.7:3000"])).status).toBe(401);
    expect((await get(ME, ["Host", "console.example"])).status).toBe(401);
    expect((await get(ME, ["Host", "www.console.example"])).status).toBe(421);
  });

  it.each(["0.0.0.0", "::"])("answers by each address of the machine on %s", async (HOST) => {
    const get = await server({ HOST });
    const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
    expect(addresses).not.toEqual([]);
    for (const { address, family } of addresses) {
      const host = family === "IPv6" ? `[${address}]` : address;
      expect((await get(ME, ["Host", `${host}:3000`])).status, host).toBe(401);
    }
    expect((await get(ME, ["Host", "192.0.2.7"])).status).toBe(421);
    expect((await get(ME, ["Host", "evil.example"])).status).toBe(421);
  });
});

describe("with a real project", () => {
  it("answers to any name, since the proxy chooses it", async () => {
    const get = await server(REAL_PROJECT);
    expect((await get(ME, ["Host", "console.example"])).status).toBe(401);
  });
});

describe("a request with two Host headers", () => {
  it.each([
    ["localhost", "localhost"],
    ["localhost", "evil.example"],
    ["evil.example", "localhost"],
  ])("is refused, %s and %s", async (...names) => {
    const hosts = names.map((name, index): [string, string] => [index ? "host" : "Host", name]);
    for (const env of [{}, REAL_PROJECT]) {
      const get = await server(env);
      for (const path of [ME, "/healthz", "/"]) {
        const { status, text } = await get(path, ...hosts);
        expect([status, JSON.parse(text)]).toMatchObject([400, { code: "BAD_REQUEST" }]);
      }
    }
  });
});

describe("the warnings at start", () => {
  it("recommend hops or addresses instead of TRUST_PROXY=true", () => {
    const [warning = ""] = startWarnings(readConfig({ TRUST_PROXY: "true" }));
    expect(warning).toMatch(/^TRUST_PROXY=true: any client can claim any address\..*TRUST_PROXY=1/);
    for (const TRUST_PROXY of ["false", "1", "10.0.0.0/8", ""]) {
      expect(startWarnings(readConfig({ TRUST_PROXY }))).toEqual([]);
    }
  });

  it("say that a proxy, which HTTPS needs, is not trusted", () => {
    const PUBLIC_URL = "https://console.example.com";
    const [warning = ""] = startWarnings(readConfig({ PUBLIC_URL }));
    expect(warning).toMatch(/^TRUST_PROXY is not set, but PUBLIC_URL is https/);
    expect(startWarnings(readConfig({ PUBLIC_URL, TRUST_PROXY: "loopback" }))).toEqual([]);
    expect(startWarnings(readConfig({ PUBLIC_URL: "http://console.example.com" }))).toEqual([]);
  });

  it("warn that anyone who reaches the embedded parts can be anyone", () => {
    const [warning = ""] = startWarnings(readConfig({ HOST: "0.0.0.0" }));
    expect(warning).toContain("anyone who reaches this address can sign in as any user");
    expect(startWarnings(readConfig({ HOST: "0.0.0.0", ...REAL_PROJECT }))).toEqual([]);
  });
});
