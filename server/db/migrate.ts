import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { installQueues, missingQueues, queuesChecksum } from "../jobs/queues.ts";
import { PlainError } from "../plainError.ts";
import { pgDetail, pgErrorCode } from "./errors.ts";
import { type Migration, readMigrations, separateStatements, worksFrom } from "./migrationFiles.ts";
import { type AppliedMigration, appliedMigrations, compareSchema } from "./schemaState.ts";
import type { Tables } from "./tables.ts";

export class MigrationError extends PlainError {}

/** The schema cannot be brought up to date. The message follows the name of a variable. */
export class OldSchemaError extends MigrationError {}

const OLD_BASELINE = "001_core.sql";
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
const SQL_STATE = /^(?!08|57)[0-9A-Z]{5}$/;
/** These wait for transactions at work, for as long as it takes, while others read and write. */
const HOLDS_NOBODY_UP = /^(\s|--.*\n)*(create (unique )?|drop |re)index\b.*\bconcurrently\b/is;

/** So long the audit log could be written to although its daily job failed each time. */
export const MONTHS_AHEAD = 3;

export function migrationsChecksum(migrations: readonly Migration[]): string {
  const all = migrations.map(({ name, checksum }) => `${name} ${checksum}`).join("\n");
  return createHash("sha256").update(all).update(queuesChecksum()).digest("hex").slice(0, 16);
}

/**
 * Returns the names. Changes nothing if newer copies have migrated and this one can run on. Throws
 * MigrationError, or OldSchemaError if the database is too old.
 */
export async function migrate(
  db: Kysely<Tables>,
  migrations?: readonly Migration[],
): Promise<string[]> {
  const known = migrations ?? (await readMigrations());
  return db.connection().execute(async (session) => {
    await sql`set statement_timeout = 0`.execute(session);
    await sql`set lock_timeout = ${sql.lit(LOCK_WAIT_MS)}`.execute(session);
    await endWithClient(session);
    await takeTurn(session);
    try {
      await withoutWaitingLong(() => createMigrationsTable(session));
      const applied = await appliedMigrations(session);
      refuseStrangers(known, applied);
      const { state, pending } = compareSchema(known, applied);
      if (state === "newer-compatible") return [];
      const names = new Set(pending);
      for (const migration of known) if (names.has(migration.name)) await apply(session, migration);
      await withoutWaitingLong(() => makeMonths(session));
      await withoutWaitingLong(() => installQueues(session));
      return pending;
    } finally {
      await sql`select pg_advisory_unlock(${MIGRATION_LOCK})`.execute(session);
      await sql`reset lock_timeout`.execute(session);
      await sql`reset statement_timeout`.execute(session);
    }
  });
}

/** What MIGRATE=check asks for. Changes nothing. Throws as `migrate` does, also if it had work to do. */
export async function checkMigrated(
  db: Kysely<Tables>,
  migrations?: readonly Migration[],
): Promise<void> {
  const known = migrations ?? (await readMigrations());
  const applied = await appliedMigrations(db);
  refuseStrangers(known, applied);
  const { state, pending } = compareSchema(known, applied);
  if (state === "newer-compatible") return;
  const queues = pending.length > 0 ? [] : await missingQueues(db);
  const last =
    pending.length > 1 ? [`${pending.length} migrations up to ${pending.at(-1)}`] : pending;
  const lacks = [...last, ...queues.map((name) => `the job queue ${name}`)];
  if (lacks.length === 0) return;
  throw new MigrationError(
    `MIGRATE=check: the database lacks ${lacks.join(", ")}; run node dist/server/migrate.js first.`,
  );
}

/** A process that was killed leaves no statement behind that works on, or waits and holds others up. */
async function endWithClient(session: Kysely<Tables>): Promise<void> {
  try {
    await sql`set client_connection_check_interval = '1s'`.execute(session);
  } catch {
    // Before PostgreSQL 14, in PGlite, and where the system cannot tell: lock_timeout ends the wait.
  }
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

async function createMigrationsTable(session: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ complete: boolean }>`
    select exists (
      select from pg_attribute
      where attrelid = to_regclass('schema_migrations') and attname = 'works_from'
    ) as complete`.execute(session);
  if (rows[0]?.complete) return;
  await sql`
    create table if not exists schema_migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`.execute(session);
  await sql`alter table schema_migrations add column if not exists works_from text`.execute(
    session,
  );
}

