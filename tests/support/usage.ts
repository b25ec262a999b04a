import { type Kysely, sql } from "kysely";
import type { UsageEvent } from "../../domain/usage/rules.ts";
import type { Tables } from "../../server/db/tables.ts";

/** Noon in Tokyo on 2026-04-15, within the period of `april`. */
export const NOON = "2026-04-15T12:00:00+09:00";
export const april = { startDate: "2026-04-01", endDate: "2026-04-30" };

let events = 0;

/** A transcript of one minute at noon, with an id of its own. */
export function aUsageEvent(changes: Partial<UsageEvent> & { organizationId: number }): UsageEvent {
  events += 1;
  return {
    eventId: `event-${events}`,
    workspaceId: null,
    vocabularyRevision: null,
    occurredAt: new Date(NOON),
    seconds: 60,
    ...changes,
  };
}

export interface Use {
  contractId: number;
  transcripts: number;
  seconds: number;
}

/** The use of all contracts as the ledger has it. */
export async function ledgerUse(db: Kysely<Tables>): Promise<Use[]> {
  const { rows } = await sql<Use>`
    select contract_id as "contractId", sum(transcript_count)::bigint as transcripts,
      sum(seconds)::bigint as seconds
    from ledger group by 1 order by 1`.execute(db);
  return rows;
}

/** The differences between the ledger, its sums and the counters; none, if all is well. */
export async function sumsThatDiffer(db: Kysely<Tables>): Promise<unknown[]> {
  const { rows } = await sql`
    with ledger as (
      select contract_id, usage_date, coalesce(workspace_id, 0) as workspace_id,
        sum(transcript_count) as transcripts, sum(seconds) as seconds,
        count(event_id) as events, count(*) - count(event_id) as adjustments
      from ledger group by 1, 2, 3
    ), daily as (
      select contract_id, usage_date, workspace_id, transcript_count as transcripts, seconds,
        event_rows as events, adjustment_rows as adjustments
      from usage_daily
    )
    select 'daily' as what, l.*, d.* from ledger l
    full join daily d using (contract_id, usage_date, workspace_id)
    where (l.transcripts, l.seconds, l.events, l.adjustments)
      is distinct from (d.transcripts, d.seconds, d.events, d.adjustments)`.execute(db);
  const counters = await sql`
    select u.contract_id, u.transcript_count, u.seconds, l.transcripts, l.seconds as of_ledger
    from contract_usage u left join (
      select contract_id, sum(transcript_count) as transcripts, sum(seconds) as seconds
      from ledger group by 1
    ) l using (contract_id)
    where u.transcript_count <> coalesce(l.transcripts, 0) or u.seconds <> coalesce(l.seconds, 0)`.execute(
    db,
  );
  const trend = await sql`
    select usage_date, l.*, c.* from (
      select usage_date, sum(transcript_count) as transcripts, sum(seconds) as seconds
      from ledger group by 1
    ) l full join (
      select usage_date, sum(transcript_count) as counted, sum(seconds) as counted_seconds
      from usage_course group by 1
    ) c using (usage_date)
    where (transcripts, seconds) is distinct from (counted, counted_seconds)`.execute(db);
  return [...rows, ...counters.rows, ...trend.rows];
}
