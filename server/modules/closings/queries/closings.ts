import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from "kysely";
import type { ListQuery } from "../../../../domain/api/parameters.ts";
import type { StoredTerms } from "../../../../domain/prices/rules.ts";
import { addMonths, tokyoMidnight } from "../../../../domain/text/dates.ts";
import type { Tables } from "../../../db/tables.ts";
import { type ContractKey, FIRST_RETAINED_DAY } from "../../ledger/queries/ledgerRows.ts";

const CLOSINGS = 7_402_031;

/** One act closes months at a time, so that boundaries and versions rise together. */
export async function lockClosings(trx: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${CLOSINGS})`.execute(trx);
}

/** What a closing keeps of a month, but its days. */
interface ClosedMonth extends ContractKey {
  /** The first day. */
  month: string;
  version: number;
  form: number;
  boundary: number;
  previous_root: Uint8Array | null;
  root: Uint8Array;
  transcripts: number;
  seconds: number;
  events: number;
  adjusted_transcripts: number;
  adjusted_seconds: number;
  late_transcripts: number;
  late_seconds: number;
  late_events: number;
  /** All that the contract had used, with this statement. */
  total_transcripts: number;
  total_seconds: number;
  max_transcript_count: number | null;
  max_transcript_minutes: number | null;
}

export interface ClosingRow extends ClosedMonth {
  closing_id: number;
  organization_name: string;
  organization_no: string;
  reason: string | null;
  closed_at: Date;
  closed_by_name: string;
  /** By what the statement is charged; null where it has quantities only. */
  terms: StoredTerms | null;
}

export const closingColumns = sql`
  k.closing_id, k.organization_id, k.contract_id, o.organization_name, o.organization_no, k.month,
  k.version, k.form, k.boundary, k.previous_root, k.root, k.transcripts, k.seconds, k.events,
  k.adjusted_transcripts, k.adjusted_seconds, k.late_transcripts, k.late_seconds, k.late_events,
  k.total_transcripts, k.total_seconds, k.max_transcript_count, k.max_transcript_minutes,
  k.terms, k.reason, k.closed_at, a.user_name as closed_by_name`;

export const besideClosing = sql`
  join organizations o on o.organization_id = k.organization_id
  join users a on a.user_id = k.closed_by`;

export interface ClosingFilters {
  /** The first day. */
  month?: string | undefined;
  contractId?: number | undefined;
  organizationId?: number | undefined;
}

export async function findClosings(
  db: Kysely<Tables>,
  { page, size, sort }: ListQuery<"closingId">,
  { month, contractId, organizationId }: ClosingFilters,
): Promise<{ rows: ClosingRow[]; total: number }> {
  const all: RawBuilder<SqlBool>[] = [sql`true`];
  if (month) all.push(sql`k.month = ${month}::date`);
  if (contractId) all.push(sql`k.contract_id = ${contractId}`);
  if (organizationId) all.push(sql`k.organization_id = ${organizationId}`);
  const where = sql.join(all, sql` and `);
  const counted = await sql<{ total: number }>`
    select count(*) as total from closings k where ${where}`.execute(db);
  const { rows } = await sql<ClosingRow>`
    select ${closingColumns} from closings k ${besideClosing} where ${where}
    order by k.closing_id ${sql.raw(sort.direction)}
    limit ${size} offset ${page * size}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** All versions of a closed month of a contract, the first one first. */
export async function findVersions(
  db: Kysely<Tables>,
  { organization_id, contract_id }: Pick<ClosingRow, "organization_id" | "contract_id">,
  month: string,
): Promise<ClosingRow[]> {
  const { rows } = await sql<ClosingRow>`
    select ${closingColumns} from closings k ${besideClosing}
    where k.organization_id = ${organization_id} and k.contract_id = ${contract_id}
      and k.month = ${month}::date
    order by k.version`.execute(db);
  return rows;
}

export interface StatementDayRow {
  day: string;
  workspace_id: number | null;
  workspace_name: string | null;
  transcripts: number;
  seconds: number;
  adjusted_transcripts: number;
  adjusted_seconds: number;
  is_late: boolean;
}

