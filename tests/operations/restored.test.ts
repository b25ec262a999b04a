import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { user } from "../../domain/users/schemas.ts";
import { openDatabase } from "../../server/db/client.ts";
import { sendJob } from "../../server/jobs/queues.ts";
import { type AdminClient, idTokenOf, signInAsAdmin } from "../process/adminClient.ts";
import { allUsers, untilNothingIsPending } from "../process/bothStores.ts";
import { type OwnPostgres, ownPostgres } from "../process/ownPostgres.ts";
import { startServer } from "../process/runningServer.ts";
import { describePostgres } from "../support/database.ts";
import { hasPsql } from "../support/databaseRoles.ts";
import { freePort } from "../support/freePort.ts";
import { onServer } from "../support/postgresTemplate.ts";
import { Running } from "../support/running.ts";
import { anEvent } from "./usageClient.ts";

const STAFF = "staff@example.com";
/** No demo account, which a start of the emulator would make again. */
const ERASED = "erased@example.com";
const ORPHAN = "new-admin@example.com";
const key = z.object({ serviceKeyId: z.number(), key: z.string() });
const accounts = z.object({
  users: z.array(
    z.object({ localId: z.string(), email: z.string(), disabled: z.boolean().default(false) }),
  ),
});

let directory: string;
let before: OwnPostgres;
let after: OwnPostgres;
let emulatorPort: number;
let running: Running | undefined;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "restored-"));
  before = await ownPostgres();
  after = await ownPostgres();
  emulatorPort = await freePort();
});
afterEach(async () => {
  await running?.remove();
  await before.close();
  await after.close();
  rmSync(directory, { recursive: true });
});

const variables = (url: string) => ({
  DATA_DIR: directory,
  DATABASE_URL: url,
  AUTH_EMULATOR_PORT: String(emulatorPort),
});

async function start(url: string): Promise<string> {
  running = startServer(variables(url));
  return running.address();
}

async function stop(): Promise<void> {
  running?.signal("SIGTERM");
  await running?.ended;
}

async function restored(...parameters: string[]) {
  const { code, stdout, stderr } = await new Running(
    process.execPath,
    ["--liftoff-only", "dist/server/restored.js", ...parameters],
    variables(after.url),
  ).ended;
  return { code, stderr, lines: stdout.trimEnd().split("\n") };
}

/** The accounts as the identity service has them. */
async function accountsThere() {
  const url = `http://127.0.0.1:${emulatorPort}/identitytoolkit.googleapis.com/v1/projects/demo-knowledge-insight/accounts:batchGet?maxResults=1000`;
  const response = await fetch(url, { headers: { authorization: "Bearer owner" } });
  const { users } = accounts.parse(await response.json());
  return users.sort((one, other) => (one.localId < other.localId ? -1 : 1));
}

