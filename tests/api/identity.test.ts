import { addHours, isWithinInterval, startOfSecond, subHours } from "date-fns";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { EmulatorStartError, ensureDemoUsers } from "../../server/identity/emulator.ts";
import {
  EmailExistsError,
  type IdentityService,
  IdentityUnavailableError,
  InvalidEmailError,
  UserIdExistsError,
  UserNotFoundError,
} from "../../server/identity/identity.ts";
import { type IdentityStore, identityStores } from "../support/identityStores.ts";
import { callIdentity, signIn, signInTokens, TOOLKIT } from "../support/signIn.ts";

const RETURN = "https://console.example.com/app/login?invited=1";
const staff = {
  userId: "u1",
  email: "Staff@example.com",
  userName: "一般 太郎",
  password: "password",
};

describe.each(identityStores)("the identity service $name", ({ open }) => {
  let store: IdentityStore;
  let identity: IdentityService;
  let time = Date.now();

  beforeAll(async () => {
    store = await open();
  });
  beforeEach(async () => {
    time = Date.now();
    store.mails.length = 0;
    identity = store.service(() => new Date(time));
    await identity.createUser(staff);
  });
  afterEach(async () => {
    for (const userId of ["u1", "u2", "u3"]) await identity.deleteUser(userId);
    const newcomer = await identity.findAccountByEmail("new@example.com");
    if (newcomer) await identity.deleteUser(newcomer.userId);
    await identity.close();
  });
  afterAll(() => store.close());

  const renew = (refreshToken: string) =>
    callIdentity(
      identity,
      "/securetoken.googleapis.com/v1/token",
      new URLSearchParams({ grant_type: "refresh_token", refresh_token: refreshToken }),
    );
  const errorOf = ({ body }: { body: Record<string, unknown> }) =>
    Reflect.get(Object(body.error), "message");

  const setPassword = (oobCode: string, newPassword: string) =>
    callIdentity(identity, `${TOOLKIT}:resetPassword`, { oobCode, newPassword });

  const invalid = (reason: string) =>
    expect.objectContaining({ name: "TokenInvalidError", reason });

  it("verifies an ID token: who, since when, until when", async () => {
    const before = startOfSecond(new Date());
    const idToken = await signIn(identity, staff.email);
    const after = new Date();
    const token = await identity.verifyIdToken(idToken);
    expect(token).toMatchObject({ uid: "u1", email: "staff@example.com" });
    expect(isWithinInterval(token.authTime, { start: before, end: after })).toBe(true);
    // The emulator may issue the token in the second after the sign-in.
    const anHour = { start: addHours(before, 1), end: addHours(after, 1) };
    expect(isWithinInterval(token.expiresAt, anHour)).toBe(true);
  });

  it("turns an ID token into a session cookie and verifies that, each as itself only", async () => {
    const idToken = await signIn(identity, staff.email);
    const before = startOfSecond(new Date());
    const cookie = await identity.createSessionCookie(idToken, 8 * 3_600_000);
    const after = new Date();
    const token = await identity.verifySessionCookie(cookie);
    expect(token.uid).toBe("u1");
    const issued = subHours(token.expiresAt, 8);
    expect(isWithinInterval(issued, { start: before, end: after })).toBe(true);
    await expect(identity.verifyIdToken(cookie)).rejects.toEqual(invalid("malformed"));
    await expect(identity.verifySessionCookie(idToken)).rejects.toEqual(invalid("malformed"));
  });

  it.each(["", "x", "a.b.c", "eyJhbGciOiJub25lIn0.e30."])(
    "refuses %j as malformed",
    async (text) => {
      await expect(identity.verifyIdToken(text)).rejects.toEqual(invalid("malformed"));
      await expect(identity.verifySessionCookie(text)).rejects.toEqual(invalid("malformed"));
    },
  );

  it("refuses a user's tokens from the moment the account is disabled, and accepts new ones after", async () => {
    const idToken = await signIn(identity, staff.email);
    await identity.verifyIdToken(idToken);
    await identity.updateUser("u1", { disabled: true });
    await expect(identity.verifyIdToken(idToken)).rejects.toEqual(invalid("disabled"));
    await expect(signIn(identity, staff.email)).rejects.toThrow("USER_DISABLED");
    await identity.updateUser("u1", { disabled: false });
    await identity.verifyIdToken(await signIn(identity, staff.email));
  });

  it("refuses a deleted user's tokens, and deletes only once without complaint", async () => {
    const idToken = await signIn(identity, staff.email);
    await identity.verifyIdToken(idToken);
    await identity.deleteUser("u1");
    await expect(identity.verifyIdToken(idToken)).rejects.toEqual(invalid("revoked"));
    await identity.deleteUser("u1");
  });

  it("refuses every token from before a revocation", async () => {
    const idToken = await signIn(identity, staff.email);
    const cookie = await identity.createSessionCookie(idToken, 3_600_000);
    await identity.verifyIdToken(idToken);
    await identity.verifySessionCookie(cookie);
    const { authTime } = await identity.verifyIdToken(idToken);
    // A revocation counts in whole seconds.
    await vi.waitUntil(() => Date.now() >= authTime.getTime() + 1_000, { timeout: 3_000 });
    await identity.revokeTokens("u1");
    await expect(identity.verifyIdToken(idToken)).rejects.toEqual(invalid("revoked"));
    await expect(identity.verifySessionCookie(cookie)).rejects.toEqual(invalid("revoked"));
    await identity.revokeTokens("nobody");
  });

  it("remembers a good answer for 60 s, and asks again after", async () => {
    const idToken = await signIn(identity, staff.email);
    await identity.verifyIdToken(idToken);
    const other = store.service();
    await other.updateUser("u1", { disabled: true });
    await other.close();
    time += 59_999;
    await identity.verifyIdToken(idToken);
    time += 1;
    await expect(identity.verifyIdToken(idToken)).rejects.toEqual(invalid("disabled"));
  });

  it("assigns an e-mail address and a user id once, also when several ask at once", async () => {
    const clash = { ...staff, userId: "u2", email: "STAFF@example.com" };
    await expect(identity.createUser(clash)).rejects.toBeInstanceOf(EmailExistsError);
    await expect(
      identity.createUser({ ...staff, email: "other@example.com" }),
    ).rejects.toBeInstanceOf(UserIdExistsError);
    const all = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) =>
        identity.createUser({ userId: `n${n}`, email: "new@example.com", userName: "新人" }),
      ),
    );
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const one of all) {
      if (one.status === "rejected") expect(one.reason).toBeInstanceOf(EmailExistsError);
    }
  });

  it("changes name and address, unless the address is taken or the user unknown", async () => {
    await identity.createUser({ userId: "u2", email: "two@example.com", userName: "二" });
    await expect(identity.updateUser("u2", { email: staff.email })).rejects.toBeInstanceOf(
      EmailExistsError,
    );
    await expect(identity.updateUser("nobody", { userName: "x" })).rejects.toBeInstanceOf(
      UserNotFoundError,
    );
    await identity.updateUser("u1", { email: "changed@example.com", userName: "改名" });
    const changed = await identity.findAccountByEmail("changed@example.com");
    expect(changed).toMatchObject({ userName: "改名", emailVerified: true });
    const idToken = await signIn(identity, "changed@example.com");
    expect((await identity.verifyIdToken(idToken)).email).toBe("changed@example.com");
  });

  it("has the mail sent in which a person sets a password, and is silent about strangers", async () => {
    await identity.sendPasswordReset(staff.email, RETURN);
    await identity.sendPasswordReset("nobody@example.com", RETURN);
    await vi.waitUntil(() => store.mails.length > 0);
    expect(store.mails).toEqual([["staff@example.com", "PASSWORD_RESET"]]);
    const before = await signIn(identity, staff.email);
    const { authTime } = await identity.verifyIdToken(before);
    await vi.waitUntil(() => Date.now() >= authTime.getTime() + 1_000, { timeout: 3_000 });
    const { searchParams } = new URL(store.latestLink());
    expect(searchParams.get("mode")).toBe("resetPassword");
    expect(searchParams.get("continueUrl")).toBe(RETURN);
    const chosen = await setPassword(searchParams.get("oobCode") ?? "", "chosen");
    expect([chosen.status, chosen.body.email]).toEqual([200, "staff@example.com"]);
    await signIn(identity, staff.email, "chosen");
    await expect(signIn(identity, staff.email)).rejects.toThrow("INVALID_LOGIN_CREDENTIALS");
    identity.forget("u1");
    await expect(identity.verifyIdToken(before)).rejects.toEqual(invalid("revoked"));
  });

  it("gives out a code to set a password without a mail, which works once", async () => {
    const oobCode = await identity.createPasswordCode("STAFF@example.com");
    const { body } = await callIdentity(identity, `${TOOLKIT}:resetPassword`, { oobCode });
    expect(body).toMatchObject({ email: "staff@example.com", requestType: "PASSWORD_RESET" });
    expect(errorOf(await setPassword(oobCode, "short"))).toMatch(/^WEAK_PASSWORD/);
    expect((await setPassword(oobCode, "chosen")).status).toBe(200);
    await signIn(identity, staff.email, "chosen");
    expect(errorOf(await setPassword(oobCode, "again"))).toMatch(/_OOB_CODE$/);
    expect(errorOf(await setPassword("unknown", "chosen"))).toMatch(/_OOB_CODE$/);
    await expect(identity.createPasswordCode("nobody@example.com")).rejects.toThrow();
    // A mail would have arrived before the last answers.
    expect(store.mails).toEqual([]);
  });

  it("refuses the code of a disabled account, for its holder and for a new password", async () => {
    const oobCode = await identity.createPasswordCode(staff.email);
    await identity.updateUser("u1", { disabled: true });
    const asked = await callIdentity(identity, `${TOOLKIT}:resetPassword`, { oobCode });
    expect(errorOf(asked)).toBe("USER_DISABLED");
    expect(errorOf(await setPassword(oobCode, "chosen"))).toBe("USER_DISABLED");
    await identity.updateUser("u1", { disabled: false });
    await signIn(identity, staff.email);
  });

  it("gives demo accounts their password once and leaves changed ones alone", async () => {
    const accounts = [staff, { userId: "u3", email: "three@example.com", userName: "三" }].map(
      ({ userId, email, userName }) => ({ userId, email, userName }),
    );
    await ensureDemoUsers(identity, accounts);
    const idToken = await signIn(identity, "three@example.com");
    await callIdentity(identity, `${TOOLKIT}:update`, { idToken, password: "changed" });
    await ensureDemoUsers(identity, accounts);
    await signIn(identity, "three@example.com", "changed");
  });

  it("answers a ping while it runs", async () => {
    await identity.ping();
  });

  it("finds accounts by id and by address, in any case, and leaves out who has none", async () => {
    const account = {
      userId: "u1",
      email: "staff@example.com",
      userName: "一般 太郎",
      disabled: false,
      emailVerified: true,
      providers: ["password"],
    };
    expect(await identity.findAccounts(["u1", "nobody"])).toEqual(new Map([["u1", account]]));
    expect(await identity.findAccountByEmail("STAFF@example.com")).toEqual(account);
    expect(await identity.findAccountByEmail("nobody@example.com")).toBeUndefined();
  });

  it("refuses an invalid address", async () => {
    const user = { ...staff, userId: "u2", email: "none" };
    await expect(identity.createUser(user)).rejects.toBeInstanceOf(InvalidEmailError);
  });

  it("ends the sign-ins of a user whose address is changed", async () => {
    const idToken = await signIn(identity, staff.email);
    const { authTime } = await identity.verifyIdToken(idToken);
    await vi.waitUntil(() => Date.now() >= authTime.getTime() + 1_000, { timeout: 3_000 });
    await identity.updateUser("u1", { email: "other@example.com" });
    await expect(identity.verifyIdToken(idToken)).rejects.toEqual(invalid("revoked"));
  });

  it("does not tell a wrong password from an unknown address", async () => {
    for (const [email, password] of [
      [staff.email, "wrong-password"],
      ["nobody@example.com", "password"],
    ] as const) {
      await expect(signIn(identity, email, password)).rejects.toThrow("INVALID_LOGIN_CREDENTIALS");
    }
  });

  it("renews a token, which is not signing in, until the account is disabled or gone", async () => {
    const { idToken, refreshToken } = await signInTokens(identity, staff.email);
    const { authTime } = await identity.verifyIdToken(idToken);
    await vi.waitUntil(() => Date.now() >= authTime.getTime() + 1_000, { timeout: 3_000 });
    const renewed = await renew(refreshToken);
    expect(renewed.status).toBe(200);
    expect(await identity.verifyIdToken(String(renewed.body.id_token))).toMatchObject({
      uid: "u1",
      authTime,
    });
    await identity.updateUser("u1", { disabled: true });
    expect(errorOf(await renew(refreshToken))).toBe("USER_DISABLED");
    await identity.deleteUser("u1");
    expect((await renew(refreshToken)).status).toBe(400);
    expect((await renew("unknown")).status).toBe(400);
  });

  it("tells the browser whose token it is, and that there is a password to change", async () => {
    const idToken = await signIn(identity, staff.email);
    const { body } = await callIdentity(identity, `${TOOLKIT}:lookup`, { idToken });
    expect(body.users).toMatchObject([
      {
        localId: "u1",
        email: "staff@example.com",
        displayName: "一般 太郎",
        providerUserInfo: [{ providerId: "password" }],
      },
    ]);
    expect((await callIdentity(identity, `${TOOLKIT}:lookup`, { idToken: "x" })).status).toBe(400);
  });

  it("changes the password of who is signed in, and takes a new sign-in only after that", async () => {
    const idToken = await signIn(identity, staff.email);
    const { authTime } = await identity.verifyIdToken(idToken);
    await vi.waitUntil(() => Date.now() >= authTime.getTime() + 1_000, { timeout: 3_000 });
    const short = await callIdentity(identity, `${TOOLKIT}:update`, { idToken, password: "short" });
    expect(errorOf(short)).toMatch(/^WEAK_PASSWORD/);
    const change = { idToken, password: "changed", returnSecureToken: true };
    const changed = await callIdentity(identity, `${TOOLKIT}:update`, change);
    expect(changed.status).toBe(200);
    const token = String(changed.body.idToken);
    // firebase/auth reads the account with it, but its sign-in has ended.
    expect((await callIdentity(identity, `${TOOLKIT}:lookup`, { idToken: token })).status).toBe(
      200,
    );
    await expect(identity.verifyIdToken(token)).rejects.toEqual(invalid("revoked"));
    await identity.verifyIdToken(await signIn(identity, staff.email, "changed"));
  });

  it("answers a reset of an unknown address as that of a known one", async () => {
    const reset = async (email: string) => {
      const wanted = { requestType: "PASSWORD_RESET", email };
      const { status, body } = await callIdentity(identity, `${TOOLKIT}:sendOobCode`, wanted);
      return { status, body: { ...body, email: "" } };
    };
    expect(await reset("nobody@example.com")).toEqual(await reset(staff.email));
  });
});

describe("the demo accounts of an identity service that is slow at first", () => {
  it("are created as soon as it answers", async () => {
    const created: string[] = [];
    let refusals = 2;
    const slow = {
      createUser: async ({ userId }: { userId: string }) => {
        refusals -= 1;
        if (refusals >= 0) throw new IdentityUnavailableError("it did not answer in time");
        created.push(userId);
      },
    };
    await ensureDemoUsers(slow, [staff, { ...staff, userId: "u2" }]);
    expect(created).toEqual(["u1", "u2"]);
  });

  it("are given up after a minute, with one sentence", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const gone = {
      createUser: async () => {
        vi.setSystemTime(Date.now() + 61_000);
        throw new IdentityUnavailableError("it did not answer in time");
      },
    };
    await expect(ensureDemoUsers(gone, [staff])).rejects.toEqual(
      new EmulatorStartError("The Firebase Auth Emulator did not answer within a minute."),
    );
    vi.useRealTimers();
  });
});
