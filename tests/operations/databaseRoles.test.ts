import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type AdminClient, signInAsAdmin } from "../process/adminClient.ts";
import { startServer } from "../process/runningServer.ts";
import { newContract } from "../support/contractRequests.ts";
import { describePostgres } from "../support/database.ts";
import { type DatabaseRoles, databaseWithRoles, hasPsql } from "../support/databaseRoles.ts";
import { suiteDirectory } from "../support/perSuite.ts";
import { onServer, urlOf } from "../support/postgresTemplate.ts";
import { Running, type Variables } from "../support/running.ts";

const PATIENCE = { timeout: 60_000, interval: 200 };

const directory = suiteDirectory("roles-");
let roles: DatabaseRoles;
beforeAll(async () => {
  roles = await databaseWithRoles();
});
afterAll(() => roles.drop());

const withData = (variables: Variables) => ({ DATA_DIR: directory, ...variables });
const ask = (text: string) => onServer(roles.running, (run) => run<Record<string, unknown>>(text));

/** What migrate.js prints, run by the owner although the variable of the server says to check only. */
async function migrateApart() {
  const { code, stdout, stderr } = await new Running(
    process.execPath,
    ["dist/server/migrate.js"],
    withData({ DATABASE_URL: roles.owner, MIGRATE: "check" }),
  ).ended;
  expect([code, stderr]).toEqual([0, ""]);
  return stdout.trimEnd().split("\n");
}

