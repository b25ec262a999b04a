import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../db/tables.ts";

/** Events of an organization whose ids are kept and whose rows of the ledger are missing. */
export interface LostEvents {
  organizationId: number;
  organizationNo: string;
  events: number;
  firstAt: Date;
}

/** Ids are kept for some months only, so only the end of the ledger is read. */
export async function findLostEvents(db: Kysely<Tables>): Promise<LostEvents[]> {
  return db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    const { rows } = await sql<LostEvents>`
      select o.organization_id as "organizationId", o.organization_no as "organizationNo",
        count(*) as events, min(i.occurred_at) as "firstAt"
      from usage_event_ids i join organizations o on o.organization_id = i.organization_id
      left join (
        select organization_id, occurred_at, event_id from ledger
        where occurred_at >= (select min(occurred_at) from usage_event_ids)
      ) l on l.organization_id = i.organization_id and l.occurred_at = i.occurred_at
        and l.event_id = i.event_id
      where l.event_id is null
      group by o.organization_id, o.organization_no order by o.organization_id`.execute(trx);
    return rows;
  });
}

/** Forgets these ids, so that the events can be reported again and count. */
export async function forgetLostEvents(
  db: Kysely<Tables>,
  { organizationId }: Pick<LostEvents, "organizationId">,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`
      delete from usage_event_ids i using (
        select k.month, k.event_id from usage_event_ids k
        left join (
          select occurred_at, event_id from ledger where organization_id = ${organizationId}
        ) l on l.occurred_at = k.occurred_at and l.event_id = k.event_id
        where k.organization_id = ${organizationId} and l.event_id is null
      ) lost
      where i.organization_id = ${organizationId} and i.month = lost.month
        and i.event_id = lost.event_id`.execute(trx);
  });
}
