import { subDays } from "date-fns";
import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { ListQuery } from "../../domain/api/parameters.ts";
import { IMPORT_DAYS, REVERT_DAYS } from "../../domain/imports/rules.ts";
import type { Deps } from "../context.ts";
import { limitTo, orderBy, readPage } from "../db/listPage.ts";
import type { Tables } from "../db/tables.ts";
import { notFound } from "../problem.ts";
import { refuseToRevert, type StoredImport } from "./storedImport.ts";

/** For so long dry runs of the release before are kept. */
const DRY_RUN_DAYS = 1;

interface NewImport<Result> {
  fileName: string;
  createdBy: string;
  at: Date;
  result: Result;
}

interface ImportTables {
  imports: string;
  changes: string;
  /** The column of the id in both of them. */
  id: string;
  /** The table of the records that are changed, and the column of their id. */
  records: string;
  recordId: string;
}

/** Whose imports are meant: those whose columns have these values. No column means all of them. */
export type ImportScope = Readonly<Record<string, number | null>>;

export interface ImportKey {
  scope: ImportScope;
  importId: number;
}

/**
 * The statements on imports of files of people and of contracts, which each have a table of imports and
 * one of changes. Changes live as long as the import can be undone. A row without `committed_at` is a
 * dry run of the release before.
 */
export function importStore<Result, Undone>(tables: ImportTables) {
  type Row = StoredImport<Result, Undone>;
  const imports = sql.table(tables.imports);
  const changes = sql.table(tables.changes);
  const id = sql.ref(tables.id);
  const columns = sql`
    i.${id} as import_id, i.file_name, i.created_at, u.user_name as created_by_name,
    i.committed_at, i.result, i.reverted_at, i.undone`;
  const from = sql`from ${imports} i join users u on u.user_id = i.created_by`;
  const isOf = (scope: ImportScope): RawBuilder<unknown> =>
    sql.join(
      [
        sql`i.committed_at is not null`,
        ...Object.entries(scope).map(
          ([column, value]) =>
            sql`${sql.ref(`i.${column}`)} ${value === null ? sql`is null` : sql`= ${value}`}`,
        ),
      ],
      sql` and `,
    );
  const isKey = ({ scope, importId }: ImportKey) => sql`i.${id} = ${importId} and ${isOf(scope)}`;
  /** Throws 404. */
  const found = async (db: Kysely<Tables>, key: ImportKey): Promise<Row> => {
    const { rows } = await sql<Row>`select ${columns} ${from} where ${isKey(key)}`.execute(db);
    const [row] = rows;
    if (!row) throw notFound();
    return row;
  };

  return {
    found,

    /** Locks an import that can be undone. Throws 404, 409 ALREADY_REVERTED, 422 TOO_LATE. */
    async revertible(trx: Transaction<Tables>, key: ImportKey, at: Date): Promise<Row> {
      await sql`select 1 from ${imports} i where ${isKey(key)} for update`.execute(trx);
      const row = await found(trx, key);
      refuseToRevert(row, at);
      return row;
    },

    /** A page of the imports, by their ids. */
    async list(
      db: Kysely<Tables>,
      scope: ImportScope,
      { sort, ...page }: Pick<ListQuery<string>, "page" | "size" | "sort">,
    ): Promise<{ rows: Row[]; total: number }> {
      const rows = sql<Row>`
        select ${columns} ${from} where ${isOf(scope)}
        ${orderBy(sort.direction, sql`i.${id}`)} ${limitTo(page)}`;
      return readPage(db, rows, sql`from ${imports} i where ${isOf(scope)}`);
    },

    async insert(
      trx: Transaction<Tables>,
      scope: ImportScope,
      { fileName, createdBy, at, result }: NewImport<Result>,
    ): Promise<Row> {
      const owned = Object.entries(scope);
      const names = sql.join([
        ...owned.map(([column]) => sql.ref(column)),
        ...["file_name", "created_by", "created_at", "committed_at", "result"].map((column) =>
          sql.ref(column),
        ),
      ]);
      const values = sql.join([
        ...owned.map(([, value]) => sql`${value}::bigint`),
        fileName,
        createdBy,
        sql`${at}::timestamptz`,
        sql`${at}::timestamptz`,
        sql`${JSON.stringify(result)}::jsonb`,
      ]);
      const { rows } = await sql<{ import_id: number }>`
        insert into ${imports} (${names}) values (${values}) returning ${id} as import_id`.execute(
        trx,
      );
      return found(trx, { scope, importId: rows[0]?.import_id ?? 0 });
    },

    async markReverted(
      trx: Transaction<Tables>,
      importId: number,
      { undone, at }: { undone: Undone; at: Date },
    ): Promise<void> {
      await sql`
        update ${imports} set reverted_at = ${at}, undone = ${JSON.stringify(undone)}::jsonb
        where ${id} = ${importId}`.execute(trx);
      await sql`delete from ${changes} where ${id} = ${importId}`.execute(trx);
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

    /** Deletes old imports, and what they changed once they cannot be undone. */
    async removeOld({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
      await sql`
        delete from ${imports} i where i.created_at < ${subDays(now(), IMPORT_DAYS)}
          or (i.committed_at is null and i.created_at < ${subDays(now(), DRY_RUN_DAYS)})`.execute(
        db,
      );
      const before = subDays(now(), REVERT_DAYS);
      await sql`
        delete from ${changes} c using ${imports} i
        where i.${id} = c.${id} and i.created_at < ${before}
          and i.committed_at < ${before}`.execute(db);
    },
  };
}
