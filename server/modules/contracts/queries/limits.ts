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
    select asked.organization_id, u.start_date, u.end_date, u.termination_date,
      u.max_transcript_count, u.max_transcript_minutes, u.transcript_count, u.seconds
    from unnest(${organizationIds}::bigint[]) as asked (organization_id)
    cross join lateral (
      select * from contract_usage of_asked
      where of_asked.organization_id = asked.organization_id
        and of_asked.effective_end >= ${day}::date
      order by of_asked.start_date limit 1) u`,
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
