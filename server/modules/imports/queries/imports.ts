import {
  type ColumnType,
  type Generated,
  type Kysely,
  type RawBuilder,
  type SqlBool,
  sql,
  Transaction,
} from "kysely";
import type { ListQuery } from "../../../../domain/api/parameters.ts";
import type { EntryAction } from "../../../../domain/entries/bulk.ts";
import type { FileEncoding, ImportFormat } from "../../../../domain/files/formats.ts";
import type { ImportMode } from "../../../../domain/imports/rules.ts";
import type { ImportResult } from "../../../../domain/imports/schemas.ts";
import type { Tables } from "../../../db/tables.ts";
import type { DictionaryKey } from "../../locks/queries/locks.ts";

export interface ImportKey extends DictionaryKey {
  importId: number;
}

export interface ImportRow {
  import_id: number;
  dictionary_id: number;
  file_name: string;
  format: ImportFormat;
  encoding: FileEncoding;
  recognised_format: ImportFormat | null;
  recognised_encoding: FileEncoding | null;
  warning: string | null;
  ignored_columns: string[];
  converted_lines: number[];
  created_at: Date;
  created_by_name: string;
  committed_at: Date | null;
  mode: ImportMode | null;
  result: ImportResult | null;
  reverted_at: Date | null;
}

type NewImport = Pick<
  ImportRow,
  | "file_name"
  | "format"
  | "encoding"
  | "recognised_format"
  | "recognised_encoding"
  | "warning"
  | "ignored_columns"
  | "converted_lines"
  | "created_at"
> & { created_by: string };

const columns = sql`
  i.import_id, i.dictionary_id, i.file_name, i.format, i.encoding, i.recognised_format,
  i.recognised_encoding, i.warning, i.ignored_columns, i.converted_lines, i.created_at, u.user_name as created_by_name,
  i.committed_at, i.mode, i.result, i.reverted_at`;

const from = sql`from dictionary_imports i join users u on u.user_id = i.created_by`;

interface DictionaryImportsTable {
  organization_id: number;
  dictionary_id: number;
  import_id: Generated<number>;
  /** What was done to many entries at once; null for an import. */
  action: Generated<EntryAction | null>;
  created_by: string;
  created_at: Date;
  committed_at: Date | null;
  mode: ImportMode | null;
  result: ColumnType<ImportResult | null, string | null, string | null>;
}

declare module "../../../db/tables.ts" {
  interface Tables {
    dictionary_imports: DictionaryImportsTable;
  }
}

/** The import `i`, or the rows `r` or changes `c` of it. */
export const isOfImport = (
  table: "i" | "r" | "c",
  { organizationId, dictionaryId, importId }: ImportKey,
) => sql<SqlBool>`
  ${sql.ref(`${table}.organization_id`)} = ${organizationId}
  and ${sql.ref(`${table}.dictionary_id`)} = ${dictionaryId}
  and ${sql.ref(`${table}.import_id`)} = ${importId}`;

export async function findImport(
  db: Kysely<Tables>,
  key: ImportKey,
): Promise<ImportRow | undefined> {
  const { rows } = await sql<ImportRow>`
    select ${columns} ${from} where ${isOfImport("i", key)} and i.action is null`.execute(db);
  return rows[0];
}

/** Waits for another commit, revert or cancellation of it. */
export async function lockImportRow(trx: Transaction<Tables>, key: ImportKey): Promise<void> {
  await sql`select 1 from dictionary_imports i where ${isOfImport("i", key)} for update`.execute(
    trx,
  );
}

/** A page of the committed imports; undefined without the dictionary. */
export async function findImports(
  db: Kysely<Tables>,
  { organizationId, dictionaryId }: DictionaryKey,
  { page, size, sort }: ListQuery<"importId">,
): Promise<{ rows: ImportRow[]; total: number } | undefined> {
  const committed = sql`i.organization_id = ${organizationId}
    and i.dictionary_id = ${dictionaryId} and i.committed_at is not null`;
  const direction = sort.direction === "asc" ? sql`asc` : sql`desc`;
  const [{ rows }, counted] = await Promise.all([
    sql<ImportRow>`
      select ${columns} ${from} where ${committed}
      order by i.import_id ${direction} limit ${size} offset ${page * size}`.execute(db),
    sql<{ total: number }>`
      select (select count(*) from dictionary_imports i where ${committed}) as total
      from dictionaries
      where organization_id = ${organizationId} and dictionary_id = ${dictionaryId}`.execute(db),
  ]);
  const [count] = counted.rows;
  return count && { rows, total: count.total };
}

