import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { hasPgbouncer } from "../../scripts/findPgbouncer.ts";
import { openDatabase } from "../../server/db/client.ts";
import { MIGRATION_LOCK } from "../../server/db/migrate.ts";
import { readMigrations } from "../../server/db/migrationFiles.ts";
import { type OwnPostgres, ownPostgres } from "../process/ownPostgres.ts";
import { startServer } from "../process/runningServer.ts";
import { describePostgres } from "../support/database.ts";
import { onServer } from "../support/postgresTemplate.ts";
import type { Running, Variables } from "../support/running.ts";
import { type OwnPgbouncer, pgbouncerBefore } from "./ownPgbouncer.ts";
import { usageTarget } from "./usageTarget.ts";

const COPIES = 3;
const POOLED = 4;
const READS_AT_ONCE = 8;
const READS = 200;
const PATIENCE = { timeout: 60_000, interval: 50 };

describePostgres("three copies that start together on an empty database", () => {
  let directory: string;
  let postgres: OwnPostgres;
  let copies: Running[];
  let pgbouncer: OwnPgbouncer | undefined;

  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), "copies-"));
    postgres = await ownPostgres();
    copies = [];
  });
  afterEach(async () => {
    for (const copy of copies) await copy.remove();
    await pgbouncer?.stop();
    pgbouncer = undefined;
    await postgres.close();
    rmSync(directory, { recursive: true });
  });

  /** Starts all while the test holds their lock, until each has waited for longer than a row. */
  async function startTogether(variables: Variables): Promise<string[]> {
    await onServer(postgres.url, async (run) => {
      await run("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
      copies = Array.from({ length: COPIES }, (_, n) =>
        startServer({
          DATA_DIR: join(directory, `${n}`),
          FIREBASE_PROJECT_ID: "copies-tests",
          FIREBASE_API_KEY: "unused",
          RATE_LIMIT_PER_MINUTE: "1000000",
          ...variables,
        }),
      );
      await vi.waitFor(async () => expect(await waiting(postgres.url)).toBe(COPIES), PATIENCE);
    });
    return Promise.all(copies.map((copy) => copy.address()));
  }

  /** Lets several keys ask every copy for much at once; returns the connections this has opened. */
  async function connectionsAtWork(addresses: readonly string[]): Promise<number> {
    const { db, close } = await openDatabase({ kind: "postgres", url: postgres.url });
    const targets = [await usageTarget(db), await usageTarget(db)];
    await close();
    const readers = addresses.flatMap((address) =>
      targets.flatMap(({ key, organizationId }) =>
        Array.from({ length: READS_AT_ONCE }, async () => {
          for (let read = 0; read < READS / READS_AT_ONCE; read += 1) {
            const url = `${address}/api/v1/contracts/limits?organizationId=${organizationId}`;
            const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
            expect(answer.status).toBe(200);
          }
        }),
      ),
    );
    await Promise.all(readers);
    return openConnections(postgres.url);
  }

  async function expectMigratedOnce() {
    const applied = await onServer(postgres.url, (run) =>
      run("select name from schema_migrations order by name"),
    );
    const files = await readMigrations();
    expect(applied.rows.map(({ name }) => name)).toEqual(files.map(({ name }) => name));
    for (const copy of copies) expect(copy.stderr).toBe("");
  }

  it("migrate it once and open as many connections as DATABASE_POOL_SIZE says", async () => {
    const addresses = await startTogether({
      DATABASE_URL: postgres.url,
      DATABASE_POOL_SIZE: "2",
    });
    await expectMigratedOnce();
    expect(await connectionsAtWork(addresses)).toBe(COPIES * 2);
  });

  describe.skipIf(!hasPgbouncer)("through pgbouncer", () => {
    it("migrate it once and all serve, where it pools by the session", async () => {
      pgbouncer = await pgbouncerBefore(postgres.url, "session", COPIES * 13);
      await shortenLockTimeout(postgres.url);
      const addresses = await startTogether({ DATABASE_URL: pgbouncer.url });
      await expectMigratedOnce();
      expect(await connectionsAtWork(addresses)).toBeGreaterThan(COPIES * POOLED);
    });

    it("migrate it once and need few connections, where it pools by the transaction", async () => {
      pgbouncer = await pgbouncerBefore(postgres.url, "transaction", POOLED);
      await shortenLockTimeout(postgres.url);
      const addresses = await startTogether({
        DATABASE_URL: pgbouncer.url,
        DATABASE_DIRECT_URL: postgres.url,
      });
      await expectMigratedOnce();
      expect(await connectionsAtWork(addresses)).toBeLessThanOrEqual(POOLED);
    });
  });
});

/** So that those who wait for the migrations wait for longer than this without a pause in the test. */
async function shortenLockTimeout(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  const role = decodeURIComponent(new URL(url).username);
  await onServer(url, (run) =>
    run(`alter role "${role}" in database "${name}" set lock_timeout = '300ms'`),
  );
}

const OF_DATABASE = "datname = current_database() and pid <> pg_backend_pid()";

/** How many sessions ask for the lock again and again. */
async function waiting(url: string): Promise<number> {
  const { rows } = await onServer(url, (run) =>
    run(
      `select pid::text as name from pg_stat_activity
       where datname = current_database() and query like '%pg_try_advisory_lock%'
         and pid <> pg_backend_pid()`,
    ),
  );
  return rows.length;
}

async function openConnections(url: string): Promise<number> {
  const { rows } = await onServer(url, (run) =>
    run(
      `select pid::text as name from pg_stat_activity
       where ${OF_DATABASE} and application_name = 'knowledge-insight'`,
    ),
  );
  return rows.length;
}
