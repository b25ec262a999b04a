import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { CALL_LIMIT_MS } from "../../server/identity/firebaseErrors.ts";
import { type IdentityService, IdentityUnavailableError } from "../../server/identity/identity.ts";
import { type AdminAuth, identityOver } from "../../server/identity/identityOver.ts";
import { firebaseIdentity } from "../../server/identity/openIdentity.ts";
import { PublicCalls } from "../../server/identity/verifiedTokens.ts";
import { gate } from "../support/gate.ts";

/** firebase-admin itself gives a call up then. */
const GIVEN_UP_BY_FIREBASE_MS = 25_000;

const person = { userId: "u1", email: "u1@example.com", userName: "一般 太郎" };

/** Unsigned, as the emulator's are. */
function token(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "none", typ: "JWT" })}.${part(claims)}.`;
}

describe("an identity service that takes calls and never answers", () => {
  let hanging: Server;
  let identity: IdentityService;
  let calls = 0;
  let open = 0;

  beforeAll(async () => {
    hanging = createServer(() => {
      calls += 1;
    }).listen(0, "127.0.0.1");
    hanging.on("connection", (socket) => {
      open += 1;
      socket.on("close", () => {
        open -= 1;
      });
    });
    await new Promise((resolve) => hanging.once("listening", resolve));
    const { port } = hanging.address() as AddressInfo;
    identity = firebaseIdentity({
      projectId: "demo-hangs",
      apiKey: "k",
      emulatorUrl: `http://127.0.0.1:${port}`,
    });
  });
  afterAll(async () => {
    await identity.close();
    hanging.close();
    hanging.closeAllConnections();
  });

  it(
    "is given up for every call, and nothing is sent again later",
    async () => {
      const seconds = Math.floor(Date.now() / 1000);
      const claims = {
        aud: "demo-hangs",
        auth_time: seconds,
        exp: seconds + 3600,
        firebase: {},
        iat: seconds,
        sub: "u1",
      };
      const idToken = token({ ...claims, iss: "https://securetoken.google.com/demo-hangs" });
      const cookie = token({ ...claims, iss: "https://session.firebase.google.com/demo-hangs" });
      const answers = await Promise.allSettled([
        identity.verifyIdToken(idToken),
        identity.verifySessionCookie(cookie),
        identity.createSessionCookie(idToken, 3_600_000),
        identity.createUser(person),
        identity.updateUser("u1", { disabled: true }),
        identity.revokeTokens("u1"),
        identity.deleteUser("u1"),
        identity.createPasswordCode("a@example.com"),
        identity.ping(),
      ]);
      for (const answer of answers) {
        expect(answer).toMatchObject({ reason: expect.any(IdentityUnavailableError) });
      }
      await vi.waitUntil(() => open === 0, { timeout: 5_000 });
      expect(calls).toBe(answers.length);
    },
    GIVEN_UP_BY_FIREBASE_MS,
  );
});

describe("a change that was given up and succeeds later", () => {
  it("is forgotten again, so that nothing from before it is remembered", async () => {
    const service = gate();
    const exp = Math.floor(Date.now() / 1000) + 3600;
    const claims = { aud: "", auth_time: 0, exp, iat: 0, iss: "", sub: "u1", uid: "u1" };
    const unused = () => Promise.reject(new Error("not expected"));
    const verifyIdToken = vi.fn<AdminAuth["verifyIdToken"]>(async () => ({
      ...claims,
      firebase: { identities: {}, sign_in_provider: "password" },
    }));
    const auth: AdminAuth = {
      createSessionCookie: unused,
      createProviderConfig: unused,
      createUser: unused,
      deleteProviderConfig: unused,
      deleteUser: unused,
      generatePasswordResetLink: unused,
      getUsers: unused,
      listUsers: unused,
      revokeRefreshTokens: () => service.passed,
      updateProviderConfig: unused,
      updateUser: unused,
      verifyIdToken,
      verifySessionCookie: unused,
    };
    const identity = identityOver(auth, {
      publicCalls: new PublicCalls("k", null),
      answerBrowser: null,
      hasProviders: true,
      close: async () => {},
    });
    vi.useFakeTimers();
    try {
      const change = identity.revokeTokens("u1");
      const given = expect(change).rejects.toBeInstanceOf(IdentityUnavailableError);
      await vi.advanceTimersByTimeAsync(CALL_LIMIT_MS);
      await given;
      await identity.verifyIdToken("t");
      await identity.verifyIdToken("t");
      expect(verifyIdToken).toHaveBeenCalledTimes(1);
      service.open();
      await vi.advanceTimersByTimeAsync(0);
      await identity.verifyIdToken("t");
      expect(verifyIdToken).toHaveBeenCalledTimes(2);
    } finally {
      vi.useRealTimers();
    }
  });
});
