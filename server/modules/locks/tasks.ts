import type { Deps } from "../../context.ts";
import type { ScheduledTask } from "../../jobs/scheduledTasks.ts";
import { sweepLocks } from "./service/sweepLocks.ts";

const SWEEP_MS = 1_000;

export function lockTasks({ config, db }: Pick<Deps, "config" | "db">): ScheduledTask[] {
  return [{ name: "sweep locks", everyMs: SWEEP_MS, run: () => sweepLocks({ config, db }) }];
}
