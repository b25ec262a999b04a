import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { connectivity } from "../../../src/providers/http/connectivity.ts";
import {
  createHttpClient,
  createStreamOpener,
  type HttpClient,
} from "../../../src/providers/http/httpClient.ts";
import { startConnection } from "../../../src/providers/live/connection.ts";
import { type Identity, startIdentity } from "../../../src/providers/signIn/firebaseIdentity.ts";
import { pageAt } from "./apiServer.ts";

type Answer = () => Response | Promise<Response>;

// The library keeps a reference to fetch when it loads.
const network = vi.hoisted(() => {
  const real = globalThis.fetch;
  const answers: { fetch: typeof fetch } = { fetch: real };
  globalThis.fetch = (...request) => answers.fetch(...request);
  return Object.assign(answers, { restore: () => Object.assign(globalThis, { fetch: real }) });
});
afterAll(network.restore);

const MINUTE = 60_000;
const json = (body: object, status = 200) => Response.json(body, { status });
const part = (claims: object) => Buffer.from(JSON.stringify(claims)).toString("base64url");
let tokens = 0;

/** A new token, valid for an hour. */
function anIdToken(): string {
  tokens += 1;
  const iat = Math.floor(Date.now() / 1000);
  const claims = { sub: "u1", iat, exp: iat + 3600, jti: tokens };
  return `${part({ alg: "none" })}.${part(claims)}.`;
}

const renewed: Answer = () =>
  json({ access_token: anIdToken(), refresh_token: "r", expires_in: "3600" });
const unreachable: Answer = () => Promise.reject(new TypeError("Failed to fetch"));
const failing: Record<string, Answer> = {
  "cannot be reached": unreachable,
  "says UNAVAILABLE": () => json({ error: { code: 503, message: "UNAVAILABLE" } }, 503),
  "says INTERNAL": () => json({ error: { code: 500, message: "INTERNAL" } }, 500),
  "answers no JSON": () => new Response("Bad Gateway", { status: 502 }),
  "answers a problem of ours": () => json({ code: "UNAVAILABLE", message: "。" }, 503),
};

const untilAborted = (signal?: AbortSignal | null) =>
  new Promise<never>((_, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason));
  });

let identity: Identity;
let client: HttpClient;
let tokenService: Answer = renewed;
/** The times of calls to the token service and the API, by Date.now(). */
let tokenRequests: number[] = [];
let apiRequests: number[] = [];
let stop = () => {};

network.fetch = async (input, init) => {
  const { host, pathname } = new URL(String(input), "http://localhost");
  if (pathname === "/healthz") return json({ status: "ok" });
  if (host === "securetoken.googleapis.com") {
    tokenRequests.push(Date.now());
    return tokenService();
  }
  if (pathname.endsWith(":signInWithPassword")) {
    const idToken = anIdToken();
    return json({ idToken, refreshToken: "r", expiresIn: "3600", localId: "u1" });
  }
  if (pathname.endsWith(":lookup")) return json({ users: [{ localId: "u1" }] });
  // No stream opens, so the page polls.
  if (pathname === "/api/v1/events") return untilAborted(init?.signal);
  apiRequests.push(Date.now());
  return json({});
};

const config = { apiKey: "k", authDomain: "", projectId: "p", emulator: false };
const starting = startIdentity({
  ...config,
  googleSignIn: false,
  requireMfa: "none",
  demoAccounts: [],
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
/** Seconds since the first one. */
const spaced = (times: number[]) =>
  times.map((time) => Math.round((time - (times[0] ?? 0)) / 1000));

/** A page that polls, whose token is an hour old and has just failed to renew. */
async function pollUntil(fails: Answer) {
  tokenService = fails;
  await pass(55 * MINUTE);
  expect(tokenRequests).toHaveLength(1);
}

beforeEach(async () => {
  pageAt("/dictionaries");
  tokenService = renewed;
  vi.useFakeTimers();
  identity = await starting;
  await identity.signInWithPassword("person@example.com", "password");
  [tokenRequests, apiRequests] = [[], []];
  client = createHttpClient(identity.currentToken);
  const read = () => void client("/dictionaries").catch(() => {});
  stop = startConnection(createStreamOpener(identity.currentToken), {
    onEvent: () => {},
    onSilence: () => {},
    onMissed: read,
  });
});

afterEach(async () => {
  stop();
  await identity.signOut();
  vi.useRealTimers();
});

describe("while the token service works", () => {
  it("is called once an hour, 5 minutes ahead, however much a page reads", async () => {
    const start = Date.now();
    await pass(3 * 60 * MINUTE);
    expect(tokenRequests.map((at) => Math.round((at - start) / MINUTE))).toEqual([55, 110, 165]);
    expect(apiRequests.length).toBeGreaterThan(5_000);
  });
});

describe.each(Object.entries(failing))("while the token service %s", (_, fails) => {
  it("is called six times in half an hour, 30 s apart at first and then twice as long", async () => {
    await pollUntil(fails);
    await pass(30 * MINUTE);
    expect(spaced(tokenRequests)).toEqual([0, 30, 90, 210, 450, 930]);
    await pass(60 * MINUTE);
    expect(spaced(tokenRequests).slice(6)).toEqual([1890, 2850, 3810, 4770]);
  });
});

it("asks a token service that does not answer at all no more often", async () => {
  await pollUntil(() => new Promise(() => {}));
  await pass(30 * MINUTE);
  expect(tokenRequests.length).toBeLessThanOrEqual(6);
});

describe("while a token cannot be renewed", () => {
  it("uses it until 30 s before it expires, and then sends nothing to the API", async () => {
    await pollUntil(unreachable);
    const failedAt = Date.now();
    await pass(30 * MINUTE);
    const last = apiRequests.at(-1) ?? 0;
    expect(last - failedAt).toBeGreaterThan(4.4 * MINUTE);
    expect(last - failedAt).toBeLessThanOrEqual(4.5 * MINUTE);
    await expect(client("/dictionaries")).rejects.toMatchObject({ code: "ERR_NETWORK" });
  });

  it("tries at once for a user, but not for a heartbeat, and keeps its schedule", async () => {
    await pollUntil(unreachable);
    await pass(20 * MINUTE);
    const before = tokenRequests.length;
    const beat = client("/dictionaries/3/lock", { method: "PUT", body: "{}", unasked: true });
    await expect(beat).rejects.toMatchObject({ code: "ERR_NETWORK" });
    expect(tokenRequests).toHaveLength(before);
    const save = client("/dictionaries/3", { method: "PATCH", body: "{}" });
    await expect(save).rejects.toMatchObject({ code: "ERR_NETWORK" });
    expect(tokenRequests).toHaveLength(before + 1);
    connectivity.press();
    await pass(2_000);
    expect(tokenRequests).toHaveLength(before + 2);
    await pass(12 * MINUTE);
    expect(spaced(tokenRequests).slice(before + 2)).toEqual([1890]);
    tokenService = renewed;
    await client("/dictionaries/3", { method: "PATCH", body: "{}" });
  });

  it("says that what failed can be repeated once a token has come", async () => {
    await pollUntil(unreachable);
    await pass(20 * MINUTE);
    const back = vi.fn();
    const over = connectivity.onBack(back);
    tokenService = renewed;
    await pass(11 * MINUTE);
    expect(back).not.toHaveBeenCalled();
    await pass(MINUTE);
    expect(back).toHaveBeenCalledOnce();
    const before = apiRequests.length;
    await pass(MINUTE);
    expect(apiRequests.length - before).toBe(30);
    over();
  });
});
