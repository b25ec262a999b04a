import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { IdentityService } from "../../../server/identity/identity.ts";
import { type Identity, startIdentity } from "../../../src/providers/signIn/firebaseIdentity.ts";

const PASSWORD = "password";

declare global {
  /** The window of vitest. */
  var jsdom: { reconfigure(settings: { url: string }): void };
}

/** An identity service that the browser reaches through its own origin. */
export interface ReachedIdentity {
  url: string;
  accounts: IdentityService;
  /** The addresses to which a reset mail was sent. */
  mailed(): Promise<string[]>;
  close(): Promise<void>;
}

/** Tests, through firebase/auth, what the console relies on. It can start once per file. */
export function claimsOfFirebaseAuth(open: () => Promise<ReachedIdentity>): void {
  let reached: ReachedIdentity;
  let accounts: IdentityService;
  let identity: Identity;
  let email = "";
  let userId = "";
  let created = 0;

  beforeAll(async () => {
    reached = await open();
    accounts = reached.accounts;
    globalThis.jsdom.reconfigure({ url: `${reached.url}/app/login` });
    const config = {
      apiKey: "k",
      authDomain: "localhost",
      projectId: "demo-browser",
      emulator: true,
    };
    identity = await startIdentity({
      ...config,
      googleSignIn: false,
      requireMfa: "none",
      demoAccounts: [],
    });
  }, 60_000);

  afterAll(async () => {
    await accounts?.close();
    await reached?.close();
  });

  beforeEach(async () => {
    created += 1;
    email = `person${created}@example.com`;
    userId = `person-${created}`;
    await accounts.createUser({ userId, email, userName: "試験 太郎", password: PASSWORD });
  });

  afterEach(async () => {
    vi.useRealTimers();
    await identity.signOut();
  });

  const codeOf = async (failing: Promise<unknown>) => {
    const error: unknown = await failing.then(
      () => expect.fail("it did not fail"),
      (thrown: unknown) => thrown,
    );
    return Reflect.get(Object(error), "code");
  };
  const later = (minutes: number) =>
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + minutes * 60_000 });

  describe("signing in", () => {
    it("gives a token that the server accepts, until signing out", async () => {
      const idToken = String(await identity.signInWithPassword(email, PASSWORD));
      expect((await accounts.verifyIdToken(idToken)).uid).toBe(userId);
      expect(identity.currentUserId()).toBe(userId);
      expect(await identity.currentToken()).toBe(idToken);
      await identity.signOut();
      expect(identity.currentUserId()).toBeNull();
      expect(await identity.currentToken()).toBeNull();
    });

    it("has the token refreshed about 5 minutes before it expires", async () => {
      const timers = vi.spyOn(globalThis, "setTimeout");
      await identity.signInWithPassword(email, PASSWORD);
      const delays = timers.mock.calls.map(([, delay]) => delay ?? 0);
      const ahead = delays.filter((delay) => delay > 54 * 60_000 && delay <= 55 * 60_000);
      expect(ahead).toHaveLength(1);
    });
  });

  describe("a signed-in user", () => {
    it("who was disabled is signed out by the next refresh, and it is told", async () => {
      await identity.signInWithPassword(email, PASSWORD);
      const notice = vi.fn();
      const stop = identity.onSignedOut(notice);
      await accounts.updateUser(userId, { disabled: true });
      later(120);
      expect(await identity.currentToken()).toBeNull();
      expect(identity.currentUserId()).toBeNull();
      await vi.waitFor(() => expect(notice.mock.calls).toEqual([["disabled"]]));
      stop();
    });

    it("who was deleted is signed out as well", async () => {
      await identity.signInWithPassword(email, PASSWORD);
      await accounts.deleteUser(userId);
      later(120);
      expect(await identity.currentToken()).toBeNull();
      expect(identity.currentUserId()).toBeNull();
    });
  });

  describe("changing the password", () => {
    it("gives a token that the server accepts, and the old password is refused", async () => {
      await identity.signInWithPassword(email, PASSWORD);
      const idToken = await identity.changePassword("new-password");
      expect((await accounts.verifyIdToken(idToken ?? "")).uid).toBe(userId);
      await identity.signOut();
      await expect(identity.signInWithPassword(email, PASSWORD)).rejects.toThrow();
      await identity.signInWithPassword(email, "new-password");
    });

    it("takes the current password as a proof, and is refused with a wrong one", async () => {
      await identity.signInWithPassword(email, PASSWORD);
      const wrong = identity.changePassword("new-password", { password: "guess" });
      expect(await codeOf(wrong)).toMatch(/^auth\/(wrong-password|invalid-credential)$/);
      await identity.changePassword("new-password", { password: PASSWORD });
      await identity.signOut();
      await identity.signInWithPassword(email, "new-password");
    });

    it("needs a user who is signed in", async () => {
      await expect(identity.changePassword("new-password")).rejects.toThrow(
        "認証情報がありません。",
      );
    });
  });

  describe("a reset mail", () => {
    it("is sent to a known address, and an unknown one looks the same", async () => {
      await expect(identity.sendPasswordReset(email)).resolves.toBeUndefined();
      await expect(identity.sendPasswordReset("nobody@example.com")).resolves.toBeUndefined();
      expect(await reached.mailed()).toEqual([email]);
    });
  });

  // This has to be last: it stops the identity service.
  it("keeps its user while the identity service cannot be reached", async () => {
    await identity.signInWithPassword(email, PASSWORD);
    await reached.close();
    later(120);
    await expect(identity.currentToken()).rejects.toMatchObject({ code: "ERR_NETWORK" });
    expect(identity.currentUserId()).toBe(userId);
  });
}
