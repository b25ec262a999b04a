import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import { type Price, priceIn, type StoredTerms } from "../../../../domain/prices/rules.ts";
import {
  addMonths,
  lastDayOfMonth,
  monthOf,
  tokyoMidnight,
} from "../../../../domain/text/dates.ts";
import type { Tables } from "../../../db/tables.ts";
import "../../prices/queries.ts";
import "./closings.ts";
import { subDays } from "date-fns";
import { CLOSING_FORM, NO_ROOT } from "../../../../domain/closings/canonical.ts";
import { REPORTED_DAYS } from "../../../../domain/usage/rules.ts";
import { hex } from "../../../bytes.ts";
import { FIRST_RETAINED_DAY } from "../../ledger/queries/ledgerRows.ts";

/** A contract whose month may be closed, with what is closed of it. */
export interface CandidateRow {
  organization_id: number;
  contract_id: number;
  /** The last month before in which it was in force: its first day. */
  last_in_force: string | null;
  closed_month: string | null;
  closed_version: number | null;
  /** The closed month before this one. */
  previous_month: string | null;
  previous_boundary: number | null;
  previous_root: Uint8Array | null;
  previous_closed_at: Date | null;
  total_transcripts: number | null;
  total_seconds: number | null;
  /** Of the contract now; null where none were ever set. */
  prices: Price[] | null;
  max_transcript_count: number | null;
  max_transcript_minutes: number | null;
  is_in_force: boolean;
}

/** The latest closing of contract `u`, of those that the condition selects. */
const latest = (name: string, where = sql`true`) => sql`
  left join lateral (
    select k.month, k.version, k.boundary, k.root, k.closed_at, k.total_transcripts, k.total_seconds
    from closings k
    where k.organization_id = u.organization_id and k.contract_id = u.contract_id and ${where}
    order by k.month desc, k.version desc limit 1
  ) ${sql.table(name)} on true`;

/** The latest closing of each contract, whatever its month. */
export const latestClosing = latest("closed");

/** Contracts `u` in force in a month whose first day is given. */
const inForce = (first: string) => sql`(
  u.start_date <= ${lastDayOfMonth(monthOf(first))}::date and u.effective_end >= ${first}::date)`;

/**
 * Contracts `u` that the list and the act of a month are about: those in force in it, and those of
 * which something came late after their last closing, which are known by what they have used since.
 */
export const ofMonth = (first: string) => sql`(
  ${inForce(first)} or (closed.month < ${first}::date and u.effective_end < ${first}::date
    and (closed.total_transcripts, closed.total_seconds)
      is distinct from (u.transcript_count::bigint, u.seconds)))`;

/**
 * Contracts of a month in the order of their ids. Named ones are all that were in force in it or have a
 * closed month; the others are left out.
 */
export async function findCandidates(
  db: Kysely<Tables>,
  first: string,
  contractIds: readonly number[] | undefined,
): Promise<CandidateRow[]> {
  const selected = contractIds
    ? sql`u.contract_id = any(${contractIds}::bigint[])
        and (${inForce(first)} or closed.month is not null)`
    : ofMonth(first);
  const { rows } = await sql<CandidateRow>`
    select u.organization_id, u.contract_id,
      case when u.start_date < ${first}::date
        then date_trunc('month', least(u.effective_end, ${first}::date - 1))::date end as last_in_force,
      closed.month as closed_month, closed.version as closed_version,
      before.month as previous_month, before.boundary as previous_boundary,
      before.root as previous_root, before.closed_at as previous_closed_at,
      before.total_transcripts, before.total_seconds,
      p.prices, u.max_transcript_count, u.max_transcript_minutes, ${inForce(first)} as is_in_force
    from contract_usage u
    ${latestClosing}
    ${latest("before", sql`k.month < ${first}::date`)}
    left join contract_prices p
      on p.organization_id = u.organization_id and p.contract_id = u.contract_id
    where ${selected}
    order by u.organization_id, u.contract_id`.execute(db);
  return rows;
}

/** An event is reported within 90 days; a day more, since clocks differ. */
const LATE_DAYS = REPORTED_DAYS + 1;

interface NewClosings {
  /** The first day. */
  month: string;
  boundary: number;
  reason: string | null;
  closedAt: Date;
  closedBy: string;
  contracts: readonly CandidateRow[];
}

/** The smallest of the values that contracts have; null where none has one. */
function least<Value extends string | Date>(values: readonly (Value | null)[]): Value | null {
  return values.reduce<Value | null>(
    (first, one) => (one !== null && (first === null || one < first) ? one : first),
    null,
  );
}

/**
 * Closes a month of contracts in one statement: figures and roots of all of them from one reading of
 * their ledgers (docs/product/closings.md). Rows with ids below the boundary are committed and do not
 * change, so that it locks nothing that reports of usage wait for.
 */