/** Undefined without the dictionary. */
export async function insertImport(
  trx: Transaction<Tables>,
  { organizationId, dictionaryId }: DictionaryKey,
  made: NewImport,
): Promise<number | undefined> {
  const held = await sql`
    select 1 from dictionaries
    where organization_id = ${organizationId} and dictionary_id = ${dictionaryId}
    for key share`.execute(trx);
  if (held.rows.length === 0) return undefined;
  const { rows } = await sql<{ import_id: number }>`
    insert into dictionary_imports (organization_id, dictionary_id, file_name, format, encoding,
      recognised_format, recognised_encoding, warning, ignored_columns, converted_lines,
      created_by, created_at)
    values (${organizationId}, ${dictionaryId}, ${made.file_name}, ${made.format},
      ${made.encoding}, ${made.recognised_format}, ${made.recognised_encoding}, ${made.warning},
      ${made.ignored_columns}::text[], ${made.converted_lines}::integer[], ${made.created_by}, ${made.created_at})
    returning import_id`.execute(trx);
  return rows[0]?.import_id;
}

export function deleteImport(trx: Transaction<Tables>, key: ImportKey): Promise<void> {
  return deleteWithRows(trx, key.organizationId, isOfImport("i", key));
}

/** Deletes the imports that a user has prepared for a dictionary and not committed. */
export function deletePrepared(
  trx: Transaction<Tables>,
  { organizationId, dictionaryId }: DictionaryKey,
  userId: string,
): Promise<void> {
  const prepared = sql<SqlBool>`i.dictionary_id = ${dictionaryId} and i.created_by = ${userId}
    and i.committed_at is null and i.action is null`;
  return deleteWithRows(trx, organizationId, prepared);
}

/** The organizations that have imports of a condition over `dictionary_imports i`. */
export async function organizationsWith(
  db: Kysely<Tables>,
  condition: RawBuilder<SqlBool>,
): Promise<number[]> {
  const { rows } = await sql<{ organization_id: number }>`
    select distinct i.organization_id from dictionary_imports i where ${condition}`.execute(db);
  return rows.map(({ organization_id }) => organization_id);
}

export async function deleteOldImports(
  db: Kysely<Tables>,
  { preparedBefore, committedBefore }: { preparedBefore: Date; committedBefore: Date },
): Promise<void> {
  const isOld = sql<SqlBool>`i.created_at < ${preparedBefore}
    and (i.committed_at is null or i.committed_at < ${committedBefore})`;
  for (const organizationId of await organizationsWith(db, isOld)) {
    await db.transaction().execute((trx) => deleteWithRows(trx, organizationId, isOld));
  }
}

/**
 * Deletes imports of a condition over `dictionary_imports i` with their rows, which have no foreign
 * key: checking it for each row took a sixth of a dry run.
 */
export async function deleteWithRows(
  trx: Transaction<Tables>,
  organizationId: number,
  condition: RawBuilder<SqlBool>,
): Promise<void> {
  const { rows } = await sql<{ dictionary_id: number; import_id: number }>`
    delete from dictionary_imports i where i.organization_id = ${organizationId} and ${condition}
    returning i.dictionary_id, i.import_id`.execute(trx);
  if (rows.length === 0) return;
  await sql`
    delete from dictionary_import_rows r where r.organization_id = ${organizationId}
      and r.dictionary_id = any(${rows.map(({ dictionary_id }) => dictionary_id)}::bigint[])
      and r.import_id = any(${rows.map(({ import_id }) => import_id)}::bigint[])`.execute(trx);
}

export async function markCommitted(
  trx: Transaction<Tables>,
  key: ImportKey,
  { mode, result, at }: { mode: ImportMode; result: ImportResult; at: Date },
): Promise<void> {
  await sql`
    update dictionary_imports i
    set committed_at = ${at}, mode = ${mode}, result = ${JSON.stringify(result)}::jsonb
    where ${isOfImport("i", key)}`.execute(trx);
}

export async function markReverted(
  trx: Transaction<Tables>,
  key: ImportKey,
  at: Date,
): Promise<void> {
  await sql`
    update dictionary_imports i set reverted_at = ${at} where ${isOfImport("i", key)}`.execute(trx);
}

/**
 * Runs statements that join thousands of rows which the planner does not know of yet: the rows were
 * just written, and the embedded database keeps no statistics. Its nested loops would compare every
 * row with every other.
 */
export async function byHashJoins<Result>(
  db: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  if (!(db instanceof Transaction)) {
    return db.transaction().execute((trx) => byHashJoins(trx, work));
  }
  await sql`set local enable_nestloop = off`.execute(db);
  const result = await work(db);
  await sql`set local enable_nestloop = on`.execute(db);
  return result;
}
