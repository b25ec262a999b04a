import { type Kysely, sql } from "kysely";
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
