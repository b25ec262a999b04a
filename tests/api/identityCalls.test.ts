import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  type IdentityService,
  IdentityUnavailableError,
  TokenInvalidError,
} from "../../server/identity/identity.ts";
import { type AdminAuth, identityOver } from "../../server/identity/identityOver.ts";
import { PublicCalls } from "../../server/identity/verifiedTokens.ts";

describe("what is asked of Firebase", () => {
  const claims = {
    aud: "console",
    auth_time: 1_700_000_000,
    email: "a@example.com",
    exp: 1_700_003_600,
    firebase: { identities: {}, sign_in_provider: "password" },
    iat: 1_700_000_000,
    iss: "",
    sub: "u1",
    uid: "u1",
  };
  let time = claims.iat * 1000;
  const unused = () => Promise.reject(new Error("not expected"));
  const auth = {
    createSessionCookie: vi.fn<AdminAuth["createSessionCookie"]>(unused),
    createProviderConfig: vi.fn<AdminAuth["createProviderConfig"]>(unused),
    createUser: vi.fn<AdminAuth["createUser"]>(unused),
    deleteProviderConfig: vi.fn<AdminAuth["deleteProviderConfig"]>(unused),
    deleteUser: vi.fn<AdminAuth["deleteUser"]>(unused),
    generatePasswordResetLink: vi.fn<AdminAuth["generatePasswordResetLink"]>(unused),
    listUsers: vi.fn<AdminAuth["listUsers"]>(unused),
    getUsers: vi.fn<AdminAuth["getUsers"]>(unused),
    revokeRefreshTokens: vi.fn<AdminAuth["revokeRefreshTokens"]>(unused),
    updateProviderConfig: vi.fn<AdminAuth["updateProviderConfig"]>(unused),
    updateUser: vi.fn<AdminAuth["updateUser"]>(unused),
    verifyIdToken: vi.fn<AdminAuth["verifyIdToken"]>(),
    verifySessionCookie: vi.fn<AdminAuth["verifySessionCookie"]>(),
  };
  let identity: IdentityService;

  beforeEach(() => {
    time = claims.iat * 1000;
    auth.verifyIdToken.mockReset().mockResolvedValue(claims);
    auth.verifySessionCookie.mockReset().mockResolvedValue(claims);
    identity = identityOver(auth, {
      publicCalls: { sendPasswordReset: unused, ping: unused },
      answerBrowser: null,
      hasProviders: true,
      now: () => new Date(time),
      close: async () => {},
    });
  });

  // The emulator always checks revocation, so a test against it would not notice.
  it("always includes whether the token was revoked", async () => {
    await identity.verifyIdToken("t");
    await identity.verifySessionCookie("t");
    expect(auth.verifyIdToken.mock.calls).toEqual([["t", true]]);
    expect(auth.verifySessionCookie.mock.calls).toEqual([["t", true]]);
  });

  it("is asked once for requests that come together, once a minute, never past expiry", async () => {
    await Promise.all([identity.verifyIdToken("t"), identity.verifyIdToken("t")]);
    await identity.verifyIdToken("t");
    expect(auth.verifyIdToken).toHaveBeenCalledTimes(1);
    await identity.verifyIdToken("another");
    expect(auth.verifyIdToken).toHaveBeenCalledTimes(2);
    time = claims.exp * 1000 - 10;
    await identity.verifyIdToken("t");
    expect(auth.verifyIdToken).toHaveBeenCalledTimes(3);
    time = claims.exp * 1000;
    auth.verifyIdToken.mockRejectedValue(firebaseError("auth/id-token-expired"));
    await expect(identity.verifyIdToken("t")).rejects.toBeInstanceOf(TokenInvalidError);
  });

  it("is asked again after a user was forgotten, even by an answer that was under way", async () => {
    await identity.verifyIdToken("t");
    identity.forget("someone else");
    await identity.verifyIdToken("t");
    expect(auth.verifyIdToken).toHaveBeenCalledTimes(1);
    identity.forget("u1");
    await identity.verifyIdToken("t");
    expect(auth.verifyIdToken).toHaveBeenCalledTimes(2);

    let answer = (_: typeof claims) => {};
    auth.verifyIdToken.mockReturnValueOnce(
      new Promise((resolve) => {
        answer = resolve;
      }),
    );
    const underWay = identity.verifyIdToken("late");
    identity.forget("u1");
    answer(claims);
    await underWay;
    await identity.verifyIdToken("late");
    expect(auth.verifyIdToken).toHaveBeenCalledTimes(4);
  });

  it("does not count as refused when the error is temporary", async () => {
    for (const [code, message] of [
      ["app/network-error", ""],
      ["app/network-timeout", ""],
      ["auth/internal-error", ""],
      ["auth/argument-error", "Error fetching public keys for Google certs: 503"],
      ["auth/argument-error", "Error while making request: getaddrinfo ENOTFOUND."],
    ] as const) {
      auth.verifyIdToken.mockRejectedValueOnce(firebaseError(code, message));
      await expect(identity.verifyIdToken("t")).rejects.toBeInstanceOf(IdentityUnavailableError);
    }
    await identity.verifyIdToken("t");
  });

  function firebaseError(code: string, message = "") {
    return Object.assign(new Error(message), { code });
  }
});

describe("the mail to set a password", () => {
  const RETURN = "https://console.example.com/app/login?invited=1";
  const calls = new PublicCalls("k", null);
  const asked: unknown[] = [];

  /** Firebase answers each request with the next of these errors, and then with success. */
  function firebaseSays(...messages: string[]) {
    asked.length = 0;
    vi.stubGlobal("fetch", async (_url: string, { body }: { body: string }) => {
      asked.push(JSON.parse(body).continueUrl);
      const message = messages.shift();
      return message
        ? Response.json({ error: { message } }, { status: 400 })
        : Response.json({ email: "" });
    });
  }
  afterEach(() => void vi.unstubAllGlobals());

  it("leads back to the console", async () => {
    firebaseSays();
    await calls.sendPasswordReset("a@example.com", RETURN);
    expect(asked).toEqual([RETURN]);
  });

  it("is sent all the same where the project does not know the console's host", async () => {
    firebaseSays("UNAUTHORIZED_DOMAIN : Domain not allowlisted by project");
    await calls.sendPasswordReset("a@example.com", RETURN);
    expect(asked).toEqual([RETURN, undefined]);
  });

  it("fails with the reason, except for an unknown address", async () => {
    firebaseSays("QUOTA_EXCEEDED");
    await expect(calls.sendPasswordReset("a@example.com", RETURN)).rejects.toThrow(
      "QUOTA_EXCEEDED",
    );
    firebaseSays("EMAIL_NOT_FOUND");
    await calls.sendPasswordReset("a@example.com", RETURN);
  });
});
