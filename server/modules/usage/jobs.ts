import { addDays, tokyoDate } from "../../../domain/text/dates.ts";
import type { Housekeeping } from "../../jobs/housekeeping.ts";
import { deleteOldDays } from "./queries/usageEvents.ts";
import { type DropDeps, dropOldMonths, keepMonths } from "./service/ledgerMonths.ts";

export function usageHousekeeping(deps: DropDeps): Housekeeping {
  const { db, now } = deps;
  // The clocks of copies differ: one may still count for the day before.
  const deleteDays = () => deleteOldDays(db, addDays(tokyoDate(now()), -1));
  return {
    "delete old days of service keys": deleteDays,
    "keep months of the ledger": () => keepMonths(deps),
    "drop old months of the ledger": () => dropOldMonths(deps),
  };
}
