import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { ListQuery } from "../../domain/api/parameters.ts";
import type { FileEncoding } from "../../domain/files/formats.ts";
import type { Prepare } from "../db/snapshot.ts";
import type { Tables } from "../db/tables.ts";

/** An import as it is kept, beside the rows of its file and what it changed. */
export interface KeptImport<Result, Undone> {
  import_id: number;
  file_name: string;
  encoding: FileEncoding;
  ignored_columns: string[];
  converted_lines: number[];
  created_at: Date;
  created_by_name: string;
  committed_at: Date | null;
  result: Result | null;
  reverted_at: Date | null;
  undone: Undone | null;
}

export interface StagedRow<Cells> {
  rowNo: number;
  line: number;
  cells: Cells;
  reason: string | null;
}

export interface ErrorRow {
  row_no: number;
  line: number;
}

interface NewImport {
  fileName: string;
  encoding: FileEncoding;
  ignoredColumns: readonly string[];
  convertedLines: readonly number[];
  createdBy: string;
  createdAt: Date;
}

interface ImportTables {
  imports: string;
  rows: string;
  changes: string;
  /** The column of the id in all three of them. */
  id: string;
  /** The table of the records that are changed, and the column of their id. */
  records: string;
  recordId: string;
}

/** Whose imports are meant: those whose columns have these values. No column means all of them. */
export type ImportScope = Readonly<Record<string, number | null>>;

/** An import of its scope. */
export interface ImportKey {
  scope: ImportScope;
  importId: number;
}

/** Rows that are written by one statement: about 50 kB. */
const ROWS_AT_ONCE = 250;

/**
 * The statements on kept imports of files, which each have a table of imports, of the rows of their
 * files and of changes. Rows live until the commit, changes as long as the import can be undone.
 */
