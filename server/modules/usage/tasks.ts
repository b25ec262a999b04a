import { addDays, tokyoDate } from "../../../domain/text/dates.ts";
import type { Deps } from "../../context.ts";
import { HOUSEKEEPING_MS, type ScheduledTask } from "../../plugins/scheduledTasks.ts";
import { deleteOldDays } from "./queries/keyEvents.ts";

export function usageTasks({ db, now }: Pick<Deps, "db" | "now">): ScheduledTask[] {
  // The clocks of copies differ: one may still count for the day before.
  const run = () => deleteOldDays(db, addDays(tokyoDate(now()), -1));
  return [{ name: "delete old days of service keys", everyMs: HOUSEKEEPING_MS, run }];
}
