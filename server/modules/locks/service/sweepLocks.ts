import type { Deps } from "../../../context.ts";
import { deleteExpiredLocks, organizationsWithExpiredLocks } from "../queries/locks.ts";
import { publishLock } from "./publishLock.ts";

/** Deletes expired locks and publishes each once, also if several processes sweep. */
export async function sweepLocks({ db }: Pick<Deps, "db">): Promise<void> {
  for (let swept = 1; swept > 0; ) {
    swept = 0;
    for (const organizationId of await organizationsWithExpiredLocks(db)) {
      swept += await db.transaction().execute(async (trx) => {
        const ended = await deleteExpiredLocks(trx, organizationId);
        for (const key of ended) await publishLock(trx, key, "unlocked");
        return ended.length;
      });
    }
  }
}
