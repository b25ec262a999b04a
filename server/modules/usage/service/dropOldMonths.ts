import { sql } from "kysely";
import {
  addMonths,
  firstDayOfMonth,
  monthOf,
  tokyoDate,
  tokyoMidnight,
} from "../../../../domain/text/dates.ts";
import { LEDGER_YEARS } from "../../../../domain/usage/rules.ts";
import type { Deps } from "../../../context.ts";
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
