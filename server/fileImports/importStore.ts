import { addDays, subDays } from "date-fns";
import { type Kysely, sql, type Transaction } from "kysely";
import type { ListQuery } from "../../domain/api/parameters.ts";
import type { AuditedKind } from "../../domain/audit/kinds.ts";
import { IMPORT_DAYS, REVERT_DAYS } from "../../domain/imports/rules.ts";
import type { StoredFile } from "../../domain/imports/schemas.ts";
import type { Page } from "../../domain/paging.ts";
import { actOnMany } from "../audit/acting.ts";
import type { Deps } from "../context.ts";
import { limitTo, orderBy, readPage } from "../db/listPage.ts";
import type { Tables } from "../db/tables.ts";
import { publishChange } from "../events/publishChange.ts";
import type { Housekeeping } from "../jobs/housekeeping.ts";
import { pageAnswer } from "../pageAnswer.ts";
import { conflict, notFound, ruleBroken } from "../problem.ts";

/** For so long dry runs of the release before are kept. */
const DRY_RUN_DAYS = 1;

interface Undoable {
  committed_at: Date | null;
  reverted_at: Date | null;
}

/** Throws 409 ALREADY_REVERTED, 422 NOT_COMMITTED, TOO_LATE. */
export function refuseToRevert({ committed_at, reverted_at }: Undoable, at: Date): void {
  if (!committed_at) throw ruleBroken("NOT_COMMITTED");
  if (reverted_at) throw conflict("ALREADY_REVERTED");
  if (at > addDays(committed_at, REVERT_DAYS)) throw ruleBroken("TOO_LATE");
}

/** Until when an import can be undone; null unless it can. */
export function revertibleUntil({ committed_at, reverted_at }: Undoable, now: Date): string | null {
  const until = committed_at && !reverted_at ? addDays(committed_at, REVERT_DAYS) : null;
  return until && until >= now ? until.toISOString() : null;
}

type Counts = Readonly<Record<string, number>>;

/** What an import did, and what undoing it did. */
interface Outcome {
  result: Counts;
  undone: Counts | null;
}

/** An import of a file, beside what it changed. */
export interface StoredImport<Of extends Outcome> {
  import_id: number;
  file_name: string;
  created_at: Date;
  created_by_name: string;
  committed_at: Date;
  result: Of["result"];
  reverted_at: Date | null;
  undone: Of["undone"];
}

interface NewImport<Of extends Outcome> {
  fileName: string;
  createdBy: string;
  at: Date;
  result: Of["result"];
}

/** Of which organization an import is: null for those of system admins, missing in a table that has only these. */
interface ImportOwner {
  organizationId?: number | null;
}

export interface ImportKey extends ImportOwner {
  importId: number;
}

interface ImportTables<Summary extends Outcome> {
  kind: AuditedKind;
  /** What is imported: tables and columns are named by it. */
  record: "contract" | "user";
  present: (importId: number, stored: StoredFile & Pick<Summary, keyof Outcome>) => Summary;
}

/**
 * The imports of files of people and of contracts, which each have a table of imports and one of changes.
 * Changes are rows of their table without the id of the import, and live as long as it can be undone. A row
 * without `committed_at` is a dry run of the release before.
 */
