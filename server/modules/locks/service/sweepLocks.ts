import type { Deps } from "../../../context.ts";
import { deleteExpiredLocks, hasExpiredLock } from "../queries/expiredLocks.ts";
import { announceLock } from "./announceLock.ts";

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
