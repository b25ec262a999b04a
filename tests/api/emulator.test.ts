import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  type Emulator,
  EmulatorStartError,
  startEmulator,
} from "../../server/identity/emulator.ts";
import { IdentityUnavailableError } from "../../server/identity/identity.ts";
import { firebaseIdentity } from "../../server/identity/openIdentity.ts";
import { callIdentity, signIn, signInTokens, TOOLKIT } from "../support/signIn.ts";

const projectId = "demo-identity";
const apiKey = "k";

const staff = {
  userId: "u1",
  email: "Staff@example.com",
  userName: "一般 太郎",
  password: "password",
};

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
    const { idToken, refreshToken } = await signInTokens(before, staff.email);
    const change = { idToken, password: "changed" };
    const changed = await callIdentity(before, `${TOOLKIT}:update`, change);
    const after = await signIn(before, staff.email, "changed");
    const cookie = await before.createSessionCookie(after, 3_600_000);
    expect(changed.status).toBe(200);
    await before.close();
    await first.close();
    expect(statSync(accountsFile).mode & 0o777).toBe(0o600);
    expect(statSync(join(directory, "auth")).mode & 0o777).toBe(0o700);

    const second = await startEmulator({ projectId, accountsFile });
    const identity = await open(second);
    await expect(signIn(identity, staff.email)).rejects.toThrow("INVALID_LOGIN");
    expect((await identity.verifySessionCookie(cookie)).uid).toBe("u1");
    expect((await identity.verifyIdToken(after)).uid).toBe("u1");
    const renewed = await callIdentity(
      identity,
      "/securetoken.googleapis.com/v1/token",
      new URLSearchParams({ grant_type: "refresh_token", refresh_token: refreshToken }),
    );
    const token = await identity.verifyIdToken(String(renewed.body.id_token));
    // A renewal is no sign-in: the 5-minute rule of the admin area depends on that.
    expect(token.authTime).toEqual((await identity.verifyIdToken(after)).authTime);
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
    await signIn(identity, staff.email);
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
