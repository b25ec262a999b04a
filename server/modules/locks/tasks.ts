import type { Deps } from "../../context.ts";
import { HOUSEKEEPING_MS, type ScheduledTask } from "../../plugins/scheduledTasks.ts";
import { deleteOldReleases } from "./queries/releases.ts";
import { sweepLocks } from "./service/sweepLocks.ts";

const SWEEP_MS = 1_000;

export function lockTasks({ config, db }: Pick<Deps, "config" | "db">): ScheduledTask[] {
  return [
    { name: "sweep locks", everyMs: SWEEP_MS, run: () => sweepLocks({ config, db }) },
    {
      name: "delete old lock releases",
      everyMs: HOUSEKEEPING_MS,
      run: () => deleteOldReleases(db),
    },
  ];
}
