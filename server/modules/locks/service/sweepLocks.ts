import type { Deps } from "../../../context.ts";
import { deleteExpiredLocks, hasExpiredLock } from "../queries/locks.ts";
import { publishLock } from "./publishLock.ts";

/** Deletes expired locks and publishes each once, also if several processes sweep. */
export async function sweepLocks({ db }: Pick<Deps, "db">): Promise<void> {
  while (await hasExpiredLock(db)) {
    const swept = await db.transaction().execute(async (trx) => {
      const ended = await deleteExpiredLocks(trx);
      for (const key of ended) await publishLock(trx, key, "unlocked");
      return ended.length;
    });
    if (swept === 0) return;
  }
}
