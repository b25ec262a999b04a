import { type Generated, type Kysely, sql, type Transaction } from "kysely";
import type { HandedRow } from "../../../../domain/dictionaries/handedRows.ts";
import type { Tables } from "../../../db/tables.ts";
import type { DictionaryKey } from "./locks.ts";

interface DictionaryHandedRowsTable {
  organization_id: number;
  dictionary_id: number;
  handed_id: Generated<number>;
  written_by: string;
  handed_to: string;
  handed_at: Date;
  is_given: boolean;
  unsaved: unknown;
}

declare module "../../../db/tables.ts" {
  interface Tables {
    dictionary_handed_rows: DictionaryHandedRowsTable;
  }
}

const isKey = ({ organizationId, dictionaryId }: DictionaryKey) => sql`
  r.organization_id = ${organizationId} and r.dictionary_id = ${dictionaryId}`;

/** Promises unsaved rows to who waits for the lock, instead of what was promised before. */
export async function promiseRows(
  trx: Transaction<Tables>,
  key: DictionaryKey,
  { writtenBy, rows }: { writtenBy: string; rows: readonly HandedRow[] },
): Promise<void> {
  await dropPromisedRows(trx, key);
  if (rows.length === 0) return;
  await sql`
    insert into dictionary_handed_rows
      (organization_id, dictionary_id, written_by, handed_to, handed_at, is_given, unsaved)
    select r.organization_id, r.dictionary_id, ${writtenBy}, r.requested_by, statement_timestamp(),
      false, ${JSON.stringify(rows)}::jsonb
    from dictionary_lock_requests r where ${isKey(key)}`.execute(trx);
}

/** Gives the rows that are promised to a person, who gets the lock now. */
export async function givePromisedRows(
  trx: Transaction<Tables>,
  key: DictionaryKey,
  userId: string,
): Promise<void> {
  await sql`
    update dictionary_handed_rows r set is_given = true, handed_at = statement_timestamp()
    where ${isKey(key)} and r.handed_to = ${userId} and not r.is_given`.execute(trx);
}

export async function dropPromisedRows(
  trx: Transaction<Tables>,
  key: DictionaryKey,
): Promise<void> {
  await sql`
    delete from dictionary_handed_rows r where ${isKey(key)} and not r.is_given`.execute(trx);
}

interface GivenRow {
  handed_id: number;
  written_by_name: string;
  handed_at: Date;
  unsaved: readonly HandedRow[];
}

/** What was given to a person and not taken yet, the oldest first. */
export async function findGivenRows(
  db: Kysely<Tables>,
  { userId, ...key }: DictionaryKey & { userId: string },
): Promise<GivenRow[]> {
  const { rows } = await sql<GivenRow>`
    select r.handed_id, u.user_name as written_by_name, r.handed_at, r.unsaved
    from dictionary_handed_rows r join users u on u.user_id = r.written_by
    where ${isKey(key)} and r.is_given and r.handed_to = ${userId}
    order by r.handed_id`.execute(db);
  return rows;
}

export async function deleteGivenRows(
  db: Kysely<Tables>,
  { userId, ...key }: DictionaryKey & { userId: string },
  handedId: number,
): Promise<void> {
  await sql`
    delete from dictionary_handed_rows r
    where ${isKey(key)} and r.is_given and r.handed_to = ${userId}
      and r.handed_id = ${handedId}`.execute(db);
}

/** As long as drafts are kept on a device. */
export async function deleteOldHandedRows(db: Kysely<Tables>): Promise<void> {
  await sql`
    delete from dictionary_handed_rows
    where handed_at < statement_timestamp() - interval '7 days'`.execute(db);
}
