import { type Kysely, sql, type Transaction } from "kysely";
import type { Tables } from "../../../db/tables.ts";
import type { DictionaryKey } from "./locks.ts";

/** Limits the number of changes that one transaction publishes. */
const AT_ONCE = 100;

/** A subselect reads the clock once, so that the index can be used. */
const hasExpired = sql`lease_expires_at <= (select clock_timestamp())`;

export async function hasExpiredLock(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql`
    select 1 from dictionary_locks where ${hasExpired} order by lease_expires_at limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

export async function deleteExpiredLocks(trx: Transaction<Tables>): Promise<DictionaryKey[]> {
  const { rows } = await sql<DictionaryKey>`
    with expired as (
      select organization_id, dictionary_id from dictionary_locks
      where ${hasExpired} order by lease_expires_at limit ${AT_ONCE} for update skip locked
    )
    delete from dictionary_locks l using expired e
    where l.organization_id = e.organization_id and l.dictionary_id = e.dictionary_id
    returning l.organization_id as "organizationId", l.dictionary_id as "dictionaryId"`.execute(
    trx,
  );
  return rows;
}
