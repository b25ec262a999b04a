import { type Kysely, Transaction } from "kysely";
import { type Recorded, recordEvent } from "../../server/audit/recordEvent.ts";
import type { Tables } from "../../server/db/tables.ts";

/** Writes an audit event in a transaction of its own, unless there is one. */
export function recordAlone(db: Kysely<Tables>, recorded: Recorded): Promise<void> {
  if (db instanceof Transaction) return recordEvent(db, recorded);
  return db.transaction().execute((trx) => recordEvent(trx, recorded));
}
