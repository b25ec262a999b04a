import type { Transaction } from "kysely";
import type { Tables } from "../../../db/tables.ts";
import type { Call } from "../../../implement.ts";
import { type IfMatch, requireIfMatch } from "../../../plugins/versions.ts";
import { notFound } from "../../../problem.ts";
import { findLock, holdDictionary } from "../queries/locks.ts";
import { lockedBy, lockLost } from "./lockProblems.ts";
import type { TabTarget } from "./takeLock.ts";

/** Who writes a dictionary or its entries, and by what right. */
export interface DictionaryWrite extends TabTarget {
  ifMatch: IfMatch | undefined;
}

/** The same from a call of an endpoint of one dictionary. */
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
 * Opens a transaction that writes a dictionary or its entries (design 5, Lock): from here to its
 * end nobody else writes it and its lock does not change hands, so that there are never two writers.
 *
 * Throws 404; 423 LOCK_LOST for a token whose lock is gone; 423 LOCKED with the holder for who
 * comes without; 428 where nobody holds it and there is no If-Match either. Whether If-Match is
 * stale is left to the caller, who knows what it is the version of.
 */
export async function holdForWriting(
  trx: Transaction<Tables>,
  write: DictionaryWrite,
): Promise<void> {
  const { userId, lockToken, ifMatch } = write;
  if (!(await holdDictionary(trx, write))) throw notFound();
  const lock = await findLock(trx, write, lockToken);
  if (!lock) throw notFound();
  if (lockToken) {
    if (lock.locked_by !== userId || !lock.is_token) throw await lockLost(trx, write, lockToken);
    return;
  }
  if (lock.locked_by !== null) throw lockedBy(lock, write);
  requireIfMatch(ifMatch);
}
