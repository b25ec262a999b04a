import type { Deps } from "../../context.ts";
import { HOUSEKEEPING_MS, type ScheduledTask } from "../../plugins/scheduledTasks.ts";
import { eraseLate } from "./service/eraseLate.ts";

export function erasingTasks(deps: Pick<Deps, "db" | "now">): ScheduledTask[] {
  return [{ name: "erase late events", everyMs: HOUSEKEEPING_MS, run: () => eraseLate(deps) }];
}
