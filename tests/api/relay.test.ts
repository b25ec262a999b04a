import { createServer, type IncomingMessage, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import fc from "fast-check";
import fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AnswerBrowser, IdentityService } from "../../server/identity/identity.ts";
import { emulatorCalls } from "../../server/identity/openIdentity.ts";
import { identityRelay } from "../../server/identity/relay.ts";
import { type IdentityStore, identityStores } from "../support/identityStores.ts";

const toolkit = "/identitytoolkit.googleapis.com";

async function listening(
  answerBrowser: AnswerBrowser,
): Promise<{ app: FastifyInstance; url: string }> {
  const app = fastify({ routerOptions: { ignoreDuplicateSlashes: true, caseSensitive: false } });
  await app.register(identityRelay, {
    answerBrowser,
    reserveMail: async () => async () => {},
  });
  return { app, url: await app.listen({ port: 0, host: "127.0.0.1" }) };
}

/** Sends a request line and headers unchanged; fetch would normalise them. */
function send(url: string, head: string[], body = ""): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    let answer = "";
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on("data", (data) => {
      answer += data.toString("latin1");
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
    const length = body ? [`Content-Length: ${Buffer.byteLength(body)}`] : [];
    socket.end(
      [...head, "Host: console.example", "Connection: close", ...length, "", body].join("\r\n"),
    );
  });
}

const statusOf = (answer: string) => Number(answer.split(" ")[1]);

