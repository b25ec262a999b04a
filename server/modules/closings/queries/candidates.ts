import { type Kysely, sql } from "kysely";
import type { Price } from "../../../../domain/prices/rules.ts";
import { lastDayOfMonth, monthOf } from "../../../../domain/text/dates.ts";
import type { Tables } from "../../../db/tables.ts";
import "../../prices/queries.ts";
import "./closings.ts";

/** A contract whose month may be closed, with what is closed of it. */
export interface CandidateRow {
  organization_id: number;
  contract_id: number;
  /** The last month before in which it was in force: its first day. */
  last_in_force: string | null;
  closed_month: string | null;
  closed_version: number | null;
  /** The closed month before this one. */
  previous_month: string | null;
  previous_boundary: number | null;
  previous_root: Uint8Array | null;
  previous_closed_at: Date | null;
  total_transcripts: number | null;
  total_seconds: number | null;
  /** Of the contract now; null where none were ever set. */
  prices: Price[] | null;
  max_transcript_count: number | null;
  max_transcript_minutes: number | null;
  is_in_force: boolean;
}

/** The latest closing of contract `u`, of those that the condition selects. */
const latest = (name: string, where = sql`true`) => sql`
  left join lateral (
    select k.month, k.version, k.boundary, k.root, k.closed_at, k.total_transcripts, k.total_seconds
    from closings k
    where k.organization_id = u.organization_id and k.contract_id = u.contract_id and ${where}
    order by k.month desc, k.version desc limit 1
  ) ${sql.table(name)} on true`;

/** The latest closing of each contract, whatever its month. */
export const latestClosing = latest("closed");

/** Contracts `u` in force in a month whose first day is given. */
const inForce = (first: string) => sql`(
  u.start_date <= ${lastDayOfMonth(monthOf(first))}::date and u.effective_end >= ${first}::date)`;

/**
 * Contracts `u` that the list and the act of a month are about: those in force in it, and those of
 * which something came late after their last closing, which are known by what they have used since.
 */
export const ofMonth = (first: string) => sql`(
  ${inForce(first)} or (closed.month < ${first}::date and u.effective_end < ${first}::date
    and (closed.total_transcripts, closed.total_seconds)
      is distinct from (u.transcript_count::bigint, u.seconds)))`;

/**
 * Contracts of a month in the order of their ids. Named ones are all that were in force in it or have a
 * closed month; the others are left out.
 */
export async function findCandidates(
  db: Kysely<Tables>,
  first: string,
  contractIds: readonly number[] | undefined,
): Promise<CandidateRow[]> {
  const selected = contractIds
    ? sql`u.contract_id = any(${contractIds}::bigint[])
        and (${inForce(first)} or closed.month is not null)`
    : ofMonth(first);
  const { rows } = await sql<CandidateRow>`
    select u.organization_id, u.contract_id,
      case when u.start_date < ${first}::date
        then date_trunc('month', least(u.effective_end, ${first}::date - 1))::date end as last_in_force,
      closed.month as closed_month, closed.version as closed_version,
      before.month as previous_month, before.boundary as previous_boundary,
      before.root as previous_root, before.closed_at as previous_closed_at,
      before.total_transcripts, before.total_seconds,
      p.prices, u.max_transcript_count, u.max_transcript_minutes, ${inForce(first)} as is_in_force
    from contract_usage u
    ${latestClosing}
    ${latest("before", sql`k.month < ${first}::date`)}
    left join contract_prices p
      on p.organization_id = u.organization_id and p.contract_id = u.contract_id
    where ${selected}
    order by u.organization_id, u.contract_id`.execute(db);
  return rows;
}
