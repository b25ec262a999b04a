import { cpSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openDatabase } from "../../server/db/client.ts";
import { ownPostgres } from "../process/ownPostgres.ts";
import { startServer } from "../process/runningServer.ts";
import { describePostgres } from "../support/database.ts";
import { perTest, suiteDirectory } from "../support/perSuite.ts";
import { onServer } from "../support/postgresTemplate.ts";
import { Running } from "../support/running.ts";
import { usageTarget } from "./usageTarget.ts";

/** How long a reader holds a table that a migration changes: 45 s is the number of the promise. */
const HELD_MS = Number(process.env.HELD_SECONDS ?? 4) * 1_000;
/** Of a request meanwhile. */
const LONGEST_MS = Math.min(5_000, HELD_MS / 2);
const WAITING =
  "select from pg_stat_activity where wait_event_type = 'Lock' and query ~ 'expanded integer'";

const PATIENCE = { timeout: 60_000, interval: 100 };

const directory = suiteDirectory("migrating-");
const postgres = perTest(() => ownPostgres());
let running: Running[];

beforeEach(async () => {
  running = [];
});
afterEach(async () => {
  for (const one of running) await one.remove();
});

const variables = (more: Record<string, string> = {}) => ({
  DATA_DIR: directory,
  DATABASE_URL: postgres.url,
  FIREBASE_PROJECT_ID: "migrating-tests",
  FIREBASE_API_KEY: "unused",
  RATE_LIMIT_PER_MINUTE: "1000000",
  ...more,
});

function started(more?: Record<string, string>): Running {
  const server = startServer(variables(more));
  running.push(server);
  return server;
}

/** The next release: this build with more migrations. */
function releaseWith(migrations: Record<string, string>): string {
  const release = mkdtempSync(join(directory, "release-"));
  cpSync("dist/server", join(release, "dist/server"), { recursive: true });
  cpSync("package.json", join(release, "package.json"));
  symlinkSync(resolve("node_modules"), join(release, "node_modules"));
  for (const [name, text] of Object.entries(migrations))
    writeFileSync(join(release, "dist/server/migrations", name), text);
  return release;
}

/** Runs a program of a release, by default the one that migrates. */
function run(release: string, program = "migrate", more: Record<string, string> = {}): Running {
  const path = join(release, "dist/server", `${program}.js`);
  const process_ = new Running(process.execPath, [path], variables(more));
  running.push(process_);
  return process_;
}

const failure = async (process_: Running) => {
  const { code, stderr } = await process_.ended;
  expect([code, stderr.trimEnd().split("\n").length]).toEqual([1, 1]);
  return stderr.trimEnd();
};

/** Holds a table, as a report or pg_dump does, while `work` is done. */
const whileRead = (table: string, work: (isWaiting: () => Promise<boolean>) => Promise<void>) =>
  onServer(postgres.url, async (read) => {
    await read("begin");
    await read(`select count(*) from ${table}`);
    await onServer(postgres.url, (look) => work(async () => (await look(WAITING)).rowCount === 1));
    await read("commit");
  });

async function aTarget() {
  const { db, close } = await openDatabase({ kind: "postgres", url: postgres.url });
  return usageTarget(db).finally(close);
}

describePostgres("migrating while a copy of the release before runs", () => {
  const column = "alter table contract_usage add column if not exists expanded integer";

  it.each([
    ["in a transaction", `${column};\n`],
    ["statement by statement", `-- no transaction\n${column};\n`],
  ])("delays no request by much while others read the table, %s", async (_, text) => {
    const old = started();
    const address = await old.address();
    const { key, organizationId } = await aTarget();
    const url = `${address}/api/v1/contracts/limits?organizationId=${organizationId}`;
    const ask = async () => {
      const began = performance.now();
      const { status } = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
      expect(status).toBe(200);
      return performance.now() - began;
    };
    const waits: number[] = [];
    let hasWaited = false;
    const migration = run(releaseWith({ "900_column.sql": text }));
    await whileRead("contract_usage", async (isWaiting) => {
      for (const until = performance.now() + HELD_MS; performance.now() < until; ) {
        waits.push(await ask());
        hasWaited ||= await isWaiting();
      }
      await vi.waitUntil(async () => hasWaited || (await isWaiting()), PATIENCE);
    });
    expect((await migration.ended).stdout).toBe("applied 900_column.sql\n");
    expect(Math.max(...waits)).toBeLessThan(LONGEST_MS);
    await ask();
  });

  it("leaves no statement behind that waits, when it is killed", async () => {
    await started().address();
    const migration = run(releaseWith({ "900_column.sql": `-- no transaction\n${column};\n` }));
    await whileRead("contract_usage", async (isWaiting) => {
      await vi.waitUntil(isWaiting, { ...PATIENCE, interval: 10 });
      migration.killGroup();
      await migration.ended;
      await vi.waitUntil(async () => !(await isWaiting()), { timeout: 3_000, interval: 100 });
    });
  });
});

describePostgres("a database that the next release has migrated", () => {
  const create = "create table expanded (n integer);\n";

  it("lets the release before start where the second of two migrations fails", async () => {
    await started().address();
    const next = releaseWith({ "900_first.sql": create, "901_second.sql": "select 1 / 0;\n" });
    const reason =
      "Migration 901_second.sql failed: division by zero (22012); those before it are applied.";
    expect(await failure(run(next))).toBe(reason);
    expect(await failure(run(next, "main"))).toBe(reason);
    const old = started();
    await old.address();
    expect(old.stderr).toBe(
      "The database was migrated by a newer version (900_first.sql), which this one can run on.\n",
    );
  });

  it("ends a start of the release before in one line where it says so", async () => {
    await started().address();
    const contract = `-- works from 900_first.sql\ndrop table expanded;\n`;
    await run(releaseWith({ "900_first.sql": create, "901_second.sql": contract })).ended;
    const line = /^The database was migrated by a newer version .*901_second\.sql: unknown here/;
    expect(await failure(started())).toMatch(line);
    expect(await failure(started({ MIGRATE: "check" }))).toMatch(line);
    // The release between both knows what the last one took away.
    const between = run(releaseWith({ "900_first.sql": create }), "main");
    await between.address();
  });

  it("is migrated by no start with MIGRATE=check", async () => {
    await started().address();
    const next = releaseWith({ "900_first.sql": create });
    expect(await failure(run(next, "main", { MIGRATE: "check" }))).toBe(
      "MIGRATE=check: the database lacks 900_first.sql; run node dist/server/migrate.js first.",
    );
    expect(await run(next).ended).toMatchObject({ code: 0, stdout: "applied 900_first.sql\n" });
    const checked = run(next, "main", { MIGRATE: "check" });
    await checked.address();
    expect(checked.stderr).toBe("");
  });
});