describePostgres("a role that migrates and one that runs the server", () => {
  describe.skipIf(!hasPsql)("as deploy/postgresql/roles.sql makes them", () => {
    let server: Running;
    let admin: AdminClient;
    let migratedQueues: unknown;

    beforeAll(async () => {
      roles.grant();
      const pending = startServer(withData({ DATABASE_URL: roles.running, MIGRATE: "check" }));
      const { code, stderr } = await pending.ended;
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(/^MIGRATE=check: the database lacks \d+ migrations up to .+\n$/),
      ]);
      expect(await migrateApart()).toContain("applied 001_people.sql");
      expect(await migrateApart()).toEqual(["Nothing to apply: the schema is current."]);
      // It can be repeated, and then takes what it had no table for.
      roles.grant();
      migratedQueues = await queues();
      await onServer(roles.owner, (run) => run("select pgboss.delete_queue('webhook')"));
      expect(await migrateApart()).toEqual(["made the job queue webhook"]);
      const first = startServer(withData({ DATABASE_URL: roles.running, MIGRATE: "check" }));
      expect(await first.ended).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(
          /^DATABASE_URL: the first start with the Auth Emulator writes demo data.+migrates\.\n$/,
        ),
      });
      await withDemoData();
      server = startServer(withData({ DATABASE_URL: roles.running, MIGRATE: "check" }));
      admin = await signInAsAdmin(await server.address());
    });
    afterAll(() => server.remove());

    /** The embedded identity service comes with demo data, which numbers rows by itself. */
    async function withDemoData() {
      const seeding = startServer(withData({ DATABASE_URL: roles.owner }));
      await seeding.address();
      seeding.signal("SIGTERM");
      expect((await seeding.ended).code).toBe(0);
    }

    it.each([
      "create table a (n integer)",
      "create temporary table a (n integer)",
      "alter table users add column n integer",
      "alter table users disable trigger all",
      "drop table audit_events",
      "drop index users_pkey",
      "truncate audit_events",
      "create index on users (created_at)",
      "create schema other",
      "create function f() returns integer language sql as 'select 1'",
      "create extension hstore",
      "select pgboss.create_queue('other', '{}')",
      "select drop_month_of('ledger', (select min(inhrelid::regclass::text) from pg_inherits where inhparent = 'ledger'::regclass))",
      "insert into schema_migrations (name, checksum) values ('999.sql', '')",
      "delete from schema_migrations",
    ])("refuses %s", async (statement) => {
      await expect(ask(statement)).rejects.toThrow(/permission denied|must be owner/);
    });

    const queues = async () => (await ask("select name from pgboss.queue order by name")).rows;

    // A start makes what is missing, and the one above, as the owner, could.
    it("leaves no queue to make for a start", async () => {
      expect(await queues()).toEqual(migratedQueues);
    });

    it("serves, with jobs, downloads and live changes", async () => {
      const changes = await fetch(
        `${await server.address()}/admin/api/v1/events`,
        admin.asItself(),
      );
      const heard = changes.body?.pipeThrough(new TextDecoderStream()).getReader();
      const answer = await admin.send("POST", "/contracts", newContract());
      expect(answer.status).toBe(201);
      await vi.waitUntil(async () => (await heard?.read())?.value?.includes("contracts"), PATIENCE);
      await heard?.cancel();
      expect(await admin.download("/contracts/export")).toContain("新規株式会社");
      // The account of the invited admin is made by a job, or at once.
      await vi.waitFor(async () => {
        expect((await ask("select from identity_outbox")).rows).toEqual([]);
      }, PATIENCE);
    });

    async function run(program: string, url: string, ...parameters: string[]) {
      const mine = mkdtempSync(join(tmpdir(), "roles-command-"));
      const variables = { DATA_DIR: mine, DATABASE_URL: url };
      const command = ["--liftoff-only", `dist/server/${program}.js`, ...parameters];
      const ended = await new Running(process.execPath, command, variables).ended;
      rmSync(mine, { recursive: true });
      return ended;
    }

    const doctor = async (url: string) =>
      (await run("doctor", url)).stdout.split("\n").filter((line) => line.includes("lacks"));

    it("ends a command that needs more rights with one line", async () => {
      const at = new Date().toISOString();
      expect(await run("restored", roles.running, "--at", at)).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(
          /^DATABASE_URL: its role may not do this \(permission denied for .+\); run it as the role that migrates\.\n$/,
        ),
      });
    });

    it("tells doctor.js which rights it lacks", async () => {
      expect(await doctor(roles.running)).toEqual([]);
      const role = new URL(roles.running).username;
      await onServer(roles.owner, async (run) => {
        await run(`revoke insert, delete on contracts from ${role}`);
        await run(`revoke usage on sequence contracts_contract_id_seq from ${role}`);
      });
      expect(await doctor(roles.running)).toEqual([
        `the role ${role} lacks USAGE on SEQUENCE public.contracts_contract_id_seq; ` +
          `DELETE, INSERT on public.contracts: as ${new URL(roles.owner).username}: ` +
          `GRANT USAGE ON SEQUENCE public.contracts_contract_id_seq TO ${role}; ` +
          `GRANT DELETE, INSERT ON public.contracts TO ${role};.`,
      ]);
      roles.grant();
    });

    it("are granted what they need beside the tables of others", async () => {
      const { pathname } = new URL(roles.owner);
      await onServer(urlOf(process.env.TEST_DATABASE_URL ?? "", pathname.slice(1)), (run) =>
        run("create table theirs (their_id serial primary key)"),
      );
      roles.grant();
      expect(await doctor(roles.running)).toEqual([]);
    });

    const partitions = async () => {
      const { rows } = await ask(
        `select inhrelid::regclass::text as name from pg_inherits
         where inhparent = 'audit_events'::regclass order by name`,
      );
      return rows.map(({ name }) => String(name));
    };

    it("makes and drops months by its jobs", async () => {
      const months = await partitions();
      const [last] = months.filter((name) => /\d{4}_\d{2}$/.test(name)).slice(-1);
      await onServer(roles.owner, async (run) => {
        await run(`drop table ${last}`);
        await run(
          `create table audit_events_2001_01 partition of audit_events
           for values from ('2001-01-01') to ('2001-02-01')`,
        );
      });
      await onServer(roles.running, (run) =>
        run("insert into pgboss.job (name, data) values ('keepAuditMonths', '{}')"),
      );
      await vi.waitFor(async () => expect(await partitions()).toEqual(months), PATIENCE);
    });
  });
});
