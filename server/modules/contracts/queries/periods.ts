import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import type { PeriodConflict } from "../../../../domain/problems/problem.ts";
import { preparedStatement } from "../../../db/prepared.ts";
import type { Tables } from "../../../db/tables.ts";

/** Serializes changes of periods to avoid deadlocks; returns the organization's names, if any. */
export async function lockPeriods(
  trx: Transaction<Tables>,
  organizationId: number,
): Promise<{ organization_name: string; organization_name_kana: string | null } | undefined> {
  return trx
    .selectFrom("organizations")
    .select(["organization_name", "organization_name_kana"])
    .where("organization_id", "=", organizationId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export interface PeriodOfOrganization {
  organizationId: number;
  startDate: string;
  endDate: string;
  excludeContractId?: number | undefined;
}

export async function findConflicts(
  db: Kysely<Tables>,
  { organizationId, startDate, endDate, excludeContractId = 0 }: PeriodOfOrganization,
): Promise<PeriodConflict[]> {
  const { rows } = await sql<PeriodConflict>`
    select contract_id as "contractId", start_date as "startDate", effective_end as "endDate"
    from contracts
    where organization_id = ${organizationId} and contract_id <> ${excludeContractId}
      and daterange(start_date, effective_end, '[]')
        && daterange(${startDate}::date, ${endDate}::date, '[]')
    order by start_date`.execute(db);
  return rows;
}

export async function findNeighbours(
  db: Kysely<Tables>,
  { organizationId, startDate, endDate, excludeContractId = 0 }: PeriodOfOrganization,
): Promise<{ lastBefore: string | null; firstAfter: string | null }> {
  const { rows } = await sql<{ lastBefore: string | null; firstAfter: string | null }>`
    select max(effective_end) filter (where effective_end < ${startDate}::date) as "lastBefore",
      min(start_date) filter (where start_date > ${endDate}::date) as "firstAfter"
    from contracts
    where organization_id = ${organizationId} and contract_id <> ${excludeContractId}`.execute(db);
  return rows[0] ?? { lastBefore: null, firstAfter: null };
}

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
