import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { Tables } from "../../../db/tables.ts";
import { FIRST_KEPT_DAY } from "../queries/months.ts";

const ADVISORY_LOCK = 7_402_016;

/** What the usage trend is compared with: each row of the ledger, or the daily sums of contracts. */
type TrendSource = "ledger" | "usage_daily";

/** What the usage trend lacks of all contracts, per day. */
const missingTrend = (source: TrendSource) => sql`
  select usage_date, sum(transcript_count)::bigint as transcript_count,
    sum(seconds)::bigint as seconds
  from (
    select usage_date, transcript_count::bigint, seconds::bigint from ${sql.table(source)}
    ${
      source === "ledger"
        ? sql`where usage_date >= ${FIRST_KEPT_DAY}
      union all select usage_date, transcript_count, seconds from usage_daily
      where usage_date < ${FIRST_KEPT_DAY}`
        : sql``
    }
    union all select usage_date, -transcript_count, -seconds from usage_course
  ) both_sides
  group by usage_date having sum(transcript_count) <> 0 or sum(seconds) <> 0`;

/** What the day counts of the contract list lack of the contracts. */
const missingDayCounts = sql`
  select start_date, end_date, termination_date, usage_state, sum(contracts)::bigint as contracts
  from (
    select start_date, end_date, termination_date, usage_state, 1::bigint as contracts
    from contract_usage
    union all select start_date, end_date, termination_date, usage_state, -contracts
    from contract_day_counts
  ) both_sides
  group by 1, 2, 3, 4 having sum(contracts) <> 0`;

async function countMissingTrend(
  db: Kysely<Tables>,
  source: TrendSource,
): Promise<{ days: number; first_day: string | null }> {
  const { rows } = await sql<{ days: number; first_day: string | null }>`
    select count(*) as days, min(usage_date) as first_day
    from (${missingTrend(source)}) missing`.execute(db);
  return rows[0] ?? { days: 0, first_day: null };
}

async function countMissingDayCounts(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ counts: number }>`
    select count(*) as counts from (${missingDayCounts}) missing`.execute(db);
  return rows[0]?.counts ?? 0;
}

/**
 * Adds what both lack. A write adds the same to both sides in one transaction, so writes need not
 * wait; the lock serializes repairs.
 */
async function addMissing(trx: Transaction<Tables>, { trend }: { trend: boolean }): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`.execute(trx);
  const add = (table: string, columns: RawBuilder<unknown>, missing: RawBuilder<unknown>) =>
    sql`insert into ${sql.table(table)} (${columns}) ${missing}`.execute(trx);
  if (trend) {
    await add("usage_course", sql`usage_date, transcript_count, seconds`, missingTrend("ledger"));
  }
  await add(
    "contract_day_counts",
    sql`start_date, end_date, termination_date, usage_state, contracts`,
    missingDayCounts,
  );
}

/** Sums over all contracts, which screens show, that are not those of the contracts. */
export interface TotalDifferences {
  /** Days on which the usage trend differs from the ledger, and the first of them. */
  trendDays: number;
  firstTrendDay: string | null;
  /** Day counts of the contract list that differ. */
  dayCounts: number;
}

/**
 * Compares the usage trend with the whole ledger, or with the daily sums, which are much fewer; and the
 * day counts of the list with contracts.
 */
export function findTotalDifferences(
  db: Kysely<Tables>,
  source: TrendSource = "ledger",
): Promise<TotalDifferences> {
  return withoutLimit(db, async (trx) => {
    const { days, first_day } = await countMissingTrend(trx, source);
    const dayCounts = await countMissingDayCounts(trx);
    return { trendDays: days, firstTrendDay: first_day, dayCounts };
  });
}

/**
 * Makes them equal to the contracts as they are then. Contracts may be written to meanwhile. Without
 * `trend` it leaves the trend, which says what the ledger had before it lost rows.
 */
export function repairTotals(db: Kysely<Tables>, { trend = true } = {}): Promise<void> {
  return withoutLimit(db, (trx) => addMissing(trx, { trend }));
}

function withoutLimit<T>(
  db: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    return work(trx);
  });
}
