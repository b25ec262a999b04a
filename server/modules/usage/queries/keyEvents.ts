import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../db/tables.ts";

/** Reserves so many events of a service key on a day, unless that makes more than `most`. */
export async function reserveEvents(
  db: Kysely<Tables>,
  { serviceKeyId, day }: { serviceKeyId: number; day: string },
  { events, most }: { events: number; most: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into service_key_events as k (service_key_id, day, reserved)
    values (${serviceKeyId}, ${day}::date, ${events}::bigint)
    on conflict (service_key_id, day) do update set reserved = k.reserved + excluded.reserved
    where k.reserved + excluded.reserved <= ${most}
    returning day`.execute(db);
  return rows.length > 0;
}

export async function deleteOldDays(db: Kysely<Tables>, before: string): Promise<void> {
  await sql`delete from service_key_events where day < ${before}::date`.execute(db);
}