describe("what reaches the emulator", () => {
  let upstream: Server;
  let app: FastifyInstance;
  let url: string;
  const received: IncomingMessage[] = [];

  beforeAll(async () => {
    upstream = createServer((request, response) => {
      received.push(request);
      response.setHeader("access-control-allow-origin", "*");
      response.setHeader("set-cookie", "a=b");
      response.setHeader("content-type", "application/json");
      request.resume().on("end", () => response.end("{}"));
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => upstream.once("listening", resolve));
    const { port } = upstream.address() as AddressInfo;
    ({ app, url } = await listening(emulatorCalls(`http://127.0.0.1:${port}`)));
  });
  beforeEach(() => {
    received.length = 0;
  });
  afterAll(async () => {
    await app.close();
    upstream.close();
    upstream.closeAllConnections();
  });

  it("is the path, the API key and three headers, nothing that could be a credential", async () => {
    const response = await fetch(
      `${url}${toolkit}/v1/accounts:lookup?key=k%26y&access_token=owner&oauth_token=owner&alt=media&callback=x`,
      {
        method: "POST",
        headers: {
          authorization: "Bearer abc",
          cookie: "session=1",
          "content-type": "application/json",
          "x-client-version": "Chrome/JsCore/12",
          "x-firebase-locale": "ja",
          "x-goog-api-key": "k",
          "x-goog-iam-authorization-token": "owner",
          "x-http-method-override": "DELETE",
          "x-forwarded-for": "10.0.0.1",
          origin: url,
        },
        body: "{}",
      },
    );
    expect(response.status).toBe(200);
    expect([...response.headers.keys()].sort()).toEqual([
      "cache-control",
      "connection",
      "content-length",
      "content-type",
      "date",
      "keep-alive",
    ]);
    const [request] = received;
    expect(request?.url).toBe(`${toolkit}/v1/accounts:lookup?key=k%26y`);
    expect(request?.method).toBe("POST");
    // The fetch of this process adds these itself.
    const ours = ["content-type", "x-client-version", "x-firebase-locale"];
    const own = ["host", "connection", "accept", "accept-language", "sec-fetch-mode", "user-agent"];
    expect(Object.keys(request?.headers ?? {}).sort()).toEqual(
      [...ours, ...own, "accept-encoding", "content-length"].sort(),
    );
  });

  it.each([
    "Authorization: Bearer owner",
    "authorization: bearer owner",
    "AUTHORIZATION:Bearer   OWNER  ",
    "Authorization: Bearer\towner",
    "Authorization: Basic eDp5, Bearer owner",
    "Authorization: Bearer ya29.token",
    "Authorization: Bearer abc\r\nAuthorization: Bearer owner",
    "Authorization: Bearer owner\r\nAuthorization: Bearer abc",
  ])("is nothing of a request that carries %j", async (header) => {
    const answer = await send(
      url,
      [
        `POST ${toolkit}/v1/accounts:lookup?key=k HTTP/1.1`,
        header,
        "Content-Type: application/json",
      ],
      "{}",
    );
    expect(statusOf(answer)).toBe(403);
    expect(received).toEqual([]);
  });

  it.each([
    ["POST", `${toolkit}/v1/projects/demo-x/accounts`],
    ["POST", `${toolkit}/v1/projects/demo-x/accounts:batchCreate`],
    ["GET", `${toolkit}/v1/projects/demo-x/accounts:batchGet`],
    ["POST", `${toolkit}/v1/projects/demo-x/accounts:batchDelete`],
    ["POST", `${toolkit}/v1/projects/demo-x:createSessionCookie`],
    ["PATCH", `${toolkit}/v2/projects/demo-x/config`],
    ["POST", `${toolkit}/v1/accounts:signInWithCustomToken`],
    ["POST", `${toolkit}/v1/accounts:signInWithIdp`],
    ["GET", `${toolkit}/v1/projects/`],
    ["GET", `${toolkit}/v1/projects/../projects`],
    ["GET", `${toolkit}/v1/projects/..;/projects`],
    ["GET", `${toolkit}/v1//projects`],
    ["GET", `/${toolkit}/v1/projects`],
    ["GET", `${toolkit}/v1/%70rojects`],
    ["GET", `${toolkit}/v1/projects%2fdemo-x%2faccounts:batchGet`],
    ["GET", `${toolkit}/v1/projects%3f`],
    ["GET", `${toolkit}/v1/projects#/v1/projects/demo-x`],
    ["POST", `${toolkit}/v1/accounts%3Alookup`],
    ["POST", `${toolkit}/v1/accounts:lookup/../projects/demo-x/accounts`],
    ["POST", `${toolkit}/v1/accounts:lookup%00`],
    ["POST", `${toolkit}\\v1\\accounts:lookup`],
    ["POST", `${toolkit.toUpperCase()}/v1/accounts:lookup`],
    ["POST", `http://127.0.0.1${toolkit}/v1/accounts:lookup`],
    ["GET", `${toolkit}/v1/accounts:lookup`],
    ["PUT", `${toolkit}/v1/accounts:lookup`],
    ["DELETE", `${toolkit}/v1/accounts:delete`],
    ["OPTIONS", `${toolkit}/v1/accounts:lookup`],
    ["HEAD", `${toolkit}/v1/projects`],
    ["POST", "/securetoken.googleapis.com/v1/token/../x"],
    ["GET", "/emulator/auth/../v1/projects/demo-x/oobCodes"],
    ["GET", "/emulator/auth/%2e%2e/v1/projects/demo-x/oobCodes"],
    ["GET", "/emulator/auth/handler/../../v1/projects/demo-x/oobCodes"],
    ["GET", "/emulator/v1/projects/demo-x/oobCodes"],
    ["DELETE", "/emulator/v1/projects/demo-x/accounts"],
    ["GET", "/emulator/action?mode=resetPassword"],
    ["GET", "/emulator/openapi.json"],
    ["POST", "/www.googleapis.com/identitytoolkit/v3/relyingparty/downloadAccount"],
  ])("is nothing of %s %s", async (method, path) => {
    const answer = await send(url, [`${method} ${path} HTTP/1.1`], method === "GET" ? "" : "{}");
    expect([400, 403, 404, 415]).toContain(statusOf(answer));
    expect(received).toEqual([]);
  });

  it("is only ever a path of the list, whatever is asked for", async () => {
    const piece = fc.constantFrom(
      "/v1/projects",
      "/",
      "//",
      "..",
      "%2e",
      "%2F",
      ":",
      "accounts",
      "lookup",
      "projects",
      "demo-x",
      "v1",
      "v2",
      ":batchGet",
      "?",
      "#",
      ";",
      "emulator",
      "auth",
      "handler",
      "token",
      "config",
      "\\",
      "owner",
    );
    const start = fc.constantFrom(
      toolkit,
      "/securetoken.googleapis.com",
      "/emulator/auth",
      // Paths close to an allowed one.
      `${toolkit}/v1/projects`,
      "/emulator/auth/handler",
    );
    await fc.assert(
      fc.asyncProperty(start, fc.array(piece, { maxLength: 8 }), async (prefix, pieces) => {
        await send(url, [`GET ${prefix}${pieces.join("")} HTTP/1.1`]);
      }),
      { numRuns: 300 },
    );
    const allowed = [`${toolkit}/v1/projects`, "/emulator/auth/handler", "/emulator/auth/iframe"];
    expect(received).not.toEqual([]);
    for (const { url: seen = "" } of received) expect(allowed).toContain(seen.split("?", 1)[0]);
  });

  it("is no body over 1 MB, and up to it every byte", async () => {
    const post = (size: number) =>
      fetch(`${url}${toolkit}/v1/accounts:lookup?key=k`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: "x".repeat(size),
      });
    expect((await post(1024 * 1024 + 1)).status).toBe(413);
    expect(received).toEqual([]);
    expect((await post(1024 * 1024)).status).toBe(200);
    expect(received[0]?.headers["content-length"]).toBe(String(1024 * 1024));
  });

  it.each(["cross-site", "same-site", "none"])(
    "is no change asked for by a page elsewhere (%s)",
    async (site) => {
      const answer = await send(
        url,
        [
          `POST ${toolkit}/v1/accounts:signUp?key=k HTTP/1.1`,
          `Sec-Fetch-Site: ${site}`,
          "Content-Type: text/plain",
        ],
        "{}",
      );
      expect(statusOf(answer)).toBe(403);
      expect(received).toEqual([]);
    },
  );

  it("is the whole query of a pop-up's page", async () => {
    await fetch(`${url}/emulator/auth/handler?apiKey=k&providerId=google.com`);
    expect(received[0]?.url).toBe("/emulator/auth/handler?apiKey=k&providerId=google.com");
  });
});

