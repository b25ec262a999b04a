import type { Deps } from "../../context.ts";
import { HOUSEKEEPING_MS, type ScheduledTask } from "../../plugins/scheduledTasks.ts";
import { deleteOldHandedRows } from "./queries/handedRows.ts";
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
    {
      name: "delete old handed rows",
      everyMs: HOUSEKEEPING_MS,
      run: () => deleteOldHandedRows(db),
    },
  ];
}