type StatementKey = Pick<ClosingRow, "organization_id" | "contract_id" | "month" | "version">;

/** The days of a closing in their order, with the names that workspaces have now. */
export const statementDays = ({ organization_id, contract_id, month, version }: StatementKey) =>
  sql<StatementDayRow>`
    select d.day, d."workspaceId" as workspace_id, w.workspace_name, d.transcripts, d.seconds,
      (d.adjustments ->> 'transcripts')::bigint as adjusted_transcripts,
      (d.adjustments ->> 'seconds')::bigint as adjusted_seconds,
      d.day < ${month}::date as is_late
    from closings k
    cross join lateral jsonb_to_recordset(k.days) as d (
      day date, "workspaceId" bigint, transcripts bigint, seconds bigint, adjustments jsonb)
    left join (select * from workspaces where organization_id = ${organization_id}) w
      on w.workspace_id = d."workspaceId"
    where k.organization_id = ${organization_id} and k.contract_id = ${contract_id}
      and k.month = ${month}::date and k.version = ${version}
    order by d.day, coalesce(d."workspaceId", 0)`;

export interface StatementAdjustmentRow {
  day: string;
  transcripts: number;
  seconds: number;
  reason: string | null;
  is_late: boolean;
}

/** The adjustments that a closing carries, the first one first, as far as their months are kept. */
export async function findAdjustments(
  db: Kysely<Tables>,
  { organization_id, contract_id, month, version }: StatementKey,
): Promise<StatementAdjustmentRow[]> {
  const { rows } = await sql<StatementAdjustmentRow>`
    select l.usage_date as day, l.transcript_count as transcripts, l.seconds, l.reason,
      l.occurred_at < ${tokyoMidnight(month)} as is_late
    from closings k
    join ledger l on l.organization_id = k.organization_id and l.contract_id = k.contract_id
    where k.organization_id = ${organization_id} and k.contract_id = ${contract_id}
      and k.month = ${month}::date and k.version = ${version}
      and l.organization_id = ${organization_id} and l.contract_id = ${contract_id}
      and l.event_id is null and l.ledger_id < k.boundary
      and l.occurred_at < ${tokyoMidnight(addMonths(month, 1))}
      and case when k.previous_month is null then l.occurred_at >= ${tokyoMidnight(month)}
        else l.ledger_id >= k.previous_boundary or l.occurred_at >=
          (k.previous_month + interval '1 month')::timestamp at time zone interval '9 hours' end
    order by l.occurred_at, l.ledger_id`.execute(db);
  return rows;
}

declare module "../../../db/tables.ts" {
  interface Tables {
    closings: { organization_id: number; contract_id: number; month: string; version: number };
  }
}

/** A closing with all that it keeps. */
export interface StoredClosing extends ClosedMonth {
  previous_month: string | null;
  previous_boundary: number | null;
  days: unknown;
}

/** The closings of the next contracts that have any, in the order of contracts, months and versions. */
export async function closingsOfNext(
  db: Kysely<Tables>,
  after: ContractKey,
  contracts: number,
): Promise<StoredClosing[]> {
  const { rows } = await sql<StoredClosing>`
    select k.* from closings k
    join (
      select distinct organization_id, contract_id from closings
      where (organization_id, contract_id) > (${after.organization_id}, ${after.contract_id})
      order by organization_id, contract_id limit ${contracts}
    ) next on next.organization_id = k.organization_id and next.contract_id = k.contract_id
    order by k.organization_id, k.contract_id, k.month, k.version`.execute(db);
  return rows;
}

export interface VerifiedRow {
  event_id: string | null;
  ledger_id: number;
  /** In UTC to the microsecond. */
  occurred_at: string;
  usage_date: string;
  workspace_id: number | null;
  transcript_count: number;
  seconds: number;
}

