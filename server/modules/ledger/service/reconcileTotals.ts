import { type Kysely, sql, type Transaction } from "kysely";
import type { Tables } from "../../../db/tables.ts";
import {
  addMissing,
  countMissingDayCounts,
  countMissingTrend,
  type TrendSource,
} from "../queries/totals.ts";

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
