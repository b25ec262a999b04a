import { type Kysely, sql, type Transaction } from "kysely";
import { addMonths, tokyoMidnight } from "../../../../domain/text/dates.ts";
import type { Tables } from "../../../db/tables.ts";
import { type ContractKey, FIRST_RETAINED_DAY } from "../../ledger/queries/ledgerRows.ts";
import type { ClosedMonth } from "./closings.ts";

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