export function importStore<Summary extends Outcome, Change extends object>({
  kind,
  record,
  present: withId,
}: ImportTables<Summary>) {
  type Row = StoredImport<Summary>;
  const imports = sql.table(`${record}_imports`);
  const changes = sql.table(`${record}_import_changes`);
  const id = sql.ref(`${record}_import_id`);
  const recordId = sql.ref(`${record}_id`);
  const columns = sql`
    i.${id} as import_id, i.file_name, i.created_at, u.user_name as created_by_name,
    i.committed_at, i.result, i.reverted_at, i.undone`;
  const from = sql`from ${imports} i join users u on u.user_id = i.created_by`;

  const isOf = ({ organizationId }: ImportOwner) => {
    const isCommitted = sql`i.committed_at is not null`;
    if (organizationId === undefined) return isCommitted;
    return organizationId === null
      ? sql`${isCommitted} and i.organization_id is null`
      : sql`${isCommitted} and i.organization_id = ${organizationId}`;
  };
  const isKey = (key: ImportKey) => sql`i.${id} = ${key.importId} and ${isOf(key)}`;

  /** Throws 404. */
  async function found(db: Kysely<Tables>, key: ImportKey): Promise<Row> {
    const { rows } = await sql<Row>`select ${columns} ${from} where ${isKey(key)}`.execute(db);
    const [row] = rows;
    if (!row) throw notFound();
    return row;
  }

  function present(row: Row, now: Date): Summary {
    return withId(row.import_id, {
      fileName: row.file_name,
      createdAt: row.created_at.toISOString(),
      createdByName: row.created_by_name,
      committedAt: row.committed_at.toISOString(),
      result: row.result,
      revertedAt: row.reverted_at?.toISOString() ?? null,
      undone: row.undone,
      revertibleUntil: revertibleUntil(row, now),
    });
  }

  async function insert(
    trx: Transaction<Tables>,
    owner: ImportOwner,
    { fileName, createdBy, at, result }: NewImport<Summary>,
  ): Promise<Row> {
    const { organizationId } = owner;
    const values = {
      ...(organizationId === undefined ? {} : { organization_id: organizationId }),
      file_name: fileName,
      created_by: createdBy,
      created_at: at,
      committed_at: at,
      result: JSON.stringify(result),
    };
    const names = Object.keys(values).map((column) => sql.ref(column));
    const { rows } = await sql<{ import_id: number }>`
      insert into ${imports} (${sql.join(names)}) values (${sql.join(Object.values(values))})
      returning ${id} as import_id`.execute(trx);
    return found(trx, { ...owner, importId: rows[0]?.import_id ?? 0 });
  }

  /** Writes records, whose events are parts of that of their import. */
  function asOneAct<Done>(
    trx: Transaction<Tables>,
    { organizationId = null }: ImportOwner,
    { import_id, file_name }: Row,
    write: () => Promise<Done>,
    countsOf: (done: Done) => Counts,
  ): Promise<Done> {
    return actOnMany({ kind: kind.name, id: import_id, organizationId }, async () => {
      const done = await write();
      const target = { kind, id: import_id, name: file_name, organizationId };
      await publishChange(trx, { ...target, counts: countsOf(done), isAction: true });
      return done;
    });
  }

  return {
    found,
    present,
    insert,

    /** A page of the imports, by their ids. */
    async list(
      { db, now }: Pick<Deps, "db" | "now">,
      owner: ImportOwner,
      query: ListQuery,
    ): Promise<Page<Summary>> {
      const page = sql<Row>`
        select ${columns} ${from} where ${isOf(owner)}
        ${orderBy(query.sort.direction, sql`i.${id}`)} ${limitTo(query)}`;
      const { rows, total } = await readPage(db, page, sql`from ${imports} i where ${isOf(owner)}`);
      return pageAnswer(query, { content: rows.map((row) => present(row, now())), total });
    },

    /** Throws 404. */
    async read({ db, now }: Pick<Deps, "db" | "now">, key: ImportKey): Promise<Summary> {
      return present(await found(db, key), now());
    },

    /** Stores an import, with what it changes of the records. */
    async commit(
      trx: Transaction<Tables>,
      owner: ImportOwner,
      made: NewImport<Summary>,
      write: () => Promise<readonly Change[]>,
    ): Promise<Row> {
      const row = await insert(trx, owner, made);
      const written = await asOneAct(trx, owner, row, write, () => made.result);
      const stored = written.map((one) => ({ ...one, [`${record}_import_id`]: row.import_id }));
      await sql`
        insert into ${changes}
        select c.* from jsonb_populate_recordset(null::${changes}, ${JSON.stringify(stored)}::jsonb) c`.execute(
        trx,
      );
      return row;
    },

    /**
     * Undoes an import: `undo` says what it did, and whose records it has written. Throws 404, 409
     * ALREADY_REVERTED, 422 TOO_LATE.
     */
    async revert<
      Done extends { undone: NonNullable<Summary["undone"]>; written: (number | string)[] },
    >(
      trx: Transaction<Tables>,
      key: ImportKey,
      at: Date,
      undo: (changed: Change[], row: Row) => Promise<Done>,
    ): Promise<Done & { row: Row }> {
      const { importId } = key;
      await sql`select 1 from ${imports} i where ${isKey(key)} for update`.execute(trx);
      const row = await found(trx, key);
      refuseToRevert(row, at);
      const { rows } = await sql<Change>`
        select c.* from ${changes} c where c.${id} = ${importId} order by c.${recordId}`.execute(
        trx,
      );
      const done = await asOneAct(
        trx,
        key,
        row,
        () => undo(rows, row),
        ({ undone }) => undone,
      );
      const { undone, written } = done;
      // What earlier imports left of records is there again once undoing has written them.
      await sql`
        update ${changes} o set version = r.version
        from ${changes} c join ${sql.table(`${record}s`)} r on r.${recordId} = c.${recordId}
        where c.${id} = ${importId} and c.${recordId}::text = any(${written.map(String)}::text[])
          and o.${recordId} = c.${recordId} and o.${id} <> c.${id}
          and o.version = c.version - 1`.execute(trx);
      await sql`
        update ${imports} set reverted_at = ${at}, undone = ${JSON.stringify(undone)}::jsonb
        where ${id} = ${importId}`.execute(trx);
      await sql`delete from ${changes} where ${id} = ${importId}`.execute(trx);
      return { ...done, row: { ...row, reverted_at: at, undone } };
    },

    /** Deletes old imports, and what they changed once they cannot be undone. */
    housekeeping({ db, now }: Pick<Deps, "db" | "now">): Housekeeping {
      const run = async () => {
        await sql`
          delete from ${imports} i where i.created_at < ${subDays(now(), IMPORT_DAYS)}
            or (i.committed_at is null
              and i.created_at < ${subDays(now(), DRY_RUN_DAYS)})`.execute(db);
        const before = subDays(now(), REVERT_DAYS);
        await sql`
          delete from ${changes} c using ${imports} i
          where i.${id} = c.${id} and i.created_at < ${before}
            and i.committed_at < ${before}`.execute(db);
      };
      return { [`delete old imports of ${record}s`]: run };
    },
  };
}
