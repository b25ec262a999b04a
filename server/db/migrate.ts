import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { installQueues, queuesChecksum } from "../jobs/queues.ts";
import { pgErrorCode } from "./errors.ts";
import type { Tables } from "./tables.ts";

export class MigrationError extends Error {}

/** The schema cannot be brought up to date. The message follows the name of a variable. */
export class OldSchemaError extends MigrationError {}

export interface Migration {
  name: string;
  checksum: string;
  text: string;
}

const OLD_BASELINE = "001_core.sql";
const MIGRATIONS = new URL("./migrations/", import.meta.url);
/** An advisory lock id that nothing else uses: processes that start together migrate in turn. */
export const MIGRATION_LOCK = 7_402_011;

/**
 * Readers of a table wait behind a statement that waits to alter it. So that statement waits only
 * briefly and lets them through before it tries again, for minutes in all.
 */
const LOCK_WAIT_MS = 300;
const PAUSE_MS = 700;
const ATTEMPTS = 600;
const TURN_MS = 200;
const LOCK_NOT_AVAILABLE = "55P03";

/** So long the audit log could be written to although its daily job failed each time. */
export const MONTHS_AHEAD = 3;

export async function readMigrations(directory: URL = MIGRATIONS): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = (await readFile(new URL(name, directory), "utf8")).replaceAll("\r\n", "\n");
      return { name, checksum: createHash("sha256").update(text).digest("hex"), text };
    }),
  );
}

export function migrationsChecksum(migrations: readonly Migration[]): string {
  const all = migrations.map(({ name, checksum }) => `${name} ${checksum}`).join("\n");
  return createHash("sha256").update(all).update(queuesChecksum()).digest("hex").slice(0, 16);
}

/** Returns the names. Throws MigrationError, or OldSchemaError if the database is too old. */
export async function migrate(
  db: Kysely<Tables>,
  migrations?: readonly Migration[],
): Promise<string[]> {
  const known = migrations ?? (await readMigrations());
  return db.connection().execute(async (session) => {
    await sql`set statement_timeout = 0`.execute(session);
    // Statements outside of a transaction wait for as long as it takes; the others have a limit.
    await sql`set lock_timeout = 0`.execute(session);
    await takeTurn(session);
    try {
      const applied = await appliedMigrations(session);
      refuseStrangers(known, applied);
      const pending = known.filter(({ name }) => !applied.has(name));
      for (const migration of pending) await apply(session, migration);
      await makeMonths(session);
      await installQueues(session);
      return pending.map(({ name }) => name);
    } finally {
      await sql`select pg_advisory_unlock(${MIGRATION_LOCK})`.execute(session);
      await sql`reset lock_timeout`.execute(session);
      await sql`reset statement_timeout`.execute(session);
    }
  });
}

/**
 * Waits for other copies without a statement that waits: an index that is built concurrently would wait
 * for it in turn.
 */
async function takeTurn(session: Kysely<Tables>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ taken: boolean }>`
      select pg_try_advisory_lock(${MIGRATION_LOCK}) as taken`.execute(session);
    if (rows[0]?.taken) return;
    await setTimeout(TURN_MS);
  }
}

/**
 * The months of the audit log and of the ledger that jobs make, too: a server may have been off for long.
 */
async function makeMonths(session: Kysely<Tables>): Promise<void> {
  for (const name of ["make_audit_months", "make_ledger_months"]) {
    const { rows } = await sql<{ known: boolean }>`
      select to_regproc(${name}) is not null as known`.execute(session);
    if (rows[0]?.known) await sql`select ${sql.ref(name)}(${MONTHS_AHEAD})`.execute(session);
  }
}

async function appliedMigrations(session: Kysely<Tables>): Promise<Map<string, string>> {
  await sql`
    create table if not exists schema_migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`.execute(session);
  const { rows } = await sql<{ name: string; checksum: string }>`
    select name, checksum from schema_migrations`.execute(session);
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

function refuseStrangers(
  migrations: readonly Migration[],
  applied: ReadonlyMap<string, string>,
): void {
  if (applied.has(OLD_BASELINE)) {
    throw new OldSchemaError(
      "the database was made by an older version and cannot be brought up to date",
    );
  }
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  for (const [name, checksum] of applied) {
    const own = known.get(name);
    if (own === undefined) {
      throw new MigrationError(
        `The database was migrated by a newer version of this program (${name} is unknown here). Start that version.`,
      );
    }
    if (own !== checksum) {
      throw new OldSchemaError(`migration ${name} was edited after the database had applied it`);
    }
  }
}

async function apply(session: Kysely<Tables>, migration: Migration): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await applyOnce(session, migration);
      return;
    } catch (error) {
      if (pgErrorCode(error) !== LOCK_NOT_AVAILABLE || attempt === ATTEMPTS) throw error;
      await setTimeout(PAUSE_MS);
    }
  }
}

/** The first line of a migration whose statements cannot run in a transaction. */
const NO_TRANSACTION = "-- no transaction\n";

async function applyOnce(session: Kysely<Tables>, migration: Migration): Promise<void> {
  if (migration.text.startsWith(NO_TRANSACTION)) {
    await applyOutside(session, migration);
    return;
  }
  await session.transaction().execute(async (transaction) => {
    await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT_MS)}`.execute(transaction);
    await sql.raw(migration.text).execute(transaction);
    await noteApplied(transaction, migration);
  });
}

/**
 * Its statements hold nobody up, so they may wait for as long as others hold the table; and they can be
 * repeated, after a process that was killed in between.
 */
async function applyOutside(session: Kysely<Tables>, migration: Migration): Promise<void> {
  for (const statement of migration.text.split(/;\n/).filter((text) => text.trim() !== "")) {
    await sql.raw(statement).execute(session);
  }
  await noteApplied(session, migration);
}

async function noteApplied(session: Kysely<Tables>, { name, checksum }: Migration): Promise<void> {
  await sql`insert into schema_migrations (name, checksum) values (${name}, ${checksum})`.execute(
    session,
  );
}
