import { type Kysely, type RawBuilder, sql } from "kysely";
import type { UsageQuery } from "../../../../domain/usage/schemas.ts";
import type { Prepare } from "../../../db/snapshot.ts";
import type { Tables } from "../../../db/tables.ts";
import type { ContractRow } from "./contracts.ts";

export interface UsageRow {
  period: string;
  transcript_count: number;
  seconds: number;
  /** What adjustments changed, which the figures above contain. */
  adjusted_count: number;
  adjusted_seconds: number;
  /** Null for use without a workspace, and without a split. */
  workspace_id: number | null;
  /** Null for a deleted workspace as well. */
  workspace_name: string | null;
}

type ContractKey = Pick<ContractRow, "organization_id" | "contract_id">;

/** A row per period, or with a split per period and workspace, those without one last. */
export async function findUsage(
  db: Kysely<Tables>,
  contract: ContractKey,
  query: UsageQuery,
): Promise<UsageRow[]> {
  const { rows } = await usageRows(contract, query).execute(db);
  return rows;
}

/** The same rows for a file. */
export function allUsage(contract: ContractKey, query: UsageQuery): Prepare<UsageRow> {
  const usage = usageRows(contract, query);
  return async (trx) => {
    const { rows } = await sql<{ total: number }>`
      select count(*) as total from (${usage}) usage`.execute(trx);
    return { total: rows[0]?.total ?? 0, rows: usage };
  };
}

function usageRows(
  { organization_id, contract_id }: ContractKey,
  { by, split }: UsageQuery,
): RawBuilder<UsageRow> {
  const period = by === "day" ? sql.lit("YYYY-MM-DD") : sql.lit("YYYY-MM");
  const place = split === undefined ? sql`null::bigint` : sql`nullif(workspace_id, 0)`;
  return sql<UsageRow>`
    select used.*, w.workspace_name
    from (
      select to_char(usage_date, ${period}) as period, ${place} as workspace_id,
        sum(d.transcript_count)::bigint as transcript_count, sum(d.seconds)::bigint as seconds,
        coalesce(sum(a.transcript_count), 0)::bigint as adjusted_count,
        coalesce(sum(a.seconds), 0)::bigint as adjusted_seconds
      from usage_daily d
      left join ${adjustmentsOfDay({ organization_id, contract_id })} on d.adjustment_rows > 0
      where d.organization_id = ${organization_id} and d.contract_id = ${contract_id}
      group by 1, 2
    ) used
    left join workspaces w
      on w.organization_id = ${organization_id} and w.workspace_id = used.workspace_id
    order by used.period, used.workspace_id nulls last`;
}

interface DayRow {
  usage_date: string;
  transcript_count: number;
  seconds: number;
}

/** The sums `a` of the adjustments on the day `d`, read by the primary key of the ledger. */
function adjustmentsOfDay({ organization_id, contract_id }: ContractKey): RawBuilder<unknown> {
  return sql`lateral (
      select sum(transcript_count) as transcript_count, sum(seconds) as seconds
      from ledger l
      where l.organization_id = ${organization_id} and l.contract_id = ${contract_id}
        and l.event_id is null
        and l.occurred_at >= d.usage_date::timestamp at time zone interval '9 hours'
        and l.occurred_at < (d.usage_date + 1)::timestamp at time zone interval '9 hours'
    ) a`;
}

/** The transcripts of a contract from a day on, in the order of the days, without adjustments. */
export async function findDailyUse(
  db: Kysely<Tables>,
  { organization_id, contract_id }: ContractKey,
  from: string,
): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select usage_date, (d.transcript_count - coalesce(a.transcript_count, 0))::bigint
      as transcript_count, (d.seconds - coalesce(a.seconds, 0))::bigint as seconds
    from (
      select usage_date, sum(transcript_count) as transcript_count, sum(seconds) as seconds,
        sum(adjustment_rows) as adjustment_rows
      from usage_daily
      where organization_id = ${organization_id} and contract_id = ${contract_id}
        and usage_date >= ${from}::date
      group by usage_date
    ) d
    left join ${adjustmentsOfDay({ organization_id, contract_id })} on d.adjustment_rows > 0
    order by usage_date`.execute(db);
  return rows;
}
