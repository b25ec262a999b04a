import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../db/tables.ts";
import type { ContractRow } from "./contracts.ts";

export interface UsagePoint {
  period: string;
  transcript_count: number;
  seconds: number;
}

export async function findUsage(
  db: Kysely<Tables>,
  { organization_id, contract_id }: Pick<ContractRow, "organization_id" | "contract_id">,
  by: "day" | "month",
): Promise<UsagePoint[]> {
  const period = by === "day" ? sql.lit("YYYY-MM-DD") : sql.lit("YYYY-MM");
  const { rows } = await sql<UsagePoint>`
    select to_char(usage_date, ${period}) as period,
      sum(transcript_count)::bigint as transcript_count, sum(seconds)::bigint as seconds
    from usage_daily
    where organization_id = ${organization_id} and contract_id = ${contract_id}
    group by 1 order by 1`.execute(db);
  return rows;
}

interface DayRow {
  usage_date: string;
  transcript_count: number;
  seconds: number;
}

/** The daily sums of a contract from a day on, in the order of the days. */
export async function findDailyUse(
  db: Kysely<Tables>,
  { organization_id, contract_id }: Pick<ContractRow, "organization_id" | "contract_id">,
  from: string,
): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select usage_date, sum(transcript_count)::bigint as transcript_count,
      sum(seconds)::bigint as seconds
    from usage_daily
    where organization_id = ${organization_id} and contract_id = ${contract_id}
      and usage_date >= ${from}::date
    group by usage_date order by usage_date`.execute(db);
  return rows;
}
