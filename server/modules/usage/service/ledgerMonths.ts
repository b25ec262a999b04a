import { subDays } from "date-fns";
import { type Kysely, sql, type Transaction } from "kysely";
import {
  addMonths,
  firstDayOfMonth,
  monthOf,
  tokyoDate,
  tokyoMidnight,
} from "../../../../domain/text/dates.ts";
import { LEDGER_YEARS, REPORTED_DAYS } from "../../../../domain/usage/rules.ts";
import type { Deps } from "../../../context.ts";
import { MONTHS_AHEAD } from "../../../db/migrate.ts";
import type { Tables } from "../../../db/tables.ts";
import { dropIds, findClosedMonths, makeLedgerMonths, openMonth } from "../queries/eventIds.ts";
import { dropPart, findOldParts, isEmptyPart } from "../queries/oldMonths.ts";

export type DropDeps = Pick<Deps, "db" | "now"> & {
  log: { warn(details: object, message: string): void };
};

/**
 * Drops the months of the ledger that ended more than seven years ago (docs/operations/data.md). Their
 * sums per day stay, and so do counters. A month that is not proven is kept with all later ones, since
 * its sums may be wrong: the nightly comparison proves it, or raises an alert.
 */
export async function dropOldMonths({ db, now, log }: DropDeps): Promise<void> {
  const at = now();
  const thisMonth = firstDayOfMonth(monthOf(tokyoDate(at)));
  const end = tokyoMidnight(addMonths(thisMonth, -12 * LEDGER_YEARS));
  for (const part of await findOldParts(db, end)) {
    if (!part.proven && !(await isEmptyPart(db, part.name))) {
      log.warn(
        { month: part.month },
        "an old month of the ledger is kept: its sums are not proven",
      );
      return;
    }
    await db.transaction().execute(async (trx) => {
      // Reports wait for a statement that waits for its lock.
      await sql`set local lock_timeout = '300ms'`.execute(trx);
      await dropPart(trx, part, at);
    });
  }
}

/** A day more than an event can be reported, since its time may be ahead of ours. */
const RECOGNISED_DAYS = REPORTED_DAYS + 1;

/**
 * Makes the coming months of the ledger, lets ids of events be written to the current month, and drops
 * those of events that cannot be reported any more (docs/decisions/055-ledger-in-months.md). Any number
 * of copies of the server may do it at once.
 */
export async function keepMonths({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  const at = now();
  const today = tokyoDate(at);
  await briefly(db, (trx) => makeLedgerMonths(trx, { ahead: MONTHS_AHEAD, today }));
  await briefly(db, (trx) => openMonth(trx, firstDayOfMonth(monthOf(today)), at));
  for (const month of await findClosedMonths(db, subDays(at, RECOGNISED_DAYS))) {
    await briefly(db, (trx) => dropIds(trx, month));
  }
}

/** Reports wait for a statement that waits for its lock, so that may not be for long; it is tried again. */
function briefly(db: Kysely<Tables>, work: (trx: Transaction<Tables>) => Promise<void>) {
  return db.transaction().execute(async (trx) => {
    await sql`set local lock_timeout = '300ms'`.execute(trx);
    await work(trx);
  });
}