describe("where the emulator does not answer", () => {
  const signIn = (url: string) =>
    fetch(`${url}${toolkit}/v1/accounts:signInWithPassword?key=k`, { method: "POST" });

  /** firebase/auth turns this into a network error with our sentence as its text. */
  async function isUnavailable(answer: Response) {
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    const { error } = await answer.json();
    expect(error.message).toMatch(
      /^NETWORK_REQUEST_FAILED : 現在サービスに接続できません。.*お試しください。$/u,
    );
  }

  it("says so at once where nobody listens", async () => {
    // Nothing listens on port 1.
    const { app, url } = await listening(emulatorCalls("http://127.0.0.1:1"));
    await isUnavailable(await signIn(url));
    await app.close();
  });

  it("says so where it takes calls and never answers", async () => {
    const hanging = createServer(() => {}).listen(0, "127.0.0.1");
    await new Promise((resolve) => hanging.once("listening", resolve));
    const { port } = hanging.address() as AddressInfo;
    const { app, url } = await listening(emulatorCalls(`http://127.0.0.1:${port}`, 100));
    await isUnavailable(await signIn(url));
    await app.close();
    hanging.close();
    hanging.closeAllConnections();
  });
});

describe.each(identityStores)("through the relay, the identity service $name", ({ open }) => {
  let store: IdentityStore;
  let identity: IdentityService;
  let app: FastifyInstance;
  let url: string;

  const call = async (path: string, body: object | URLSearchParams, headers = {}) => {
    const response = await fetch(`${url}${path}`, {
      method: "POST",
      headers:
        body instanceof URLSearchParams
          ? headers
          : { "content-type": "application/json", ...headers },
      body: body instanceof URLSearchParams ? body : JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  };
  const signIn = (password: string) =>
    call(`${toolkit}/v1/accounts:signInWithPassword?key=k`, {
      email: "staff@example.com",
      password,
      returnSecureToken: true,
    });

  beforeAll(async () => {
    store = await open();
    identity = store.service();
    await identity.createUser({
      userId: "staff",
      email: "staff@example.com",
      userName: "一般",
      password: "password",
    });
    if (!identity.answerBrowser) throw new Error("nobody answers the browser");
    ({ app, url } = await listening(identity.answerBrowser));
  });
  afterAll(async () => {
    await app.close();
    await identity.close();
    await store.close();
  });

  it("signs a person in, renews the token and changes the password", async () => {
    const { body } = await signIn("password");
    expect(await identity.verifyIdToken(body.idToken)).toMatchObject({ uid: "staff" });
    const renewed = await call(
      "/securetoken.googleapis.com/v1/token?key=k",
      new URLSearchParams({ grant_type: "refresh_token", refresh_token: body.refreshToken }),
    );
    expect(await identity.verifyIdToken(renewed.body.id_token)).toMatchObject({ uid: "staff" });
    const changed = await call(`${toolkit}/v1/accounts:update?key=k`, {
      idToken: body.idToken,
      password: "changed",
    });
    expect(changed.status).toBe(200);
    expect((await signIn("password")).body.error.message).toBe("INVALID_LOGIN_CREDENTIALS");
    expect((await signIn("changed")).status).toBe(200);
  });

  it.each([
    { "x-goog-api-key": "k" },
    { authorization: "Bearer owners" },
    { "proxy-authorization": "Bearer owner" },
    { "x-authorization": "Bearer owner" },
    { "x-goog-iam-authorization-token": "Bearer owner" },
  ])("gives nobody a right over another's account for %j", async (headers) => {
    const target = { localId: "staff", local_id: "staff", password: "stolen!" };
    for (const query of ["key=k", "key=k&access_token=owner", "access_token=owner"]) {
      const update = await call(`${toolkit}/v1/accounts:update?${query}`, target, headers);
      expect(update.status).toBeGreaterThanOrEqual(400);
      const removal = await call(`${toolkit}/v1/accounts:delete?${query}`, target, headers);
      expect(removal.status).toBeGreaterThanOrEqual(400);
      const lookup = await call(
        `${toolkit}/v1/accounts:lookup?${query}`,
        { localId: ["staff"] },
        headers,
      );
      expect(lookup.status).toBeGreaterThanOrEqual(400);
      const link = await call(
        `${toolkit}/v1/accounts:sendOobCode?${query}`,
        { requestType: "PASSWORD_RESET", email: "staff@example.com", returnOobLink: true },
        headers,
      );
      expect(link.status).toBeGreaterThanOrEqual(400);
    }
    expect((await signIn("stolen!")).status).toBe(400);
  });

  it("does not tell whether an address is known", async () => {
    const reset = (email: string) =>
      call(`${toolkit}/v1/accounts:sendOobCode?key=k`, { requestType: "PASSWORD_RESET", email });
    const known = await reset("staff@example.com");
    const unknown = await reset("nobody@example.com");
    expect(known.status).toBe(200);
    expect({ ...unknown.body, email: "" }).toEqual({ ...known.body, email: "" });
    const wrong = await call(`${toolkit}/v1/accounts:signInWithPassword?key=k`, {
      email: "nobody@example.com",
      password: "password",
    });
    expect(wrong.body.error.message).toBe("INVALID_LOGIN_CREDENTIALS");
  });
});