export function importStore<Cells, Result, Undone>(tables: ImportTables) {
  type Row = KeptImport<Result, Undone>;
  const imports = sql.table(tables.imports);
  const rowsTable = sql.table(tables.rows);
  const changes = sql.table(tables.changes);
  const id = sql.ref(tables.id);
  const columns = sql`
    i.${id} as import_id, i.file_name, i.encoding, i.ignored_columns, i.converted_lines, i.created_at,
    u.user_name as created_by_name, i.committed_at, i.result, i.reverted_at, i.undone`;
  const from = sql`from ${imports} i join users u on u.user_id = i.created_by`;
  const isOf = (scope: ImportScope): RawBuilder<unknown> =>
    sql.join(
      [
        sql`true`,
        ...Object.entries(scope).map(
          ([column, value]) =>
            sql`${sql.ref(`i.${column}`)} ${value === null ? sql`is null` : sql`= ${value}`}`,
        ),
      ],
      sql` and `,
    );
  const isKey = ({ scope, importId }: ImportKey) => sql`i.${id} = ${importId} and ${isOf(scope)}`;
  const mark = async (
    trx: Transaction<Tables>,
    importId: number,
    set: RawBuilder<unknown>,
  ): Promise<void> => {
    await sql`update ${imports} set ${set} where ${id} = ${importId}`.execute(trx);
  };

  return {
    async find(db: Kysely<Tables>, key: ImportKey): Promise<Row | undefined> {
      const { rows } = await sql<Row>`select ${columns} ${from} where ${isKey(key)}`.execute(db);
      return rows[0];
    },

    /** Waits for another commit, revert or cancellation of it. */
    async hold(trx: Transaction<Tables>, key: ImportKey): Promise<void> {
      await sql`select 1 from ${imports} i where ${isKey(key)} for update`.execute(trx);
    },

    /** A page of the committed imports, by their ids. */
    async findCommitted(
      db: Kysely<Tables>,
      scope: ImportScope,
      { page, size, sort }: Pick<ListQuery<string>, "page" | "size" | "sort">,
    ): Promise<{ rows: Row[]; total: number }> {
      const committed = sql`${isOf(scope)} and i.committed_at is not null`;
      const direction = sort.direction === "asc" ? sql`asc` : sql`desc`;
      const [{ rows }, counted] = await Promise.all([
        sql<Row>`
          select ${columns} ${from} where ${committed}
          order by i.${id} ${direction} limit ${size} offset ${page * size}`.execute(db),
        sql<{ total: number }>`
          select count(*) as total from ${imports} i where ${committed}`.execute(db),
      ]);
      return { rows, total: counted.rows[0]?.total ?? 0 };
    },

    async insert(trx: Transaction<Tables>, scope: ImportScope, made: NewImport): Promise<number> {
      const owned = Object.entries(scope);
      const names = sql.join([
        ...owned.map(([column]) => sql.ref(column)),
        ...["file_name", "encoding", "ignored_columns", "converted_lines"].map((column) =>
          sql.ref(column),
        ),
        ...["created_by", "created_at"].map((column) => sql.ref(column)),
      ]);
      const values = sql.join([
        ...owned.map(([, value]) => sql`${value}::bigint`),
        made.fileName,
        made.encoding,
        sql`${made.ignoredColumns}::text[]`,
        sql`${made.convertedLines}::integer[]`,
        made.createdBy,
        sql`${made.createdAt}::timestamptz`,
      ]);
      const { rows } = await sql<{ import_id: number }>`
        insert into ${imports} (${names}) values (${values}) returning ${id} as import_id`.execute(
        trx,
      );
      const [row] = rows;
      if (!row) throw new Error("an import was not inserted");
      return row.import_id;
    },

    /** How many imports are kept. */
    async count(trx: Transaction<Tables>, scope: ImportScope): Promise<number> {
      const { rows } = await sql<{ kept: number }>`
        select count(*) as kept from ${imports} i where ${isOf(scope)}`.execute(trx);
      return rows[0]?.kept ?? 0;
    },

    async remove(trx: Transaction<Tables>, key: ImportKey): Promise<void> {
      await sql`delete from ${imports} i where ${isKey(key)}`.execute(trx);
    },

    /** Deletes what a user has prepared and not committed. */
    async removePrepared(
      trx: Transaction<Tables>,
      scope: ImportScope,
      userId: string,
    ): Promise<void> {
      await sql`
        delete from ${imports} i
        where ${isOf(scope)} and i.created_by = ${userId} and i.committed_at is null`.execute(trx);
    },

    async removeOld(
      db: Kysely<Tables>,
      { preparedBefore, committedBefore }: { preparedBefore: Date; committedBefore: Date },
    ): Promise<void> {
      await sql`
        delete from ${imports} i where i.created_at < ${preparedBefore}
          and (i.committed_at is null or i.committed_at < ${committedBefore})`.execute(db);
    },

    async markCommitted(
      trx: Transaction<Tables>,
      importId: number,
      { result, at }: { result: Result; at: Date },
    ): Promise<void> {
      const json = sql`${JSON.stringify(result)}::jsonb`;
      await mark(trx, importId, sql`committed_at = ${at}, result = ${json}`);
    },

    async markReverted(
      trx: Transaction<Tables>,
      importId: number,
      { undone, at }: { undone: Undone; at: Date },
    ): Promise<void> {
      const json = sql`${JSON.stringify(undone)}::jsonb`;
      await mark(trx, importId, sql`reverted_at = ${at}, undone = ${json}`);
    },

    /** What earlier imports left of records is there again once undoing has written them. */
    async carryVersions(
      trx: Transaction<Tables>,
      importId: number,
      written: readonly (number | string)[],
    ): Promise<void> {
      const recordId = sql.ref(tables.recordId);
      await sql`
        update ${changes} o set version = r.version
        from ${changes} c join ${sql.table(tables.records)} r on r.${recordId} = c.${recordId}
        where c.${id} = ${importId} and c.${recordId}::text = any(${written.map(String)}::text[])
          and o.${recordId} = c.${recordId} and o.${id} <> c.${id}
          and o.version = c.version - 1`.execute(trx);
    },

    async insertRows(
      trx: Transaction<Tables>,
      importId: number,
      rows: readonly StagedRow<Cells>[],
    ): Promise<void> {
      for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
        const some = rows.slice(start, start + ROWS_AT_ONCE);
        await sql`
          insert into ${rowsTable} (${id}, row_no, line, cells, reason)
          select ${importId}::bigint, r."rowNo", r.line, r.cells, r.reason
          from jsonb_to_recordset(${JSON.stringify(some)}::jsonb)
            as r ("rowNo" integer, line integer, cells jsonb, reason text)`.execute(trx);
      }
    },

    /** All rows of an import. */
    async findRows(db: Kysely<Tables>, importId: number): Promise<StagedRow<Cells>[]> {
      const { rows } = await sql<StagedRow<Cells>>`
        select r.row_no as "rowNo", r.line, r.cells, r.reason from ${rowsTable} r
        where r.${id} = ${importId} order by r.row_no`.execute(db);
      return rows;
    },

    /** Of these rows, which the plan refuses, for a file. */
    errorRows(importId: number, rowNos: readonly number[]): Prepare<ErrorRow> {
      return async () => ({
        total: rowNos.length,
        rows: sql<ErrorRow>`
          select r.row_no, r.line from ${rowsTable} r
          where r.${id} = ${importId} and r.row_no = any(${rowNos}::integer[])
          order by r.row_no`,
      });
    },

    async removeRows(trx: Transaction<Tables>, importId: number): Promise<void> {
      await sql`delete from ${rowsTable} where ${id} = ${importId}`.execute(trx);
    },

    async forgetChanges(trx: Transaction<Tables>, importId: number): Promise<void> {
      await sql`delete from ${changes} where ${id} = ${importId}`.execute(trx);
    },

    /** The same for all imports that were committed before `before`. */
    async forgetOldChanges(db: Kysely<Tables>, before: Date): Promise<void> {
      await sql`
        delete from ${changes} c using ${imports} i
        where i.${id} = c.${id} and i.created_at < ${before} and i.committed_at < ${before}`.execute(
        db,
      );
    },
  };
}

/** What the statements on a kind of imports have in common, whatever its cells are. */
export type ImportStore<Cells, Result, Undone> = ReturnType<
  typeof importStore<Cells, Result, Undone>
>;
