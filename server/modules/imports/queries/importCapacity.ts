import { type Kysely, type SqlBool, sql, type Transaction } from "kysely";
import type { Tables } from "../../../db/tables.ts";
import { deleteWithRows, type ImportKey, isOfImport, organizationsWith } from "./imports.ts";

/** An import counts as so much at least, so that the room bounds their number. */
const LEAST_BYTES = 4_096;

/**
 * Measures the rows and changes that an import keeps now; returns what it kept before and after.
 */
export async function measureImport(
  trx: Transaction<Tables>,
  key: ImportKey,
): Promise<{ before: number; after: number }> {
  const { rows } = await sql<{ before: number; after: number }>`
    select i.kept_bytes as before, greatest(${LEAST_BYTES},
      (select coalesce(sum(pg_column_size(r)), 0) from dictionary_import_rows r
        where ${isOfImport("r", key)})
      + (select coalesce(sum(pg_column_size(c)), 0) from dictionary_import_changes c
        where ${isOfImport("c", key)}))::bigint as after
    from dictionary_imports i where ${isOfImport("i", key)}`.execute(trx);
  const [measured] = rows;
  if (!measured) throw new Error("an import is missing although the transaction holds it");
  await sql`
    update dictionary_imports i set kept_bytes = ${measured.after}
    where ${isOfImport("i", key)}`.execute(trx);
  return measured;
}

export interface PreparedImport {
  import_id: number;
  kept_bytes: number;
}

/**
 * Other imports of the organization that are not committed, and acts on entries: first those of
 * `userId`, the oldest first. Locks them, except those that are being committed, undone or cancelled.
 */
export async function lockPreparedRows(
  trx: Transaction<Tables>,
  { organizationId, importId }: ImportKey,
  userId: string,
): Promise<PreparedImport[]> {
  const { rows } = await sql<PreparedImport>`
    select i.import_id, i.kept_bytes from dictionary_imports i
    where i.organization_id = ${organizationId} and i.committed_at is null
      and i.import_id <> ${importId}
    order by i.created_by <> ${userId}, i.created_at, i.import_id
    for update skip locked`.execute(trx);
  return rows;
}

export function deleteImports(
  trx: Transaction<Tables>,
  organizationId: number,
  importIds: readonly number[],
): Promise<void> {
  return deleteWithRows(trx, organizationId, sql`i.import_id = any(${importIds}::bigint[])`);
}

/** Deletes the rows that have changed no entry: neither a screen nor the undoing reads them. */
export async function forgetOtherRows(trx: Transaction<Tables>, key: ImportKey): Promise<void> {
  await sql`
    delete from dictionary_import_rows r
    where ${isOfImport("r", key)} and not exists (
      select 1 from dictionary_import_changes c
      where ${isOfImport("c", key)} and c.row_no = r.row_no)`.execute(trx);
}

/** Deletes what undoes an import. */
export async function forgetChanges(trx: Transaction<Tables>, key: ImportKey): Promise<void> {
  await sql`delete from dictionary_import_rows r where ${isOfImport("r", key)}`.execute(trx);
  await sql`delete from dictionary_import_changes c where ${isOfImport("c", key)}`.execute(trx);
}

/** The same for all imports that were committed before `before`. */
export async function forgetOldChanges(db: Kysely<Tables>, before: Date): Promise<void> {
  const isOld = sql<SqlBool>`i.created_at < ${before} and i.committed_at < ${before}
    and i.kept_bytes > ${LEAST_BYTES}`;
  for (const organizationId of await organizationsWith(db, isOld)) {
    await sql`
      with old as (
        update dictionary_imports i set kept_bytes = ${LEAST_BYTES}
        where i.organization_id = ${organizationId} and ${isOld}
        returning i.dictionary_id, i.import_id
      ), rows as (
        delete from dictionary_import_rows r using old
        where r.organization_id = ${organizationId} and r.dictionary_id = old.dictionary_id
          and r.import_id = old.import_id
      )
      delete from dictionary_import_changes c using old
      where c.organization_id = ${organizationId} and c.dictionary_id = old.dictionary_id
        and c.import_id = old.import_id`.execute(db);
  }
}

/** What the imports of an organization take up; their number is bounded (4 kB at least each). */
export async function importBytes(db: Kysely<Tables>, organizationId: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(kept_bytes), 0)::bigint as bytes from dictionary_imports
    where organization_id = ${organizationId}`.execute(db);
  return rows[0]?.bytes ?? 0;
}
