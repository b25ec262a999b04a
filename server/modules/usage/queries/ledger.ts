import { sql, type Transaction } from "kysely";
import { tokyoDate } from "../../../../domain/text/dates.ts";
import type { RecordedEvent, UsageEvent } from "../../../../domain/usage/rules.ts";
import type { Tables } from "../../../db/tables.ts";
import { FIRST_REVISION } from "../../vocabulary/queries/revision.ts";

interface FoundRow {
  place: number;
  workspace_found: boolean;
  revision_found: boolean;
  contract_id: number | null;
  organization_id: number;
  workspace_id: number | null;
  occurred_at: Date;
  seconds: number;
  vocabulary_revision: number | null;
}

export interface FoundEvents {
  recorded: RecordedEvent[];
  /** Events whose workspace is none, or one of their organization. */
  withWorkspace: ReadonlySet<UsageEvent>;
  /** Events whose revision is none, or one that the vocabulary of their organization has had. */
  withRevision: ReadonlySet<UsageEvent>;
}

/** What the ledger, the workspaces and the vocabularies know of events. */
export async function findEvents(
  trx: Transaction<Tables>,
  events: readonly UsageEvent[],
): Promise<FoundEvents> {
  const query = sql<FoundRow>`
    select e.place::integer, e.workspace_id is null or w.workspace_id is not null as workspace_found,
      coalesce(e.revision <= coalesce(v.revision, ${sql.lit(FIRST_REVISION)}), true) as revision_found,
      l.contract_id, l.organization_id, l.workspace_id, l.occurred_at, l.seconds,
      l.vocabulary_revision
    from unnest(${events.map(({ eventId }) => eventId)}::text[],
        ${events.map(({ organizationId }) => organizationId)}::bigint[],
        ${events.map(({ workspaceId }) => workspaceId)}::bigint[],
        ${events.map(({ vocabularyRevision }) => vocabularyRevision)}::bigint[])
      with ordinality e (event_id, organization_id, workspace_id, revision, place)
    left join usage_ledger l on l.event_id = e.event_id
    left join workspaces w
      on w.organization_id = e.organization_id and w.workspace_id = e.workspace_id
    left join vocabularies v on v.organization_id = e.organization_id`;
  const { rows } = await query.execute(trx);
  const recorded: RecordedEvent[] = [];
  const withWorkspace = new Set<UsageEvent>();
  const withRevision = new Set<UsageEvent>();
  for (const row of rows) {
    const event = events[row.place - 1];
    if (!event) continue;
    if (row.workspace_found) withWorkspace.add(event);
    if (row.revision_found) withRevision.add(event);
    if (row.contract_id !== null) recorded.push(toRecorded(event.eventId, row.contract_id, row));
  }
  return { recorded, withWorkspace, withRevision };
}

function toRecorded(eventId: string, contractId: number, row: FoundRow): RecordedEvent {
  return {
    eventId,
    contractId,
    organizationId: row.organization_id,
    workspaceId: row.workspace_id,
    occurredAt: row.occurred_at,
    seconds: row.seconds,
    vocabularyRevision: row.vocabulary_revision,
  };
}

/**
 * Writes events to the ledger and adds them to counters and sums, in one statement. Leaves
 * out those whose id was recorded meanwhile for another organization; returns the ids written.
 */
export async function writeEvents(
  trx: Transaction<Tables>,
  events: readonly RecordedEvent[],
): Promise<ReadonlySet<string>> {
  const query = sql<{ event_id: string }>`
    with written as (
      insert into usage_ledger
        (organization_id, contract_id, event_id, workspace_id, occurred_at, usage_date, seconds,
          vocabulary_revision)
      select * from unnest(${events.map(({ organizationId }) => organizationId)}::bigint[],
        ${events.map(({ contractId }) => contractId)}::bigint[],
        ${events.map(({ eventId }) => eventId)}::text[],
        ${events.map(({ workspaceId }) => workspaceId)}::bigint[],
        ${events.map(({ occurredAt }) => occurredAt.toISOString())}::timestamptz[],
        ${events.map(({ occurredAt }) => tokyoDate(occurredAt))}::date[],
        ${events.map(({ seconds }) => seconds)}::integer[],
        ${events.map(({ vocabularyRevision }) => vocabularyRevision)}::bigint[])
        e (o, c, event_id, w, at, day, s, revision)
      order by event_id
      on conflict (event_id) do nothing
      returning organization_id, contract_id, event_id, workspace_id, usage_date, seconds,
        vocabulary_revision
    ), summed as (
      insert into usage_daily as d (organization_id, contract_id, usage_date, workspace_id,
        transcript_count, seconds, event_rows)
      select organization_id, contract_id, usage_date, coalesce(workspace_id, 0),
        count(*), sum(seconds), count(*)
      from written group by 1, 2, 3, 4
      on conflict (organization_id, contract_id, usage_date, workspace_id) do update
      set transcript_count = d.transcript_count + excluded.transcript_count,
        seconds = d.seconds + excluded.seconds, event_rows = d.event_rows + excluded.event_rows
    ), used as (
      insert into vocabulary_uses as u (organization_id, revision, transcript_count)
      select organization_id, vocabulary_revision, count(*) from written
      where vocabulary_revision is not null group by 1, 2 order by 1, 2
      on conflict (organization_id, revision) do update
      set transcript_count = u.transcript_count + excluded.transcript_count
    ), counted as (
      update contract_usage u
      set transcript_count = u.transcript_count + w.transcripts, seconds = u.seconds + w.seconds
      from (select organization_id, contract_id, count(*) as transcripts, sum(seconds) as seconds
        from written group by 1, 2) w
      where u.organization_id = w.organization_id and u.contract_id = w.contract_id
    )
    select event_id from written`;
  const { rows } = await query.execute(trx);
  return new Set(rows.map(({ event_id }) => event_id));
}
