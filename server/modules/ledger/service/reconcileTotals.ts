import { type Kysely, sql, type Transaction } from "kysely";
import type { Tables } from "../../../db/tables.ts";
import { addMissing, countMissingCourse, countMissingDayCounts } from "../queries/totals.ts";

/** Sums over all contracts, which screens show, that are not those of the contracts. */
export interface TotalDifferences {
  /** Days on which the course of use differs from the ledger, and the first of them. */
  courseDays: number;
  firstCourseDay: string | null;
  /** Day counts of the contract list that differ. */
  dayCounts: number;
}

/** Compares the course of use with the whole ledger, and the day counts of the list with contracts. */
export function findTotalDifferences(db: Kysely<Tables>): Promise<TotalDifferences> {
  return withoutLimit(db, async (trx) => {
    const { days, first_day } = await countMissingCourse(trx);
    const dayCounts = await countMissingDayCounts(trx);
    return { courseDays: days, firstCourseDay: first_day, dayCounts };
  });
}

/** Makes them equal to the contracts as they are then. Contracts may be written to meanwhile. */
export function repairTotals(db: Kysely<Tables>): Promise<void> {
  return withoutLimit(db, addMissing);
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
