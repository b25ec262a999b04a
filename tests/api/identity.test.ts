import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ensureDemoUsers } from "../../server/identity/demoUsers.ts";
import {
  type Emulator,
  type EmulatorMail,
  EmulatorStartError,
  startEmulator,
} from "../../server/identity/emulator.ts";
import { type AdminAuth, firebaseIdentity, identityOver } from "../../server/identity/firebase.ts";
import {
  EmailExistsError,
  type IdentityService,
  IdentityUnavailableError,
  TokenInvalidError,
  UserIdExistsError,
  UserNotFoundError,
} from "../../server/identity/identity.ts";

const projectId = "demo-identity";
const apiKey = "k";

interface SignedIn {
  idToken: string;
  refreshToken: string;
}

async function callEmulator(url: string, call: string, body: object): Promise<Response> {
  return await fetch(`${url}/identitytoolkit.googleapis.com/v1/accounts:${call}?key=k`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

async function signIn(url: string, email: string, password: string): Promise<SignedIn> {
  const response = await callEmulator(url, "signInWithPassword", {
    email,
    password,
    returnSecureToken: true,
  });
  if (!response.ok) throw new Error(await response.text());
  return await response.json();
}

const staff = {
  userId: "u1",
  email: "Staff@example.com",
  userName: "一般 太郎",
  password: "password",
};

describe("the identity service", () => {
  let emulator: Emulator;
  let identity: IdentityService;
  let time = Date.now();
  const mails: EmulatorMail[] = [];

  beforeAll(async () => {
    emulator = await startEmulator({ projectId, onMail: (mail) => mails.push(mail) });
  });
  beforeEach(async () => {
    time = Date.now();
    mails.length = 0;
    identity = firebaseIdentity({
      projectId,
      apiKey,
      emulatorUrl: emulator.url,
      now: () => new Date(time),
    });
    await identity.createUser(staff);
  });
  afterEach(async () => {
    await fetch(`${emulator.url}/emulator/v1/projects/${projectId}/accounts`, {
      method: "DELETE",
      headers: { authorization: "Bearer owner" },
    });
    await identity.close();
  });
  afterAll(() => emulator.close());

  const fault = (fault: string) => expect.objectContaining({ name: "TokenInvalidError", fault });

  it("verifies an ID token: who, since when, until when", async () => {
    const { idToken } = await signIn(emulator.url, staff.email, "password");
    const token = await identity.verifyIdToken(idToken);
    expect(token).toMatchObject({ uid: "u1", email: "staff@example.com" });
    expect(Math.abs(token.authTime.getTime() - Date.now())).toBeLessThan(5_000);
    expect(token.expiresAt.getTime() - token.authTime.getTime()).toBe(3_600_000);
  });

  it("turns an ID token into a session cookie and verifies that, each as itself only", async () => {
    const { idToken } = await signIn(emulator.url, staff.email, "password");
    const cookie = await identity.createSessionCookie(idToken, 8 * 3_600_000);
    const token = await identity.verifySessionCookie(cookie);
    expect(token.uid).toBe("u1");
    expect(Math.abs(token.expiresAt.getTime() - Date.now() - 8 * 3_600_000)).toBeLessThan(5_000);
    await expect(identity.verifyIdToken(cookie)).rejects.toEqual(fault("malformed"));
    await expect(identity.verifySessionCookie(idToken)).rejects.toEqual(fault("malformed"));
  });

  it.each(["", "x", "a.b.c", "eyJhbGciOiJub25lIn0.e30."])(
    "refuses %j as malformed",
    async (text) => {
      await expect(identity.verifyIdToken(text)).rejects.toEqual(fault("malformed"));
      await expect(identity.verifySessionCookie(text)).rejects.toEqual(fault("malformed"));
    },
  );

  it("refuses a user's tokens from the moment the account is disabled, and takes new ones after", async () => {
    const { idToken } = await signIn(emulator.url, staff.email, "password");
    await identity.verifyIdToken(idToken);
    await identity.updateUser("u1", { disabled: true });
    await expect(identity.verifyIdToken(idToken)).rejects.toEqual(fault("disabled"));
    await expect(signIn(emulator.url, staff.email, "password")).rejects.toThrow("USER_DISABLED");
    await identity.updateUser("u1", { disabled: false });
    await identity.verifyIdToken((await signIn(emulator.url, staff.email, "password")).idToken);
  });

  it("refuses a deleted user's tokens, and deletes only once without complaint", async () => {
    const { idToken } = await signIn(emulator.url, staff.email, "password");
    await identity.verifyIdToken(idToken);
    await identity.deleteUser("u1");
    await expect(identity.verifyIdToken(idToken)).rejects.toEqual(fault("revoked"));
    await identity.deleteUser("u1");
  });

  it("refuses every token from before a revocation", async () => {
    const { idToken } = await signIn(emulator.url, staff.email, "password");
    const cookie = await identity.createSessionCookie(idToken, 3_600_000);
    await identity.verifyIdToken(idToken);
    await identity.verifySessionCookie(cookie);
    const { authTime } = await identity.verifyIdToken(idToken);
    // A revocation counts in whole seconds.
    await vi.waitUntil(() => Date.now() >= authTime.getTime() + 1_000, { timeout: 3_000 });
    await identity.revokeTokens("u1");
    await expect(identity.verifyIdToken(idToken)).rejects.toEqual(fault("revoked"));
    await expect(identity.verifySessionCookie(cookie)).rejects.toEqual(fault("revoked"));
    await identity.revokeTokens("nobody");
  });

  it("remembers a good answer for 60 s, and asks again after", async () => {
    const { idToken } = await signIn(emulator.url, staff.email, "password");
    await identity.verifyIdToken(idToken);
    const other = firebaseIdentity({ projectId, apiKey, emulatorUrl: emulator.url });
    await other.updateUser("u1", { disabled: true });
    await other.close();
    time += 59_999;
    await identity.verifyIdToken(idToken);
    time += 1;
    await expect(identity.verifyIdToken(idToken)).rejects.toEqual(fault("disabled"));
  });

  it("gives an e-mail address and a user id away once, also when several ask at once", async () => {
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
    const { idToken } = await signIn(emulator.url, "changed@example.com", "password");
    expect((await identity.verifyIdToken(idToken)).email).toBe("changed@example.com");
  });

  it("has the mail sent in which a person sets a password, and is silent about strangers", async () => {
    await identity.sendPasswordReset(staff.email);
    await identity.sendPasswordReset("nobody@example.com");
    await vi.waitUntil(() => mails.length > 0);
    expect(mails.map(({ email, requestType }) => [email, requestType])).toEqual([
      ["staff@example.com", "PASSWORD_RESET"],
    ]);
    await fetch(`${mails[0]?.link}&newPassword=chosen`);
    await signIn(emulator.url, staff.email, "chosen");
  });

  it("gives demo accounts their password once and leaves changed ones alone", async () => {
    const accounts = [staff, { userId: "u3", email: "three@example.com", userName: "三" }].map(
      ({ userId, email, userName }) => ({ userId, email, userName }),
    );
    await ensureDemoUsers(identity, accounts);
    const { idToken } = await signIn(emulator.url, "three@example.com", "password");
    await callEmulator(emulator.url, "update", { idToken, password: "changed" });
    await ensureDemoUsers(identity, accounts);
    await signIn(emulator.url, "three@example.com", "changed");
  });

  it("answers a ping while the emulator runs", async () => {
    await identity.ping();
  });
});

describe("what is asked of Firebase", () => {
  const claims = {
    aud: projectId,
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
    createUser: vi.fn<AdminAuth["createUser"]>(unused),
    deleteUser: vi.fn<AdminAuth["deleteUser"]>(unused),
    getUsers: vi.fn<AdminAuth["getUsers"]>(unused),
    revokeRefreshTokens: vi.fn<AdminAuth["revokeRefreshTokens"]>(unused),
    updateUser: vi.fn<AdminAuth["updateUser"]>(unused),
    verifyIdToken: vi.fn<AdminAuth["verifyIdToken"]>(),
    verifySessionCookie: vi.fn<AdminAuth["verifySessionCookie"]>(),
  };
  let identity: IdentityService;

  beforeEach(() => {
    time = claims.iat * 1000;
    auth.verifyIdToken.mockReset().mockResolvedValue(claims);
    auth.verifySessionCookie.mockReset().mockResolvedValue(claims);
    identity = identityOver(auth, { projectId, apiKey, now: () => new Date(time) }, async () => {});
  });

  // The emulator looks at revocation unasked, so no test against it would notice.
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

  it("does not count as refused when the answer is bad luck", async () => {
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

describe("the emulator as a child", () => {
  let directory: string;
  let accountsFile: string;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "emulator-"));
    accountsFile = join(directory, "auth", "accounts.json");
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const open = async (emulator: Emulator) =>
    firebaseIdentity({ projectId, apiKey, emulatorUrl: emulator.url });

  it("keeps accounts, passwords, sessions and refresh tokens from one start to the next", async () => {
    const first = await startEmulator({ projectId, accountsFile });
    const before = await open(first);
    await before.createUser(staff);
    const { idToken, refreshToken } = await signIn(first.url, staff.email, "password");
    const changed = await callEmulator(first.url, "update", { idToken, password: "changed" });
    const after = await signIn(first.url, staff.email, "changed");
    const cookie = await before.createSessionCookie(after.idToken, 3_600_000);
    expect(changed.ok).toBe(true);
    await before.close();
    await first.close();
    expect(statSync(accountsFile).mode & 0o777).toBe(0o600);
    expect(statSync(join(directory, "auth")).mode & 0o777).toBe(0o700);

    const second = await startEmulator({ projectId, accountsFile });
    const identity = await open(second);
    await expect(signIn(second.url, staff.email, "password")).rejects.toThrow("INVALID_LOGIN");
    expect((await identity.verifySessionCookie(cookie)).uid).toBe("u1");
    expect((await identity.verifyIdToken(after.idToken)).uid).toBe("u1");
    const renewed = await fetch(`${second.url}/securetoken.googleapis.com/v1/token?key=k`, {
      method: "POST",
      body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: refreshToken }),
    });
    const { id_token: newToken } = await renewed.json();
    const token = await identity.verifyIdToken(newToken);
    // Renewing is not signing in: the 5-minute rule of the admin area rests on it.
    expect(token.authTime).toEqual((await identity.verifyIdToken(after.idToken)).authTime);
    await identity.close();
    await second.close();
  });

  it("is started again when it is killed, on the same port, with what was acknowledged", async () => {
    const errors: string[] = [];
    const log = { warn: () => {}, error: (_: object, message: string) => errors.push(message) };
    const emulator = await startEmulator({ projectId, accountsFile, log });
    const identity = await open(emulator);
    await identity.createUser(staff);
    const pids = execFileSync("pgrep", ["-f", accountsFile]).toString().trim().split("\n");
    expect(pids).toHaveLength(1);
    process.kill(Number(pids[0]), "SIGKILL");
    await vi.waitUntil(() => errors.length > 0);
    await expect(identity.ping()).rejects.toBeInstanceOf(IdentityUnavailableError);
    await vi.waitUntil(
      () =>
        identity.ping().then(
          () => true,
          () => false,
        ),
      {
        timeout: 20_000,
        interval: 200,
      },
    );
    await signIn(emulator.url, staff.email, "password");
    await identity.close();
    await emulator.close();
    expect(() => execFileSync("pgrep", ["-f", accountsFile])).toThrow();
  });

  it("does not start over accounts that it cannot read, and leaves them as they are", async () => {
    const first = await startEmulator({ projectId, accountsFile });
    await first.close();
    writeFileSync(accountsFile, '{"users": [');
    await expect(startEmulator({ projectId, accountsFile })).rejects.toThrow(
      `The Firebase Auth Emulator cannot use ${accountsFile}: `,
    );
    expect(readFileSync(accountsFile, "utf8")).toBe('{"users": [');
  });

  it("says that the port it was given is taken", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => taken.once("listening", resolve));
    const address = taken.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const start = startEmulator({ projectId, port: port ?? 0 });
    await expect(start).rejects.toEqual(
      new EmulatorStartError(`AUTH_EMULATOR_PORT ${port} is already in use.`),
    );
    taken.close();
  });
});