function refuseStrangers(
  migrations: readonly Migration[],
  applied: readonly AppliedMigration[],
): void {
  if (applied.some(({ name }) => name === OLD_BASELINE)) {
    throw new OldSchemaError(
      "the database was made by an older version and cannot be brought up to date",
    );
  }
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  for (const { name, checksum } of applied) {
    const own = known.get(name);
    if (own !== undefined && own !== checksum && !EDITED_MIGRATIONS[name]?.includes(checksum)) {
      throw new OldSchemaError(`migration ${name} was edited after the database had applied it`);
    }
  }
  const { state, unknown } = compareSchema(migrations, applied);
  if (state === "newer") {
    throw new MigrationError(
      `The database was migrated by a newer version of this program, and this one cannot run on it (${unknown.join(", ")}: unknown here). Start that version.`,
    );
  }
}

/** Names the migration in what goes wrong. Those before it stay applied, which a copy can start on. */
async function apply(session: Kysely<Tables>, migration: Migration): Promise<void> {
  try {
    await applyPatiently(session, migration);
  } catch (error) {
    const code = pgErrorCode(error);
    if (!(error instanceof Error) || code === undefined || !SQL_STATE.test(code)) throw error;
    const detail = pgDetail(error)?.replace(/\.$/, "");
    const reason = detail === undefined ? error.message : `${error.message}: ${detail}`;
    throw new MigrationError(
      `Migration ${migration.name} failed: ${reason} (${code}); those before it are applied.`,
      { cause: error },
    );
  }
}

async function applyPatiently(session: Kysely<Tables>, migration: Migration): Promise<void> {
  const statements = separateStatements(migration);
  if (statements === undefined) {
    await withoutWaitingLong(() =>
      session.transaction().execute(async (transaction) => {
        await sql.raw(migration.text).execute(transaction);
        await noteApplied(transaction, migration);
      }),
    );
    return;
  }
  for (const statement of statements) await applyAlone(session, statement);
  await noteApplied(session, migration);
}

/** Each can be repeated, after a process that was killed in between. */
async function applyAlone(session: Kysely<Tables>, statement: string): Promise<void> {
  if (!HOLDS_NOBODY_UP.test(statement)) {
    await withoutWaitingLong(() => sql.raw(statement).execute(session));
    return;
  }
  await sql`set lock_timeout = 0`.execute(session);
  await sql.raw(statement).execute(session);
  await sql`set lock_timeout = ${sql.lit(LOCK_WAIT_MS)}`.execute(session);
}

async function withoutWaitingLong(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (pgErrorCode(error) !== LOCK_NOT_AVAILABLE || attempt === ATTEMPTS) throw error;
      await setTimeout(PAUSE_MS);
    }
  }
}

async function noteApplied(session: Kysely<Tables>, migration: Migration): Promise<void> {
  const { name, checksum } = migration;
  await sql`
    insert into schema_migrations (name, checksum, works_from)
    values (${name}, ${checksum}, ${worksFrom(migration)})`.execute(session);
}

/**
 * Migrations that were edited after databases had applied them, and the checksums from before. No other
 * may be: tests/domain/releases.test.ts compares them with those of all releases.
 */
export const EDITED_MIGRATIONS: Readonly<Record<string, readonly string[]>> = {
  // On 25 November 2026, before 0.1.0: the paths of moved files in comments, nothing else.
  "001_people.sql": ["c2ad6c4f6029e33786a81394cb0c3649e9f2834b4aea8cbb68a23d94a3ad1a53"],
  "002_contracts.sql": ["689d51e85abbda0d9272e1b9eacca7960d0764f87b82958238a73d954b9fd86d"],
  "017_entry_fold.sql": ["3161d1e2cb9854b9c790d43d9686153552d987525a7b668208cf674c4378fe7b"],
};
