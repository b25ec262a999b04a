import { subDays } from "date-fns";
import { type Kysely, sql, type Transaction } from "kysely";
import { firstDayOfMonth, monthOf, tokyoDate } from "../../../../domain/text/dates.ts";
import { REPORTED_DAYS } from "../../../../domain/usage/rules.ts";
import type { Deps } from "../../../context.ts";
import { MONTHS_AHEAD } from "../../../db/migrate.ts";
import type { Tables } from "../../../db/tables.ts";
import { dropIds, findClosedMonths, makeLedgerMonths, openMonth } from "../queries/eventIds.ts";

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
