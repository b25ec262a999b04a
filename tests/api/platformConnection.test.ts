import { once } from "node:events";
import { connect } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { suiteApi } from "../support/api.ts";
import { usualEngine } from "../support/database.ts";

/** The level of pino's info. */
const INFO = 30;
const logLine = z.object({ level: z.int(), msg: z.string(), err: z.unknown().optional() });

const api = suiteApi(usualEngine);
let port: number;

beforeAll(async () => {
  port = Number(new URL(await api.app.listen({ host: "127.0.0.1", port: 0 })).port);
});

/** Sends bytes unchanged; returns all that the server sends until it closes the connection. */
function exchange(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    let answer = "";
    socket.setEncoding("utf8");
    socket.on("data", (part: string) => {
      answer += part;
    });
    socket.on("end", () => resolve(answer));
    socket.on("error", reject);
  });
}

/** Sends bytes and resets the connection, before the server reads them. */
async function sendAndReset(bytes: string): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.write(bytes);
  socket.resetAndDestroy();
}

const bodyOf = (answer: string): unknown =>
  JSON.parse(answer.slice(answer.indexOf("\r\n\r\n") + 4));

it("answers 431 with the spec's sentence to headers that are too long", async () => {
  const answer = await exchange(
    `GET / HTTP/1.1\r\nHost: localhost\r\nCookie: ${"x".repeat(20_000)}\r\n\r\n`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/);
  expect(answer).toContain("Content-Type: application/problem+json; charset=utf-8\r\n");
  expect(bodyOf(answer)).toMatchObject({
    status: 431,
    message: "入力内容が超過している可能性があります。",
  });
});

it("answers 400 to what is not HTTP", async () => {
  const answer = await exchange("hello\r\n\r\n");
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(bodyOf(answer)).toMatchObject({ code: "BAD_REQUEST" });
});

it("answers 413 to a long body without a length", async () => {
  const chunk = `${(65_536).toString(16)}\r\n${"x".repeat(65_536)}\r\n`;
  const answer = await exchange(
    `POST /api/v1/users HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
      `Authorization: Bearer ${await api.idToken(await organizationAdmin())}\r\n` +
      `Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(17)}`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
});

it("speaks to a connection that stays open, and names each request again", async () => {
  const answer = await exchange(
    "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
  );
  const ids = [...answer.matchAll(/^x-request-id: (.+)\r$/gim)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(2);
});

describe("a client that resets its connection right after the head", () => {
  const bodyOf = (mediaType: string) => ["Content-Length: 99", `Content-Type: ${mediaType}`];
  it.each([
    ["GET /api/v1/users/me", []],
    ["GET /api/v1/events", []],
    ["GET /config.json", []],
    ["POST /admin/api/v1/session", ["Sec-Fetch-Site: same-origin", ...bodyOf("application/json")]],
    ["POST /api/v1/dictionaries", bodyOf("application/json")],
    ["POST /api/v1/dictionaries/1/imports", bodyOf("multipart/form-data; boundary=x")],
  ])("leaves no error in the log: %s", async (line, headers) => {
    const admin = await organizationAdmin();
    const bearer = `Authorization: Bearer ${await api.idToken(admin)}`;
    const before = api.log.length;
    const arrived = once(api.app.server, "request");
    const head = [`${line} HTTP/1.1`, "Host: localhost", bearer, ...headers, "", ""];
    await sendAndReset(head.join("\r\n"));
    await arrived;
    // Waits for the same database, so it is answered after the one before.
    expect((await api.as(admin).get("/api/v1/users/me")).status).toBe(200);
    const logged = api.log.slice(before).map((text) => logLine.parse(JSON.parse(text)));
    expect(logged.filter(({ level, err }) => level > INFO || err !== undefined)).toEqual([]);
  });
});

async function organizationAdmin() {
  const organizationId = await api.anOrganization();
  return api.aUser({ organizationId, isOrganizationAdmin: true });
}
