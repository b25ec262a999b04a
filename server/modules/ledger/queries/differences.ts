import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../../../db/tables.ts";
import type { ContractKey } from "./ledgerRows.ts";

export interface DifferenceRow extends ContractKey {
  organization_no: string;
  transcript_count: number;
  seconds: number;
  ledger_transcript_count: number;
  ledger_seconds: number;
  /** Sums of a day and workspace that differ, and the first of these days. */
  different_days: number;
  first_day: string | null;
}

/** The last of the next contracts in the order of their keys; undefined after the last one. */
export async function lastOfNext(
  db: Kysely<Tables>,
  after: ContractKey,
  limit: number,
): Promise<ContractKey | undefined> {
  const { rows } = await sql<ContractKey>`
    select organization_id, contract_id from (
      select organization_id, contract_id from contracts
      where (organization_id, contract_id) > (${after.organization_id}, ${after.contract_id})
      order by organization_id, contract_id limit ${limit}
    ) next
    order by organization_id desc, contract_id desc limit 1`.execute(db);
  return rows[0];
}

/**
 * The contracts in a range of keys whose counters or daily sums differ from their ledger. All of it
 * is one snapshot, in which a report is complete or absent: writers change the three together.
 */
export function differencesQuery(after: ContractKey, last: ContractKey): RawBuilder<DifferenceRow> {
  return sql<DifferenceRow>`
    select c.organization_id, c.contract_id, c.organization_no,
      coalesce(u.transcript_count, 0) as transcript_count, coalesce(u.seconds, 0) as seconds,
      ledger.transcript_count as ledger_transcript_count, ledger.seconds as ledger_seconds,
      ledger.different_days, ledger.first_day
    from contracts c
    left join contract_usage u
      on u.organization_id = c.organization_id and u.contract_id = c.contract_id
    cross join lateral (
      select coalesce(sum(entries.transcript_count), 0)::bigint as transcript_count,
        coalesce(sum(entries.seconds), 0)::bigint as seconds,
        count(*) filter (where ${daysDiffer}) as different_days,
        min(usage_date) filter (where ${daysDiffer}) as first_day
      from (${ledgerDays(sql`l.organization_id = c.organization_id and l.contract_id = c.contract_id`)}) entries
      full join (
        select * from usage_daily d
        where d.organization_id = c.organization_id and d.contract_id = c.contract_id
      ) sums using (usage_date, workspace_id)
    ) ledger
    where (c.organization_id, c.contract_id) > (${after.organization_id}, ${after.contract_id})
      and (c.organization_id, c.contract_id) <= (${last.organization_id}, ${last.contract_id})
      and c.organization_id between ${after.organization_id} and ${last.organization_id}
      and ((coalesce(u.transcript_count, 0), coalesce(u.seconds, 0))
          <> (ledger.transcript_count, ledger.seconds)
        or ledger.different_days > 0)
    order by c.organization_id, c.contract_id`;
}

const daysDiffer = sql`
  (entries.transcript_count, entries.seconds, entries.event_rows, entries.adjustment_rows)
  is distinct from (sums.transcript_count, sums.seconds, sums.event_rows, sums.adjustment_rows)`;

/** What usage_daily has to hold for rows `l` of the ledger. */
function ledgerDays(where: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select l.usage_date, coalesce(l.workspace_id, 0) as workspace_id,
      sum(l.transcript_count) as transcript_count, sum(l.seconds) as seconds,
      count(l.event_id) as event_rows, count(*) - count(l.event_id) as adjustment_rows
    from usage_ledger l where ${where} group by 1, 2`;
}

/** Writes the daily sums and counters of a contract from its ledger; its usage must be locked. */
export async function writeSums(
  db: Kysely<Tables>,
  { organization_id, contract_id }: ContractKey,
): Promise<void> {
  const ofContract = sql`organization_id = ${organization_id} and contract_id = ${contract_id}`;
  await sql`delete from usage_daily where ${ofContract}`.execute(db);
  await sql`
    insert into usage_daily (organization_id, contract_id, usage_date, workspace_id,
      transcript_count, seconds, event_rows, adjustment_rows)
    select ${organization_id}::bigint, ${contract_id}::bigint, days.*
    from (${ledgerDays(ofContract)}) days`.execute(db);
  await sql`
    update contract_usage u set transcript_count = used.transcript_count, seconds = used.seconds
    from (
      select coalesce(sum(transcript_count), 0) as transcript_count,
        coalesce(sum(seconds), 0) as seconds
      from usage_daily where ${ofContract}
    ) used
    where u.organization_id = ${organization_id} and u.contract_id = ${contract_id}`.execute(db);
}

/** The contracts of open RECONCILE alerts. */
export function contractsWithAlert(db: Kysely<Tables>): Promise<ContractKey[]> {
  return db
    .selectFrom("alerts")
    .select(["organization_id", "contract_id"])
    .where("kind", "=", "RECONCILE")
    .where("resolved_at", "is", null)
    .execute();
}
