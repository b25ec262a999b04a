import { type Kysely, sql, type Transaction } from "kysely";
import { ENDED_DAYS, ENDING_DAYS } from "../../../../domain/alerts/rules.ts";
import { addDays } from "../../../../domain/text/dates.ts";
import type { Tables } from "../../../db/tables.ts";

export interface AlertContractRow {
  contract_id: number;
  start_date: string;
  end_date: string;
  termination_date: string | null;
  max_transcript_count: number | null;
  max_transcript_minutes: number | null;
  transcript_count: number;
  seconds: number;
}

/** All contracts of an organization with their use: both are in contract_usage. */
export async function findAlertContracts(
  trx: Transaction<Tables>,
  organizationId: number,
): Promise<AlertContractRow[]> {
  const { rows } = await sql<AlertContractRow>`
    select contract_id, start_date, end_date, termination_date, max_transcript_count,
      max_transcript_minutes, transcript_count, seconds
    from contract_usage where organization_id = ${organizationId} order by start_date`.execute(trx);
  return rows;
}

/**
 * The next organizations by id whose alerts a new day may change: by dates and open alerts. Those
 * near a cap are looked at as well, so that a missed alert is late by a day at most.
 */
export async function findConcerned(
  db: Kysely<Tables>,
  today: string,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const next = sql`organization_id > ${after} order by organization_id limit ${limit}`;
  const from = addDays(today, -ENDED_DAYS);
  const to = addDays(today, ENDING_DAYS);
  const { rows } = await sql<{ organization_id: number }>`
    (select distinct organization_id from contracts
      where end_date between ${from} and ${to} and ${next})
    union (select distinct organization_id from contract_usage
      where usage_state <> 'NORMAL' and start_date <= ${today} and effective_end >= ${today} and ${next})
    union (select distinct organization_id from alerts where resolved_at is null and ${next})
    order by organization_id limit ${limit}`.execute(db);
  return rows.map((row) => row.organization_id);
}