export async function insertClosings(
  trx: Transaction<Tables>,
  { month, boundary, reason, closedAt, closedBy, contracts }: NewClosings,
): Promise<void> {
  const column = <Value>(of: (row: CandidateRow) => Value) => contracts.map(of);
  // `open_from` is from when on rows of a contract are in no closing, `late_from` the earliest time of an
  // event that can have come since the last.
  const wanted = sql`
    wanted as materialized (
      select w.*,
        coalesce(w.previous_month + interval '1 month', ${month}::date) at time zone 'Asia/Tokyo'
          as open_from,
        w.previous_closed_at - ${sql.lit(LATE_DAYS)} * interval '1 day' as late_from
      from unnest(
        ${column((row) => row.organization_id)}::bigint[],
        ${column((row) => row.contract_id)}::bigint[],
        ${column((row) => (row.closed_month === month ? (row.closed_version ?? 0) : 0) + 1)}::integer[],
        ${column((row) => row.previous_month)}::date[],
        ${column((row) => row.previous_boundary)}::bigint[],
        ${column((row) => row.previous_root && hex(row.previous_root))}::text[],
        ${column((row) => row.total_transcripts)}::bigint[],
        ${column((row) => row.total_seconds)}::bigint[],
        ${column((row) => row.previous_closed_at?.toISOString() ?? null)}::timestamptz[],
        ${column((row) => termsOf(row, month))}::jsonb[],
        ${column((row) => row.max_transcript_count)}::integer[],
        ${column((row) => row.max_transcript_minutes)}::integer[]
      ) w (organization_id, contract_id, version, previous_month, previous_boundary, previous_root,
        total_transcripts, total_seconds, previous_closed_at, terms, max_transcript_count,
        max_transcript_minutes)
    )`;
  // Each bound stands once for the plan, which prunes months by it, and once for each contract.
  const firstMonth = least(column((row) => row.previous_month));
  const firstOpen = tokyoMidnight(firstMonth === null ? month : addMonths(firstMonth, 1));
  const firstClosed = least(column((row) => row.previous_closed_at));
  const firstLate = firstClosed === null ? firstOpen : subDays(firstClosed, LATE_DAYS);
  const carried = sql`
    carried as materialized (
      ${rowsOf(
        sql`l.occurred_at >= w.open_from and l.occurred_at >= ${firstOpen}
        and l.occurred_at < ${tokyoMidnight(addMonths(month, 1))}`,
        boundary,
      )}
      union all
      ${rowsOf(
        sql`l.event_id is not null and l.ledger_id >= w.previous_boundary
        and l.occurred_at >= w.late_from and l.occurred_at >= ${firstLate}
        and l.occurred_at < w.open_from`,
        boundary,
      )}
      union all
      ${rowsOf(
        sql`l.event_id is null and l.ledger_id >= w.previous_boundary
        and l.occurred_at < w.open_from`,
        boundary,
      )}
    )`;
  const figure = (column: string, where: RawBuilder<unknown>) =>
    sql`coalesce(sum(${sql.ref(column)}) filter (where ${where}), 0)::bigint`;
  const own = sql`usage_date >= ${month}::date`;
  const late = sql`usage_date < ${month}::date`;
  const head = sql`concat('{"boundary":', ${boundary}::bigint, ',"contractId":', w.contract_id,
    ',"form":', ${CLOSING_FORM}::integer, ',"month":"', ${monthOf(month)}::text,
    '","organizationId":', w.organization_id, ',"version":', w.version, '}', chr(10),
    coalesce(w.previous_root, ${NO_ROOT}), chr(10))`;
  await sql`
    with ${wanted}, ${carried}, ${daysOf}, ${beforeFirst(month, boundary)},
    sums as (
      select organization_id, contract_id,
        ${figure("transcript_count", sql`${own} and event_id is not null`)} as transcripts,
        ${figure("seconds", sql`${own} and event_id is not null`)} as seconds,
        count(event_id) filter (where ${own}) as events,
        ${figure("transcript_count", sql`${own} and event_id is null`)} as adjusted_transcripts,
        ${figure("seconds", sql`${own} and event_id is null`)} as adjusted_seconds,
        ${figure("transcript_count", late)} as late_transcripts,
        ${figure("seconds", late)} as late_seconds,
        count(*) filter (where ${late}) as late_events,
        sum(transcript_count)::bigint as all_transcripts, sum(seconds)::bigint as all_seconds,
        string_agg(line, '' order by occurred_at, event_id collate "C" nulls first, ledger_id) as lines
      from carried group by organization_id, contract_id
    )
    insert into closings (organization_id, contract_id, month, version, form, boundary, previous_month,
      previous_boundary, previous_root, root, transcripts, seconds, events, adjusted_transcripts,
      adjusted_seconds, late_transcripts, late_seconds, late_events, total_transcripts, total_seconds,
      days, max_transcript_count, max_transcript_minutes, terms, reason, closed_at, closed_by)
    select w.organization_id, w.contract_id, ${month}::date, w.version, ${CLOSING_FORM}::integer,
      ${boundary}::bigint, w.previous_month, w.previous_boundary, decode(w.previous_root, 'hex'),
      sha256(convert_to(${head} || coalesce(s.lines, ''), 'UTF8')),
      coalesce(s.transcripts, 0), coalesce(s.seconds, 0), coalesce(s.events, 0),
      coalesce(s.adjusted_transcripts, 0), coalesce(s.adjusted_seconds, 0),
      coalesce(s.late_transcripts, 0), coalesce(s.late_seconds, 0), coalesce(s.late_events, 0),
      coalesce(w.total_transcripts, b.transcripts, 0) + coalesce(s.all_transcripts, 0),
      coalesce(w.total_seconds, b.seconds, 0) + coalesce(s.all_seconds, 0),
      coalesce(d.days, '[]'::jsonb), w.max_transcript_count, w.max_transcript_minutes, w.terms,
      case when w.version > 1 then ${reason}::text end, ${closedAt}::timestamptz, ${closedBy}::text
    from wanted w
    left join sums s on s.organization_id = w.organization_id and s.contract_id = w.contract_id
    left join days d on d.organization_id = w.organization_id and d.contract_id = w.contract_id
    left join before b on b.organization_id = w.organization_id and b.contract_id = w.contract_id`.execute(
    trx,
  );
}

