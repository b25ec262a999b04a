import { type Kysely, sql } from "kysely";
import { pgErrorCode } from "./errors.ts";
import { type Migration, readMigrations } from "./migrationFiles.ts";
import type { Tables } from "./tables.ts";

export interface AppliedMigration {
  name: string;
  checksum: string;
  works_from: string | null;
}

export interface SchemaState {
  /**
   * `newer-compatible`: newer copies have migrated, and said that this one can run on. `newer`: they
   * took away what this one needs.
   */
  state: "current" | "pending" | "newer-compatible" | "newer";
  pending: string[];
  unknown: string[];
}

/** How the schema of the database and this copy fit (docs/operations/upgrade.md#migrations). */
export async function schemaState(
  db: Kysely<Tables>,
  known?: readonly Migration[],
): Promise<SchemaState> {
  return compareSchema(known ?? (await readMigrations()), await appliedMigrations(db));
}

export function compareSchema(
  known: readonly Pick<Migration, "name">[],
  applied: readonly AppliedMigration[],
): SchemaState {
  const own = new Set(known.map(({ name }) => name));
  const there = new Set(applied.map(({ name }) => name));
  const pending = [...own].filter((name) => !there.has(name));
  const strangers = applied.filter(({ name }) => !own.has(name));
  const unknown = strangers.map(({ name }) => name);
  if (strangers.length === 0) {
    return { state: pending.length === 0 ? "current" : "pending", pending, unknown };
  }
  const isCompatible =
    pending.length === 0 &&
    strangers.every(({ works_from: from }) => from === null || own.has(from));
  return { state: isCompatible ? "newer-compatible" : "newer", pending, unknown };
}

/** In the order of their names. Changes nothing, and may run as a role that cannot change the schema. */
export async function appliedMigrations(db: Kysely<Tables>): Promise<AppliedMigration[]> {
  const { rows: tables } = await sql<{ known: boolean }>`
    select to_regclass('schema_migrations') is not null as known`.execute(db);
  if (!tables[0]?.known) return [];
  // Releases before 0.2.0 made the table without works_from.
  const { rows } = await sql<AppliedMigration>`
    select name, checksum, to_jsonb(schema_migrations) ->> 'works_from' as works_from
    from schema_migrations order by name`.execute(db);
  return rows;
}

/** Sign-ins and usage are compared with clocks of other machines; they allow for 5 minutes at most. */
const MOST_SECONDS = 60;

/** The clock of this machine and that of the database differ too much to decide by it. */
export class OtherClockError extends Error {
  override readonly name = "OtherClockError";
}

/**
 * By how many seconds the database's clock is ahead of this machine's, negative if it is behind: as
 * much as is certain, whenever the database looked at its clock between question and answer.
 */
export async function readClockOffset(db: Kysely<Tables>): Promise<number> {
  const before = Date.now();
  const { rows } = await sql<{ at: number }>`
    select 1000 * extract(epoch from pg_catalog.clock_timestamp())::float8 as at`.execute(db);
  const after = Date.now();
  const at = rows[0]?.at ?? after;
  return (at - Math.min(Math.max(at, before), after)) / 1_000;
}

/** Throws OtherClockError if the clocks differ by more than a minute. */
export async function refuseOtherClock({
  clockOffset,
}: {
  clockOffset(): Promise<number>;
}): Promise<void> {
  const seconds = Math.round(await clockOffset());
  if (Math.abs(seconds) <= MOST_SECONDS) return;
  const side = seconds > 0 ? "behind" : "ahead of";
  throw new OtherClockError(
    `The clock of this machine is ${Math.abs(seconds)} s ${side} that of the database.`,
  );
}

declare module "./tables.ts" {
  interface Tables {
    write_checks: { check_id: number; written_at: Date };
  }
}

/** A full disk, a database or standby that is read-only, and a role without the right. */
const REFUSED = /^(53100|25006|42501)$/;

/** Whether the database answered, but does not take writes. */
export function isWriteRefused(error: unknown): boolean {
  return REFUSED.test(pgErrorCode(error) ?? "");
}

/**
 * Writes as the product does; rejects if the database does not take it. The row fits into the space
 * of its old version, which a full disk does not refuse. So a sort that spills, to a file that goes
 * with its transaction, takes some new blocks where the tables are.
 */
export async function checkWrites(db: Kysely<Tables>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select set_config('work_mem', '64kB', true), set_config('temp_tablespaces', '', true)`.execute(
      trx,
    );
    await sql`
      select count(*) from (
        select repeat('x', 1000) || n as filler from generate_series(1, 200) as n order by filler
        offset 0
      ) as spilled`.execute(trx);
  });
  await sql`
    insert into write_checks (check_id, written_at) values (1, now())
    on conflict (check_id) do update set written_at = excluded.written_at`.execute(db);
}
