import { createServer, type Server } from "node:http";
import type { Credential } from "firebase-admin/app";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  CredentialRefusedError,
  IdentityUnavailableError,
} from "../../server/identity/identity.ts";
import { pingOver } from "../../server/identity/identityOver.ts";
import { tryServiceAccount } from "../../server/identity/openIdentity.ts";
import { PublicCalls } from "../../server/identity/verifiedTokens.ts";
import { suiteApi } from "../support/api.ts";
import { usualEngine } from "../support/database.ts";
import { perSuite } from "../support/perSuite.ts";
import { aServiceKey, withKey } from "../support/serviceKeys.ts";

/** Stands in for Google, which the tests cannot reach. */
let google: Server;
let address: string;
let answer: { status: number; body: unknown };
let asked: string[];
/** The call that is answered 403 whatever else is answered. */
let refuses: string | undefined;

beforeAll(async () => {
  google = createServer((request, response) => {
    asked.push(request.url ?? "");
    request.resume();
    const { status } = request.url === refuses ? { status: 403 } : answer;
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(answer.body));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => google.once("listening", resolve));
  const at = google.address();
  address = `http://127.0.0.1:${typeof at === "object" && at ? at.port : 0}`;
});
afterAll(() => {
  google.close();
  google.closeAllConnections();
});
beforeEach(() => {
  asked = [];
  refuses = undefined;
});

const REFUSED = expect.any(CredentialRefusedError);
const AWAY = expect.objectContaining({ constructor: IdentityUnavailableError });
const outcomeOf = (work: Promise<void>): Promise<unknown> =>
  work.then(
    () => "fine",
    (error: unknown) => error,
  );

/** As Google words it. */
const says = (code: number, message: string) => ({
  status: code,
  body: { error: { code, message, status: "INVALID_ARGUMENT", details: [] } },
});

describe("the API key", () => {
  it.each([
    ["a valid key", { status: 200, body: { projectId: "1" } }, "fine"],
    ["a wrong key", says(400, "API key not valid. Please pass a valid API key."), REFUSED],
    ["a key for others", says(403, "Requests from this client are blocked."), REFUSED],
    ["too many calls", says(429, "RESOURCE_EXHAUSTED"), "fine"],
    ["an error of its own", says(503, "UNAVAILABLE"), AWAY],
    ["a page of a proxy", { status: 403, body: "no" }, REFUSED],
  ])("is tried: Google answers %s", async (_, given, expected) => {
    answer = given;
    expect(await outcomeOf(new PublicCalls("s3cret", address).ping())).toEqual(expected);
    expect(asked).toEqual(["/identitytoolkit.googleapis.com/v1/projects?key=s3cret"]);
  });

  it("is not said, but why it was refused", async () => {
    answer = says(400, "API key not valid. Please pass a valid API key.");
    const error = await outcomeOf(new PublicCalls("s3cret", address).ping());
    expect(String(error)).toContain("FIREBASE_API_KEY: refused (API key not valid.");
    expect(String(error)).not.toContain("s3cret");
  });
});

describe("the service account", () => {
  const getAccessToken = vi.fn<Credential["getAccessToken"]>();
  const check = () =>
    tryServiceAccount({ credential: { getAccessToken }, projectId: "shop", base: address });
  beforeEach(() => {
    getAccessToken.mockReset().mockResolvedValue({ access_token: "t0ken", expires_in: 3_600 });
  });

  it.each([
    ["that it knows none like it", { status: 200, body: { kind: "…" } }, "fine"],
    ["that the account is gone", says(401, "Request had invalid authentication"), REFUSED],
    ["that it has no role", says(403, "PERMISSION_DENIED"), REFUSED],
    ["that there is no such project", says(400, "CONFIGURATION_NOT_FOUND"), REFUSED],
    ["too many calls", says(429, "RESOURCE_EXHAUSTED"), "fine"],
    ["an error of its own", says(503, "UNAVAILABLE"), AWAY],
  ])("is tried with a token that is kept: Google answers %s", async (_, given, expected) => {
    answer = given;
    const outcome = await outcomeOf(check());
    expect(outcome).toEqual(expected);
    expect(String(outcome)).not.toContain("t0ken");
    expect(asked).toEqual(["/v1/projects/shop/accounts:lookup"]);
  });

  it.each([
    ["refused by Google", invalidGrant(), REFUSED],
    ["none", new Error("Could not load the default credentials."), REFUSED],
    ["no key", thrown("DECODER routines::unsupported", "ERR_OSSL_UNSUPPORTED"), REFUSED],
    ["not tried without a network", thrown("getaddrinfo ENOTFOUND", "ENOTFOUND"), AWAY],
    ["not tried while Google is away", thrown("unavailable", "503", 503), AWAY],
    ["tried too often", thrown("slow down", "429", 429), AWAY],
  ])("is said to be refused only if it is: %s", async (_, error, expected) => {
    getAccessToken.mockRejectedValue(error);
    expect(await outcomeOf(check())).toEqual(expected);
    expect(asked).toEqual([]);
  });

  it("is named by its variable", async () => {
    getAccessToken.mockRejectedValue(invalidGrant());
    expect(String(await outcomeOf(check()))).toContain(
      "GOOGLE_APPLICATION_CREDENTIALS: invalid_grant: account not found",
    );
  });

  /** As google-auth-library throws them. */
  function thrown(message: string, code: string, status?: number) {
    return Object.assign(new Error(message), { code, status });
  }
  function invalidGrant() {
    return thrown("invalid_grant: account not found", "400", 400);
  }
});

describe("a copy whose credentials go wrong", () => {
  const credential = { getAccessToken: async () => ({ access_token: "t", expires_in: 3_600 }) };
  const api = suiteApi(usualEngine, {
    identity: (real) => ({
      ...real,
      ping: pingOver({
        publicCalls: new PublicCalls("k", address),
        checkServiceAccount: () =>
          tryServiceAccount({ credential, projectId: "shop", base: address }),
      }),
    }),
  });
  const service = perSuite(async () => withKey(api, (await aServiceKey(api)).key));
  const own = perSuite(() => api.organization());
  const staff = api.as(perSuite(() => api.aUser(own)));

  it.each([
    "/identitytoolkit.googleapis.com/v1/projects?key=k",
    "/v1/projects/shop/accounts:lookup",
  ])("says so within 5 s, although %s was fine when it was last asked", async (call) => {
    refuses = undefined;
    answer = { status: 200, body: {} };
    const state = async () => (await api.anonymous.get("/readyz")).body;
    await vi.waitFor(async () => expect(await state()).toEqual({ status: "ready" }), {
      timeout: 10_000,
    });
    refuses = call;
    const asked = Date.now();
    const refused = { status: "degraded", identity: "refused" };
    await vi.waitFor(async () => expect(await state()).toEqual(refused), { timeout: 10_000 });
    expect(Date.now() - asked).toBeLessThan(5_000);
    const limits = `/api/v1/contracts/limits?organizationId=${own.organizationId}`;
    expect((await service.get(limits)).status).toBe(200);
    expect((await staff.get("/api/v1/users/me")).status).toBe(200);
  });
});
