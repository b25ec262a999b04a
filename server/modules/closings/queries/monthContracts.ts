import { type Kysely, sql } from "kysely";
import type { ListQuery } from "../../../../domain/api/parameters.ts";
import { USUAL_MONTHS } from "../../../../domain/closings/rules.ts";
import { addMonths, tokyoMidnight } from "../../../../domain/text/dates.ts";
import type { Tables } from "../../../db/tables.ts";
import { latestClosing, ofMonth } from "./candidates.ts";

export interface MonthContractRow {
  organization_id: number;
  contract_id: number;
  organization_name: string;
  organization_no: string;
  start_date: string;
  /** Of the month's latest closing; null while it is open. */
  version: number | null;
  closed_at: Date | null;
  sum_transcripts: number | null;
  sum_seconds: number | null;
  webhook_paused: boolean;
}

/** A page of the contracts of a month, whose first day is given. */
export async function findMonthContracts(
  db: Kysely<Tables>,
  { page, size, sort }: ListQuery<"contractId">,
  { month, closed }: { month: string; closed?: boolean | undefined },
): Promise<{ rows: MonthContractRow[]; total: number }> {
  const own = sql`left join lateral (
    select k.version, k.closed_at,
      k.transcripts + k.adjusted_transcripts + k.late_transcripts as sum_transcripts,
      k.seconds + k.adjusted_seconds + k.late_seconds as sum_seconds
    from closings k
    where k.organization_id = u.organization_id and k.contract_id = u.contract_id
      and k.month = ${month}::date
    order by k.version desc limit 1
  ) own on true`;
  const state =
    closed === undefined
      ? sql`true`
      : closed
        ? sql`own.version is not null`
        : sql`own.version is null`;
  const selected = sql`
    from contract_usage u ${latestClosing} ${own}
    where (${ofMonth(month)} or own.version is not null) and ${state}`;
  const counted = await sql<{ total: number }>`select count(*) as total ${selected}`.execute(db);
  const { rows } = await sql<MonthContractRow>`
    select p.*, o.organization_name, o.organization_no,
      exists (select from webhooks w where w.paused_at is not null
        and (w.organization_ids is null or p.organization_id = any(w.organization_ids)))
        as webhook_paused
    from (
      select u.organization_id, u.contract_id, u.start_date, own.version, own.closed_at,
        own.sum_transcripts, own.sum_seconds
      ${selected}
      order by u.contract_id ${sql.raw(sort.direction)} limit ${size} offset ${page * size}
    ) p join organizations o on o.organization_id = p.organization_id
    order by p.contract_id ${sql.raw(sort.direction)}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

type Key = Pick<MonthContractRow, "organization_id" | "contract_id">;

export interface MonthUseRow extends Key {
  /** The first day. */
  month: string;
  transcripts: number;
  seconds: number;
}

export interface MonthAdjustmentRow extends MonthUseRow {
  /** How many were made in another month. */
  of_other_month: number;
}

const keysOf = (contracts: readonly Key[]) => sql`unnest(
  ${contracts.map((row) => row.organization_id)}::bigint[],
  ${contracts.map((row) => row.contract_id)}::bigint[]) p (organization_id, contract_id)`;

/** What contracts used in a month and in those before that tell what is usual; adjustments included. */
export async function findMonthUse(
  db: Kysely<Tables>,
  contracts: readonly Key[],
  month: string,
): Promise<MonthUseRow[]> {
  const { rows } = await sql<MonthUseRow>`
    select d.organization_id, d.contract_id, date_trunc('month', d.usage_date)::date as month,
      sum(d.transcript_count)::bigint as transcripts, sum(d.seconds)::bigint as seconds
    from ${keysOf(contracts)}
    join usage_daily d on d.organization_id = p.organization_id and d.contract_id = p.contract_id
    where d.usage_date >= ${addMonths(month, -USUAL_MONTHS)}::date
      and d.usage_date < ${addMonths(month, 1)}::date
    group by 1, 2, 3`.execute(db);
  return rows;
}

/** The adjustments that count for days of a month. */
export async function findMonthAdjustments(
  db: Kysely<Tables>,
  contracts: readonly Key[],
  month: string,
): Promise<MonthAdjustmentRow[]> {
  const { rows } = await sql<MonthAdjustmentRow>`
    select l.organization_id, l.contract_id, ${month}::date as month,
      sum(l.transcript_count)::bigint as transcripts, sum(l.seconds)::bigint as seconds,
      count(*) filter (where date_trunc('month', l.recorded_at at time zone 'Asia/Tokyo')
        <> ${month}::date) as of_other_month
    from ${keysOf(contracts)}
    join ledger l on l.organization_id = p.organization_id and l.contract_id = p.contract_id
    where l.event_id is null and l.occurred_at >= ${tokyoMidnight(month)}
      and l.occurred_at < ${tokyoMidnight(addMonths(month, 1))}
    group by 1, 2`.execute(db);
  return rows;
}
