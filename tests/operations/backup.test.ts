import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it, vi } from "vitest";
import { accountsFileIn } from "../../server/identity/openIdentity.ts";
import { type AdminClient, idTokenOf, signInAsAdmin } from "../process/adminClient.ts";
import { allUsers, expectBothStoresEqual, untilNothingIsPending } from "../process/bothStores.ts";
import { startServer } from "../process/runningServer.ts";
import { aStartedDirectory } from "../process/startedDirectory.ts";
import { UserWrites } from "../process/userWrites.ts";
import { freePort } from "../support/freePort.ts";
import { suiteDirectory } from "../support/perSuite.ts";
import { Running } from "../support/running.ts";

const directory = suiteDirectory("backup-");
let source: string;
let file: string;
/** What was acknowledged before the backup began. */
let acknowledged: { userId: string; version: number }[];

async function run(program: string, variables: Record<string, string>, ...parameters: string[]) {
  return new Running(
    process.execPath,
    ["--liftoff-only", `dist/server/${program}.js`, ...parameters],
    variables,
  ).ended;
}

const restore = (dataDir: string, ...parameters: string[]) =>
  run("restore", { DATA_DIR: dataDir }, ...parameters);

async function usersOf(admin: AdminClient) {
  return (await allUsers(admin)).map(({ userId, version }) => ({ userId, version }));
}

beforeAll(async () => {
  source = await aStartedDirectory(join(directory, "source"));
  file = join(directory, "backup.tar.gz");
  const server = startServer({ DATA_DIR: source, RATE_LIMIT_PER_MINUTE: "1000000" });
  const writes = new UserWrites();
  try {
    const admin = await signInAsAdmin(await server.address());
    expect(statSync(join(source, "backup.sock")).mode & 0o777).toBe(0o600);
    writes.start(admin, 3);
    await vi.waitUntil(() => writes.known.size > 3, { timeout: 30_000 });
    acknowledged = await usersOf(admin);
    const made = await run("backup", { DATA_DIR: source }, file);
    expect(made).toMatchObject({ code: 0, stderr: "" });
    await writes.stop();
    const [last] = (await usersOf(admin)).filter(
      ({ userId }) => !acknowledged.some((known) => known.userId === userId),
    );
    // It wrote while the backup was made, or the test would prove nothing.
    expect(last).toBeDefined();
  } finally {
    await writes.stop();
    await server.remove();
  }
});

it("restores what was acknowledged before the backup began, and both stores become equal", async () => {
  const dataDir = join(directory, "elsewhere");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await restore(dataDir, file)).toMatchObject({ code: 0, stderr: "" });
  for (const program of ["reconcile", "verifyAudit"]) {
    expect(await run(program, { DATA_DIR: dataDir })).toMatchObject({ code: 0, stderr: "" });
  }
  const port = await freePort();
  const server = startServer({ DATA_DIR: dataDir, AUTH_EMULATOR_PORT: String(port) });
  try {
    const address = await server.address();
    const admin = await signInAsAdmin(address);
    await idTokenOf(address, "staff@example.com");
    const there = new Map((await usersOf(admin)).map(({ userId, version }) => [userId, version]));
    const lost = acknowledged.filter(({ userId, version }) => (there.get(userId) ?? 0) < version);
    expect(lost).toEqual([]);
    await untilNothingIsPending(admin);
    const users = await allUsers(admin);
    expect(users.filter(({ identityError }) => identityError !== null)).toEqual([]);
    const own = new Set(users.map(({ userId }) => userId));
    await expectBothStoresEqual(admin, port, own);
    expect(await restore(dataDir, file, "--replace")).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^DATA_DIR: \S+ is in use by another process/),
    });
  } finally {
    await server.remove();
  }
});

it("leaves those withdrawn who were disabled or erased since, where their directory is replaced", async () => {
  const dataDir = join(directory, "withdrawn");
  cpSync(source, dataDir, { recursive: true, filter: (path) => !path.endsWith(".sock") });
  const accountsFile = accountsFileIn(dataDir);
  const accounts = JSON.parse(readFileSync(accountsFile, "utf8"));
  const [disabled, erased] = ["staff@example.com", "orgadmin@example.com"];
  for (const user of accounts.users) if (user.email === disabled) user.disabled = true;
  accounts.users = accounts.users.filter((user: { email: string }) => user.email !== erased);
  writeFileSync(accountsFile, JSON.stringify(accounts));

  expect(await restore(dataDir, file, "--replace")).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^2 accounts of the backup are disabled or gone in \S+: --accounts stay/,
    ),
  });
  const placed = await restore(dataDir, file, "--replace", "--accounts", "stay");
  expect(placed).toMatchObject({ code: 0, stderr: "" });
  const at = /--at (\S+)\.$/m.exec(placed.stdout)?.[1] ?? "";
  const { stdout } = await run("restored", { DATA_DIR: dataDir }, "--at", at);
  expect(stdout).toMatch(new RegExp(`${disabled} .*would be enabled again`));
  expect(stdout).toMatch(new RegExp(`${erased} .*has no account, as if erased since`));
});

it("backs up a server that is stopped, and moves aside what a restore replaces", async () => {
  const dataDir = join(directory, "stopped");
  cpSync(source, dataDir, { recursive: true, filter: (path) => !path.endsWith(".sock") });
  const other = join(directory, "stopped.tar.gz");
  expect(await run("backup", { DATA_DIR: dataDir }, other)).toMatchObject({ code: 0, stderr: "" });
  expect(await run("backup", { DATA_DIR: dataDir }, other)).toMatchObject({
    code: 1,
    stderr: `${other} exists already; name a new file.\n`,
  });
  expect(await restore(dataDir, other)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^DATA_DIR: \S+ is not empty; --replace moves it aside/),
  });
  expect(await restore(dataDir, other, "--replace")).toMatchObject({ code: 0, stderr: "" });
  const aside = readdirSync(directory).filter((name) => name.startsWith("stopped.before-"));
  expect(aside).toHaveLength(1);
  expect(existsSync(join(directory, aside[0] ?? "", "database", "PG_VERSION"))).toBe(true);
  expect(existsSync(join(dataDir, "database", "PG_VERSION"))).toBe(true);
});

it("names a file that is no whole backup, and touches nothing", async () => {
  const bytes = readFileSync(file);
  const named = (name: string, content: Uint8Array) => {
    const path = join(directory, name);
    writeFileSync(path, content);
    return path;
  };
  const changed = Buffer.from(bytes);
  changed[changed.length >> 1] = (changed[changed.length >> 1] ?? 0) ^ 1;
  const cut = named("cut", bytes);
  truncateSync(cut, bytes.length >> 1);
  for (const path of [cut, named("changed", changed), named("foreign", Buffer.from("photo"))]) {
    const dataDir = join(directory, "untouched");
    const { code, stderr } = await restore(dataDir, path);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^\S+ is (no backup, or is damaged|damaged or cut off|damaged: .*)\.\n$/,
    );
    expect(existsSync(dataDir)).toBe(false);
  }
  expect((await restore(directory, join(directory, "absent"))).stderr).toMatch(
    /^\S+absent does not exist\.\n$/,
  );
});

it("points to the page where the database is PostgreSQL", async () => {
  for (const program of ["backup", "restore"]) {
    const { code, stderr } = await run(program, { DATABASE_URL: "postgres://127.0.0.1/x" }, file);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^DATABASE_URL: .*docs\/operations\/backup\.md\)\.\n$/);
  }
});