/** By what the statement of a contract is charged, as JSON; null where no price is in force. */
function termsOf(row: CandidateRow, month: string): string | null {
  const price = priceIn(row.prices ?? [], monthOf(month));
  if (!price) return null;
  const terms: StoredTerms = { price, isInForce: row.is_in_force };
  return JSON.stringify(terms);
}

/** A row of the ledger in its line of the canonical form. Event ids are ASCII, of which JSON escapes two. */
const line = sql`concat('{"contractId":', l.contract_id,
  ',"eventId":', coalesce(to_json(l.event_id)::text, 'null'), ',"ledgerId":', l.ledger_id,
  ',"occurredAt":"', to_char(l.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
  '","organizationId":', l.organization_id, ',"seconds":', l.seconds,
  ',"transcripts":', l.transcript_count,
  ',"workspaceId":', coalesce(l.workspace_id::text, 'null'), '}', chr(10))`;

/** Rows `l` of the ledger of contracts `w` below the boundary. */
const rowsOf = (where: RawBuilder<unknown>, boundary: number) => sql`
  select l.organization_id, l.contract_id, l.usage_date, l.workspace_id, l.event_id, l.occurred_at,
    l.ledger_id, l.transcript_count, l.seconds, ${line} as line
  from wanted w
  join ledger l on l.organization_id = w.organization_id and l.contract_id = w.contract_id
  where ${where} and l.ledger_id < ${boundary}`;

/** The figures by day and workspace, in the form of domain/closings/rules.ts. */
const daysOf = sql`
  days as (
    select organization_id, contract_id, jsonb_agg(jsonb_build_object(
      'day', usage_date, 'workspaceId', workspace_id, 'transcripts', transcripts, 'seconds', seconds,
      'adjustments', jsonb_build_object(
        'transcripts', adjusted_transcripts, 'seconds', adjusted_seconds)
    ) order by usage_date, coalesce(workspace_id, 0)) as days
    from (
      select organization_id, contract_id, usage_date, workspace_id,
        count(event_id) as transcripts,
        coalesce(sum(seconds) filter (where event_id is not null), 0)::bigint as seconds,
        coalesce(sum(transcript_count) filter (where event_id is null), 0)::bigint
          as adjusted_transcripts,
        coalesce(sum(seconds) filter (where event_id is null), 0)::bigint as adjusted_seconds
      from carried group by organization_id, contract_id, usage_date, workspace_id
    ) each_day
    group by organization_id, contract_id
  )`;

/** What contracts had used before their first closed month; of months that were dropped, the daily sums. */
const beforeFirst = (month: string, boundary: number) => sql`
  before as (
    select organization_id, contract_id, sum(transcripts)::bigint as transcripts,
      sum(seconds)::bigint as seconds
    from (
      select l.organization_id, l.contract_id, sum(l.transcript_count) as transcripts,
        sum(l.seconds) as seconds
      from wanted w
      join ledger l on l.organization_id = w.organization_id and l.contract_id = w.contract_id
      where w.previous_month is null and l.occurred_at < ${tokyoMidnight(month)}
        and l.ledger_id < ${boundary} and l.usage_date >= ${FIRST_RETAINED_DAY}
      group by l.organization_id, l.contract_id
      union all
      select d.organization_id, d.contract_id, sum(d.transcript_count), sum(d.seconds)
      from wanted w
      join usage_daily d on d.organization_id = w.organization_id and d.contract_id = w.contract_id
      where w.previous_month is null and d.usage_date < ${FIRST_RETAINED_DAY}
      group by d.organization_id, d.contract_id
    ) parts
    group by organization_id, contract_id
  )`;
