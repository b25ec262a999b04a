import { once } from "node:events";
import { rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { hasProxies } from "../../scripts/findProxies.ts";
import { idTokenOf } from "../process/adminClient.ts";
import { startServer } from "../process/runningServer.ts";
import { aStartedDirectory } from "../process/startedDirectory.ts";
import { formRequest } from "../support/formRequest.ts";
import { freePort } from "../support/freePort.ts";
import { ownCsv, uploadOf } from "../support/importRequests.ts";
import type { Running } from "../support/running.ts";
import { Http2Client } from "./http2Client.ts";
import { CONSOLE_NAME, type OwnProxy, proxyBefore } from "./ownProxy.ts";

const CLIENT = "127.0.0.7";
const MB = 1_024 * 1_024;

const logLine = z.object({ path: z.string(), address: z.string() });
const dictionaries = z.object({ content: z.array(z.looseObject({ dictionaryId: z.int() })) });

let directory: string;
let server: Running;
let port: number;

beforeAll(async () => {
  directory = await aStartedDirectory();
  server = startServer({
    DATA_DIR: directory,
    TRUST_PROXY: "loopback",
    PUBLIC_URL: `https://${CONSOLE_NAME}`,
    LOG_LEVEL: "info",
  });
  port = Number(new URL(await server.address()).port);
});
afterAll(async () => {
  await server.remove();
  rmSync(directory, { recursive: true });
});

/** Says where a request has arrived. */
async function namedCopy(name: string) {
  const copy = createServer((_request, response) => response.end(name));
  copy.listen(0, "127.0.0.1");
  await once(copy, "listening");
  const address = copy.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { copy, port: address.port };
}

describe.skipIf(!hasProxies).each(["nginx", "caddy"] as const)("%s before two copies", (kind) => {
  let copies: readonly [Server, Server];
  let proxy: OwnProxy;

  beforeAll(async () => {
    const [one, two] = [await namedCopy("one"), await namedCopy("two")];
    copies = [one.copy, two.copy];
    proxy = await proxyBefore(kind, [one.port, two.port]);
  });
  afterAll(async () => {
    await proxy.stop();
    for (const copy of copies) copy.close();
  });

  /** The copies that 20 requests of an address reach. */
  async function reached(address: string, headers: Record<string, string> = {}) {
    const client = await Http2Client.open(CONSOLE_NAME, proxy.port, address);
    const paths = Array.from({ length: 20 }, (_, n) => `/assets/part-${n}.js`);
    const answers = await Promise.all(paths.map((path) => client.send("GET", path, { headers })));
    client.close();
    return [...new Set(answers.map(({ body }) => body))].sort();
  }

  it("gets a page and all its files from one copy, which may be of another release", async () => {
    const addresses = Array.from({ length: 16 }, (_, n) => `127.0.1.${n + 1}`);
    const each = await Promise.all(addresses.map((address) => reached(address)));
    expect(each.map(({ length }) => length)).toEqual(addresses.map(() => 1));
    expect([...new Set(each.flat())].sort()).toEqual(["one", "two"]);
  });

  it.runIf(kind === "nginx")("spreads the requests of a service key over the copies", async () => {
    expect(await reached(CLIENT, { authorization: "Bearer kis_1" })).toEqual(["one", "two"]);
  });
});

describe.skipIf(!hasProxies).each(["nginx", "caddy"] as const)(
  "%s before a copy and one that is away",
  (kind) => {
    let proxy: OwnProxy;
    let client: Http2Client;

    beforeAll(async () => {
      proxy = await proxyBefore(kind, [port, await freePort()]);
    });
    afterAll(() => proxy.stop());
    beforeEach(async () => {
      client = await Http2Client.open(CONSOLE_NAME, proxy.port, CLIENT);
    });
    afterEach(() => client.close());

    const bearer = async (email: string) => ({
      authorization: `Bearer ${await idTokenOf(`http://127.0.0.1:${port}`, email)}`,
    });
    const read = async (path: string, headers: Record<string, string>) => {
      const { headers: answered, body } = await client.send("GET", path, { headers });
      expect(answered[":status"]).toBe(200);
      return JSON.parse(body);
    };

    it("answers every request, although one of the two copies is away", async () => {
      const statuses = await Promise.all(
        Array.from(
          { length: 20 },
          async () => (await client.send("GET", "/healthz")).headers[":status"],
        ),
      );
      expect(new Set(statuses)).toEqual(new Set([200]));
    });

    it("passes an event at once", async () => {
      const headers = await bearer("orgadmin@example.com");
      let heard = "";
      const stream = client.send("GET", "/api/v1/events", {
        headers,
        onText: (text) => {
          heard = text;
        },
      });
      stream.catch(() => {});
      await vi.waitUntil(() => heard.includes("event: "), { timeout: 20_000 });
      const made = await client.send("POST", "/api/v1/workspaces", {
        headers: { ...headers, "content-type": "application/json" },
        body: Buffer.from(JSON.stringify({ workspaceName: `${kind}経由` })),
      });
      expect(made.headers[":status"]).toBe(201);
      // One that is buffered comes with the next heartbeats, or never.
      await vi.waitUntil(() => heard.includes("data: {"), { timeout: 10_000 });
    });

    it("passes an upload of 5 MB, and lets the server answer a larger one", async () => {
      const headers = await bearer("dictadmin@example.com");
      const { content } = dictionaries.parse(await read("/api/v1/dictionaries?size=1", headers));
      const path = `/api/v1/dictionaries/${content[0]?.dictionaryId}/imports`;
      const send = async (bytes: number) => {
        const rows = ownCsv(Array.from({ length: 4_000 }, (_, n) => `単語${n},たんご,,,備考,有効`));
        const padded = Buffer.from(
          rows.padEnd(rows.length + bytes - Buffer.byteLength(rows), "\n"),
        );
        const { payload, headers: form } = await formRequest(uploadOf(padded));
        return client.send("POST", path, { headers: { ...headers, ...form }, body: payload });
      };
      expect((await send(5 * MB)).headers[":status"]).toBe(201);
      const refused = await send(5 * MB + 1);
      expect(refused.headers[":status"]).toBe(431);
      expect(JSON.parse(refused.body)).toMatchObject({ code: "LIMIT_EXCEEDED" });
    });

    it("tells the server who asks and that it is HTTPS, whatever the client claims", async () => {
      const claimed = {
        "x-forwarded-for": "203.0.113.9",
        "x-forwarded-proto": "http",
        "x-forwarded-host": "evil.example.com",
      };
      const path = `/api/v1/none-${kind}`;
      await client.send("GET", path, { headers: claimed });
      const line = await vi.waitUntil(() =>
        server.stdout
          .split("\n")
          .filter((text) => text.includes(path))
          .map((text) => logLine.parse(JSON.parse(text)))
          .at(0),
      );
      expect(line.address).toBe(CLIENT);
      const idToken = await idTokenOf(`http://127.0.0.1:${port}`, "sysadmin@example.com");
      const session = await client.send("POST", "/admin/api/v1/session", {
        headers: {
          ...claimed,
          "content-type": "application/json",
          origin: `https://${CONSOLE_NAME}`,
        },
        body: Buffer.from(JSON.stringify({ idToken })),
      });
      expect(session.headers[":status"]).toBe(204);
      expect(String(session.headers["set-cookie"])).toContain("Secure");
    });
  },
);