async function statusOf(url: string, headers: Record<string, string>): Promise<number> {
  return (await fetch(url, { headers })).status;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** What a member, a program and a system admin are answered. */
async function statuses(address: string, idToken: string, keys: string[], admin: AdminClient) {
  const limits = `${address}/api/v1/contracts/limits?organizationId=1`;
  return {
    idToken: await statusOf(`${address}/api/v1/users/me`, bearer(idToken)),
    keys: await Promise.all(keys.map((each) => statusOf(limits, bearer(each)))),
    session: (await admin.at(address).send("GET", "/users?size=10")).status,
  };
}

async function newKey(admin: AdminClient, name: string) {
  const scopes = ["usage.report", "limits.read"];
  const { body } = await admin.send("POST", "/service-keys", {
    name,
    scopes,
    organizationIds: null,
  });
  return key.parse(body);
}

async function inDatabase<Result>(
  work: (db: Awaited<ReturnType<typeof openDatabase>>["db"]) => Promise<Result>,
) {
  const { db, close } = await openDatabase({ kind: "postgres", url: after.url });
  return work(db).finally(close);
}

/** The comparison of the night, now. */
async function repairByHand(): Promise<void> {
  await inDatabase((db) =>
    db.transaction().execute((trx) => sendJob(trx, "reconcileAccounts", {})),
  );
  const left =
    "select from pgboss.job where name in ('reconcileAccounts', 'account') and state < 'completed'";
  const of = "and name = 'reconcileAccounts'";
  await onServer(after.url, (run) =>
    vi.waitFor(async () => expect((await run(`${left} ${of}`)).rowCount).toBe(0), {
      timeout: 60_000,
      interval: 250,
    }),
  );
}

async function erase(admin: AdminClient, email: string): Promise<void> {
  const found = (await allUsers(admin)).find((one) => one.email === email);
  const path = `/users/${found?.userId}/personal-data`;
  expect((await admin.send("DELETE", path, { confirmation: email })).status).toBe(200);
}

describePostgres("a database that was put back", () => {
  it.skipIf(!hasPsql)(
    "brings back no access, and repairs no account before it is released",
    async () => {
      let address = await start(before.url);
      const admin = await signInAsAdmin(address);
      const person = { email: ERASED, userName: "消 花子", organizationId: 1 };
      expect((await admin.send("POST", "/users", person)).status).toBe(201);
      await untilNothingIsPending(admin);
      const idToken = await idTokenOf(address, STAFF);
      const revoked = await newKey(admin, "失効する");
      const lasting = await newKey(admin, "残る");
      const keys = [revoked.key, lasting.key];
      expect(await statuses(address, idToken, keys, admin)).toEqual({
        idToken: 200,
        keys: [200, 200],
        session: 200,
      });

      const dump = execFileSync("pg_dump", ["-Fc", before.url], { maxBuffer: 2 ** 28 });
      const at = new Date().toISOString();
      const staff = (await allUsers(admin)).find(({ email }) => email === STAFF);
      const disabled = await admin.send("PATCH", `/users/${staff?.userId}`, { status: "DISABLED" });
      expect(disabled.status).toBe(200);
      await erase(admin, ERASED);
      const invited = { email: ORPHAN, userName: "新 管理者", isSystemAdmin: true };
      expect((await admin.send("POST", "/users", invited)).status).toBe(201);
      const report = await fetch(`${address}/api/v1/usage-events`, {
        method: "POST",
        headers: { ...bearer(lasting.key), "content-type": "application/json" },
        body: JSON.stringify({ events: [anEvent("lost", 1)] }),
      });
      expect(report.status).toBe(200);
      await untilNothingIsPending(admin);
      expect((await admin.send("DELETE", `/service-keys/${revoked.serviceKeyId}`)).status).toBe(
        200,
      );
      const there = await accountsThere();
      expect(there.filter(({ disabled }) => disabled).map(({ email }) => email)).toContain(STAFF);
      await fetch(`${address}/admin/api/v1/session`, {
        method: "DELETE",
        headers: { ...admin.asItself().headers, origin: address },
      });
      expect(await statuses(address, idToken, keys, admin)).toEqual({
        idToken: 401,
        keys: [401, 200],
        session: 401,
      });
      await stop();
      execFileSync("pg_restore", ["-d", after.url], { input: dump });

      const reported = await restored("--at", at);
      expect(reported).toMatchObject({ code: 0, stderr: "" });
      const text = reported.lines.join("\n");
      expect(text.match(/would be enabled again/g)).toHaveLength(1);
      expect(text).toMatch(new RegExp(`${STAFF} .*would be enabled again`));
      expect(text.match(/has an account but no row/g)).toHaveLength(1);
      expect(text).toMatch(new RegExp(`${ORPHAN} .*has an account but no row`));
      expect(text).toMatch(new RegExp(`${ERASED} .*has no account, as if erased since`));
      const since = new Date(Date.parse(at) - 15 * 60_000).toISOString();
      expect(text).toContain(`Report again all usage events sent since ${since}`);

      address = await start(after.url);
      expect(running?.stderr).toMatch(/^Accounts are left as they are after a restore: .*\n$/);
      expect(await statuses(address, idToken, keys, admin)).toEqual({
        idToken: 401,
        keys: [401, 401],
        session: 401,
      });
      await repairByHand();
      const again = await signInAsAdmin(address);
      // A request about an account waits as well, and a person disabled by it is out at once.
      const other = (await allUsers(again)).find(({ email }) => email === "dictadmin@example.com");
      await again.send("PATCH", `/users/${other?.userId}`, { status: "DISABLED" });
      expect(await accountsThere()).toEqual(there);
      await stop();

      // It would send the name of a person who was erased to the identity service again.
      expect(await restored("--release", "adopt")).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(`${ERASED} `),
      });
      address = await start(after.url);
      await erase(again.at(address), ERASED);
      await stop();

      expect((await restored("--keep-keys", String(lasting.serviceKeyId))).lines).toEqual([
        `Key ${lasting.serviceKeyId} (残る) works again.`,
      ]);
      expect(await restored("--release", "adopt")).toMatchObject({
        code: 0,
        lines: ["1 users disabled here.", "Accounts follow the database again."],
      });
      address = await start(after.url);
      expect(running?.stderr).toBe("");
      await repairByHand();
      const last = again.at(address);
      await untilNothingIsPending(last);
      const here = user.array().parse(await allUsers(last));
      expect(here.find(({ email }) => email === STAFF)).toMatchObject({ status: "DISABLED" });
      const now = await accountsThere();
      expect(now.map(({ email }) => email)).toEqual(there.map(({ email }) => email));
      expect(now.find(({ email }) => email === STAFF)?.disabled).toBe(true);
      expect((await statuses(address, idToken, keys, last)).keys).toEqual([401, 200]);
    },
  );

  it("says in one sentence what is wrong with a time", async () => {
    for (const [time, sentence] of [
      ["2026-01-01", /^--at: "2026-01-01" is no time with its zone, /],
      ["2999-01-01T00:00:00Z", /^--at: \S+ is in the future\.\n$/],
      ["2001-01-01T00:00:00Z", /^--at: \S+ is more than a year ago\.\n$/],
    ] as const) {
      const { code, stderr } = await restored("--at", time);
      expect(code).toBe(2);
      expect(stderr).toMatch(sentence);
    }
  });
});
