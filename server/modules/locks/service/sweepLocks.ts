import {
  deleteExpiredLocks,
  lockIdleDictionary,
  organizationsWithExpiredLocks,
} from "../queries/locks.ts";
import { findDueRequests, organizationsWithDueRequests } from "../queries/requests.ts";
import { publishLock } from "./lockAnswers.ts";
import { settleLock } from "./settleLock.ts";
import type { LockDeps } from "./takeLock.ts";

/**
 * Deletes expired locks and publishes each once, also if several processes sweep; hands over those
 * for which another user waits, and drops expired requests.
 */
export async function sweepLocks({ config, db }: LockDeps): Promise<void> {
  const { lockLeaseSeconds: leaseSeconds } = config;
  for (const organizationId of await organizationsWithDueRequests(db)) {
    for (const key of await findDueRequests(db, organizationId)) {
      await db.transaction().execute(async (trx) => {
        if (await lockIdleDictionary(trx, key)) await settleLock(trx, key, { leaseSeconds });
      });
    }
  }
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
