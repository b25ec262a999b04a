import { subDays } from "date-fns";
import { TOMBSTONE_DAYS } from "../../../domain/vocabulary/rules.ts";
import type { Deps } from "../../context.ts";
import { HOUSEKEEPING_MS, type ScheduledTask } from "../../plugins/scheduledTasks.ts";
import { forgetTombstones } from "./queries/vocabulary.ts";

export function vocabularyTasks({ db, now }: Pick<Deps, "db" | "now">): ScheduledTask[] {
  const run = () => forgetTombstones(db, subDays(now(), TOMBSTONE_DAYS));
  return [{ name: "forget deleted words", everyMs: HOUSEKEEPING_MS, run }];
}
