import type { Deps } from "../../context.ts";
import { HOUSEKEEPING_MS, type ScheduledTask } from "../../plugins/scheduledTasks.ts";
import { announceLock } from "./announceLock.ts";
import { deleteOldReleases } from "./releaseQueries.ts";
import { deleteExpiredLocks, hasExpiredLock } from "./sweepQueries.ts";

const SWEEP_MS = 1_000;

/**
 * Deletes the locks whose lease has passed and tells of each, once, however many copies of the API
 * do so at the same time. They count for nothing before: this is for open screens. Where there is
 * nothing to do it is one look at an index.
 */
export async function sweepLocks({ db }: Pick<Deps, "db">): Promise<void> {
  while (await hasExpiredLock(db)) {
    const swept = await db.transaction().execute(async (trx) => {
      const ended = await deleteExpiredLocks(trx);
      for (const key of ended) await announceLock(trx, key, "unlocked");
      return ended.length;
    });
    // What is left is in the hands of others.
    if (swept === 0) return;
  }
}

/** Ends leases about every second; forgets who broke a lock and why, a day after. */
export function lockTasks({ db }: Pick<Deps, "db">): ScheduledTask[] {
  return [
    { name: "sweep locks", everyMs: SWEEP_MS, run: () => sweepLocks({ db }) },
    {
      name: "delete old lock releases",
      everyMs: HOUSEKEEPING_MS,
      run: () => deleteOldReleases(db),
    },
  ];
}
