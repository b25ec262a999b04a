import type { Transaction } from "kysely";
import type { Tables } from "../../../db/tables.ts";
import type { Call } from "../../../implement.ts";
import { type IfMatch, requireIfMatch } from "../../../plugins/preconditions.ts";
import { notFound } from "../../../problem.ts";
import { findLock, lockDictionaryRow } from "../queries/locks.ts";
import { lockedBy, lockLost } from "./settleLock.ts";
import type { TabTarget } from "./takeLock.ts";

export interface DictionaryWrite extends TabTarget {
  ifMatch: IfMatch | undefined;
}

export function writeOf({
  member: { organizationId, userId },
  params,
  lockToken,
  ifMatch,
}: Pick<Call<unknown>, "member" | "lockToken" | "ifMatch"> & {
  params: { id: number };
}): DictionaryWrite {
  return { organizationId, dictionaryId: params.id, userId, lockToken, ifMatch };
}

/**
 * Starts a write to a dictionary or its entries (docs/product/dictionaries.md#lock): until the end
 * of the transaction no other call can write it or change its lock.
 * Throws 404; 423 LOCK_LOST for a token whose lock has ended; 423 LOCKED with the holder for a call
 * without the token; 428 if there is no lock and If-Match is missing. The caller compares
 * If-Match.
 */
export async function lockForWriting(
  trx: Transaction<Tables>,
  write: DictionaryWrite,
): Promise<void> {
  const { userId, lockToken, ifMatch } = write;
  if ((await lockDictionaryRow(trx, write)) === undefined) throw notFound();
  const lock = await findLock(trx, write, lockToken);
  if (!lock) throw notFound();
  if (lockToken) {
    if (lock.locked_by !== userId || !lock.is_token) throw await lockLost(trx, write, lockToken);
    return;
  }
  if (lock.locked_by !== null) throw lockedBy(lock, write);
  requireIfMatch(ifMatch);
}
