import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../db/tables.ts";

/** The first day of which the ledger has rows: months that are too old were dropped. */
export const FIRST_RETAINED_DAY = sql`(
  select coalesce((max(month) + interval '1 month')::date, '-infinity'::date) from ledger_months
  where dropped_at is not null)`;

/** A month of the ledger, how often it was corrected, and whether its sums are proven as they are. */
export interface MonthRow {
  /** The first day. */
  month: string;
  changes: number;
  proven: boolean;
}

/** The months from that of the first contract to the one before a day that are known, in their order. */
export async function findMonthsBefore(db: Kysely<Tables>, day: string): Promise<MonthRow[]> {
  const { rows } = await sql<MonthRow>`
    select m.month::date as month, coalesce(l.changes, 0)::bigint as changes,
      coalesce(l.changes = l.proven_changes, false) as proven
    from (
      select generate_series(date_trunc('month', (select min(start_date) from contract_usage)),
        ${day}::date - interval '1 month', interval '1 month') as month
    ) m
    left join ledger_months l on l.month = m.month
    order by m.month`.execute(db);
  return rows;
}

/** Notes that the sums of a month are right, unless it was corrected since `changes` was read. */
export async function noteProven(
  db: Kysely<Tables>,
  { month, changes }: Pick<MonthRow, "month" | "changes">,
): Promise<void> {
  await sql`
    insert into ledger_months (month, changes, proven_changes)
    values (${month}::date, ${changes}, ${changes})
    on conflict (month) do update set proven_changes = excluded.proven_changes`.execute(db);
}

declare module "../../../db/tables.ts" {
  interface Tables {
    ledger_months: {
      month: string;
      changes: number;
      proven_changes: number | null;
      dropped_at: Date | null;
    };
  }
}

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
