import { type Kysely, type Selectable, sql } from "kysely";
import { preparedStatement } from "../../../db/prepared.ts";
import type { Tables } from "../../../db/tables.ts";

export type LimitsRow = Pick<
  Selectable<Tables["contract_usage"]>,
  | "start_date"
  | "end_date"
  | "termination_date"
  | "max_transcript_count"
  | "max_transcript_minutes"
  | "transcript_count"
  | "seconds"
>;

const limitsOn = preparedStatement(
  (organizationIds: number[], day: string) => sql<LimitsRow & { organization_id: number }>`
    select distinct on (organization_id) organization_id, start_date, end_date, termination_date,
      max_transcript_count, max_transcript_minutes, transcript_count, seconds
    from contract_usage
    where organization_id = any(${organizationIds}::bigint[]) and effective_end >= ${day}::date
    order by organization_id, start_date`,
);

/** Per organization the dates, caps and use of the contract that covers a day, else of the next. */
export async function findLimits(
  db: Kysely<Tables>,
  organizationIds: number[],
  day: string,
): Promise<Map<number, LimitsRow>> {
  const rows = await limitsOn(db, organizationIds, day);
  return new Map(rows.map((row) => [row.organization_id, row]));
}
