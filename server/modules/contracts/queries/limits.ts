import { type Kysely, type Selectable, sql } from "kysely";
import { runPrepared } from "../../../db/prepared.ts";
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

/** Dates, caps and use of the contract that covers a day, else of the next one. */
export async function findLimits(
  db: Kysely<Tables>,
  organizationId: number,
  day: string,
): Promise<LimitsRow | undefined> {
  const query = sql<LimitsRow>`
    select start_date, end_date, termination_date, max_transcript_count, max_transcript_minutes,
      transcript_count, seconds
    from contract_usage
    where organization_id = ${organizationId} and effective_end >= ${day}::date
    order by start_date limit 1`.compile(db);
  const { rows } = await runPrepared(db, query);
  return rows[0];
}