/** The rows of a contract's ledger up to the end of a month, below a boundary, in the order of their lines. */
export async function* rowsUntil(
  db: Kysely<Tables>,
  { organization_id, contract_id, month, boundary }: StoredClosing,
): AsyncGenerator<VerifiedRow> {
  const AT_ONCE = 10_000;
  const place = sql`(l.occurred_at, coalesce(l.event_id, '') collate "C", l.ledger_id)`;
  let after: VerifiedRow | undefined;
  for (;;) {
    const beyond = after
      ? sql`and ${place} > (${after.occurred_at}::timestamptz, ${after.event_id ?? ""}::text collate "C",
          ${after.ledger_id}::bigint)`
      : sql``;
    const { rows } = await sql<VerifiedRow>`
      select l.event_id, l.ledger_id, l.usage_date, l.workspace_id, l.transcript_count, l.seconds,
        to_char(l.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as occurred_at
      from ledger l
      where l.organization_id = ${organization_id} and l.contract_id = ${contract_id}
        and l.occurred_at < ${tokyoMidnight(addMonths(month, 1))} and l.ledger_id < ${boundary}
        ${beyond}
      order by l.occurred_at, coalesce(l.event_id, '') collate "C", l.ledger_id
      limit ${AT_ONCE}`.execute(db);
    yield* rows;
    if (rows.length < AT_ONCE) return;
    after = rows.at(-1);
  }
}

/** The first day of which the ledger has its rows; null where no month was dropped. */
export async function firstRetainedDay(db: Kysely<Tables>): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select case when isfinite(day) then day end as day
    from (select ${FIRST_RETAINED_DAY} as day) kept`.execute(db);
  return rows[0]?.day ?? null;
}

export interface StatementDifference extends ContractKey {
  organization_no: string;
  transcript_count: number;
  seconds: number;
  stated_transcripts: number;
  stated_seconds: number;
}

/**
 * The contracts in a range of keys whose statements, with what was before the first and what is open, are
 * not what they have used. All of it is one snapshot.
 */
export async function statementDifferences(
  trx: Transaction<Tables>,
  after: ContractKey,
  last: ContractKey,
): Promise<StatementDifference[]> {
  const { rows } = await sql<StatementDifference>`
    with latest as (
      select distinct on (k.organization_id, k.contract_id, k.month) k.organization_id, k.contract_id,
        k.month, k.boundary, k.total_transcripts, k.total_seconds,
        k.transcripts + k.adjusted_transcripts + k.late_transcripts as transcripts,
        k.seconds + k.adjusted_seconds + k.late_seconds as seconds
      from closings k
      where (k.organization_id, k.contract_id) > (${after.organization_id}, ${after.contract_id})
        and (k.organization_id, k.contract_id) <= (${last.organization_id}, ${last.contract_id})
      order by k.organization_id, k.contract_id, k.month, k.version desc
    ), stated as (
      select organization_id, contract_id,
        sum(transcripts) + (array_agg(total_transcripts - transcripts order by month))[1]
          as transcripts,
        sum(seconds) + (array_agg(total_seconds - seconds order by month))[1] as seconds,
        max(month) as month, max(boundary) as boundary
      from latest group by organization_id, contract_id
    ), open as (
      select l.organization_id, l.contract_id, sum(l.transcript_count) as transcripts,
        sum(l.seconds) as seconds
      from stated s
      join ledger l on l.organization_id = s.organization_id and l.contract_id = s.contract_id
      where l.ledger_id >= s.boundary
        or l.occurred_at >= (s.month + interval '1 month')::timestamp at time zone interval '9 hours'
      group by l.organization_id, l.contract_id
    ), compared as (
      select s.organization_id, s.contract_id,
        (s.transcripts + coalesce(o.transcripts, 0))::bigint as stated_transcripts,
        (s.seconds + coalesce(o.seconds, 0))::bigint as stated_seconds
      from stated s
      left join open o on o.organization_id = s.organization_id and o.contract_id = s.contract_id
    )
    select c.*, u.transcript_count, u.seconds, o.organization_no
    from compared c
    join contract_usage u
      on u.organization_id = c.organization_id and u.contract_id = c.contract_id
    join organizations o on o.organization_id = c.organization_id
    where (c.stated_transcripts, c.stated_seconds)
      is distinct from (u.transcript_count::bigint, u.seconds)
    order by c.organization_id, c.contract_id`.execute(trx);
  return rows;
}
