import { type Kysely, sql, type Transaction } from "kysely";
import type { StagedPerson } from "../../../../domain/userImports/plan.ts";
import type { PersonCells } from "../../../../domain/userImports/rules.ts";
import type { Prepare } from "../../../db/snapshot.ts";
import type { Tables } from "../../../db/tables.ts";

/** Rows that are written by one statement: about 50 kB. */
const ROWS_AT_ONCE = 250;

export async function insertRows(
  trx: Transaction<Tables>,
  userImportId: number,
  rows: readonly StagedPerson[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const some = rows.slice(from, from + ROWS_AT_ONCE);
    await sql`
      insert into user_import_rows (user_import_id, row_no, line, cells, reason)
      select ${userImportId}::bigint, r."rowNo", r.line, r.cells, r.reason
      from jsonb_to_recordset(${JSON.stringify(some)}::jsonb)
        as r ("rowNo" integer, line integer, cells jsonb, reason text)`.execute(trx);
  }
}

interface StoredRow {
  row_no: number;
  line: number;
  cells: PersonCells;
  reason: string | null;
}

/** All rows of an import, at most MOST_PEOPLE. */
export async function findRows(db: Kysely<Tables>, userImportId: number): Promise<StagedPerson[]> {
  const { rows } = await sql<StoredRow>`
    select r.row_no, r.line, r.cells, r.reason from user_import_rows r
    where r.user_import_id = ${userImportId} order by r.row_no`.execute(db);
  return rows.map(({ row_no: rowNo, ...row }) => ({ rowNo, ...row }));
}

export interface ErrorRow {
  row_no: number;
  line: number;
}

/** Of these rows, which the plan refuses, for a file. */
export function rowsOf(userImportId: number, rowNos: readonly number[]): Prepare<ErrorRow> {
  return async () => ({
    total: rowNos.length,
    rows: sql<ErrorRow>`
      select r.row_no, r.line from user_import_rows r
      where r.user_import_id = ${userImportId} and r.row_no = any(${rowNos}::integer[])
      order by r.row_no`,
  });
}

export async function deleteRows(trx: Transaction<Tables>, userImportId: number): Promise<void> {
  await sql`delete from user_import_rows where user_import_id = ${userImportId}`.execute(trx);
}
