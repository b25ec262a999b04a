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
