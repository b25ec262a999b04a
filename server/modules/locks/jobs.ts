import type { Deps } from "../../context.ts";
import type { Housekeeping } from "../../jobs/housekeeping.ts";
import type { ScheduledTask } from "../../jobs/scheduledTasks.ts";
import { deleteOldReleases } from "./queries/releases.ts";
import { sweepLocks } from "./service/sweepLocks.ts";

export function lockHousekeeping({ db }: Pick<Deps, "db">): Housekeeping {
  return { "delete old lock releases": () => deleteOldReleases(db) };
}

const SWEEP_MS = 1_000;

export function lockTasks({ config, db }: Pick<Deps, "config" | "db">): ScheduledTask[] {
  return [{ name: "sweep locks", everyMs: SWEEP_MS, run: () => sweepLocks({ config, db }) }];
}
