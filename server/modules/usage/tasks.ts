import { addDays, tokyoDate } from "../../../domain/text/dates.ts";
import type { Deps } from "../../context.ts";
import { HOUSEKEEPING_MS, type ScheduledTask } from "../../plugins/scheduledTasks.ts";
import { deleteOldDays } from "./queries/keyEvents.ts";
import { dropOldMonths } from "./service/dropOldMonths.ts";
import { keepMonths } from "./service/keepMonths.ts";

export function usageTasks(deps: Pick<Deps, "db" | "now" | "log">): ScheduledTask[] {
  const { db, now } = deps;
  // The clocks of copies differ: one may still count for the day before.
  const run = () => deleteOldDays(db, addDays(tokyoDate(now()), -1));
  return [
    { name: "delete old days of service keys", everyMs: HOUSEKEEPING_MS, run },
    { name: "keep months of the ledger", everyMs: HOUSEKEEPING_MS, run: () => keepMonths(deps) },
    {
      name: "drop old months of the ledger",
      everyMs: HOUSEKEEPING_MS,
      run: () => dropOldMonths(deps),
    },
  ];
}
