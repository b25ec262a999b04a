import { type Kysely, sql, type Transaction } from "kysely";
import type { Tables } from "../../../db/tables.ts";
import "../../serviceKeys/queries/credentials.ts";

/** A key that is about to end, an open alert about one, or both. */
export interface KeyRow {
  service_key_id: number | null;
  name: string;
  ends_at: Date;
  is_replaced: boolean;
  alert_id: number | null;
  raised_at: Date | null;
}

/** The keys that work and end before an instant, with the open alerts about keys. */
export async function findEndingKeys(
  db: Kysely<Tables>,
  { at, before }: { at: Date; before: Date },
): Promise<KeyRow[]> {
  const { rows } = await sql<KeyRow>`
    select ending.service_key_id, ending.name, ending.ends_at,
      ending.replaced_by is not null as is_replaced, open.alert_id, open.raised_at
    from (select service_key_id, name, ends_at, replaced_by from service_keys
        where revoked_at is null and ends_at > ${at} and ends_at <= ${before}) ending
      full join (select service_key_id, alert_id, raised_at from alerts
        where service_key_id is not null and resolved_at is null) open
      on open.service_key_id = ending.service_key_id`.execute(db);
  return rows;
}

interface KeyAlert {
  serviceKeyId: number;
  message: string;
  /** It is not raised again if it was since then. */
  since: Date;
}

export async function insertKeyAlert(
  trx: Transaction<Tables>,
  { serviceKeyId, message, since }: KeyAlert,
  at: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ alert_id: number }>`
    insert into alerts (service_key_id, kind, message, raised_at)
    select ${serviceKeyId}::bigint, 'KEY_ENDING', ${message}, ${at}::timestamptz
    where not exists (
      select from alerts a where a.service_key_id = ${serviceKeyId} and a.raised_at >= ${since})
    on conflict (service_key_id) where resolved_at is null and service_key_id is not null do nothing
    returning alert_id`.execute(trx);
  return rows[0]?.alert_id;
}
