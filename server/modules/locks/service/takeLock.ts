import { can } from "../../../../domain/access.ts";
import type { OwnDictionaryLock, WatchedLock } from "../../../../domain/dictionaries/schemas.ts";
import type { Deps } from "../../../context.ts";
import { type LockTokenHash, newLockToken } from "../../../plugins/preconditions.ts";
import { forbidden, notFound, preconditionRequired } from "../../../problem.ts";
import {
  type DictionaryKey,
  extendLease,
  findLock,
  giveLock,
  lockDictionaryRow,
  lockRights,
  lockRowOfLock,
} from "../queries/locks.ts";
import { deleteRequest, findRequest } from "../queries/requests.ts";
import {
  lockedBy,
  lockLost,
  presentHeld,
  presentHolder,
  presentRequest,
  publishLock,
  settleLock,
} from "./settleLock.ts";

export type LockDeps = Pick<Deps, "config" | "db">;

export interface LockTarget extends DictionaryKey {
  userId: string;
}

export interface TabTarget extends LockTarget {
  lockToken: LockTokenHash | undefined;
}

/**
 * Takes the lock of a dictionary for a lease (docs/product/dictionaries.md#lock). `takeOver` moves
 * the user's own lock from another tab, whose token becomes invalid; it never takes the lock of
 * another user, nor one for which another user waits. Throws 403 for a user who has just lost the
 * right to write, 404, 423 LOCKED with the holder.
 */
export async function takeLock(
  deps: LockDeps,
  target: LockTarget,
  given: { takeOver?: boolean | undefined },
): Promise<OwnDictionaryLock> {
  const { config, db } = deps;
  const { takeOver = false } = given;
  const { dictionaryId, userId } = target;
  const { lockLeaseSeconds: leaseSeconds } = config;
  const taken = await db.transaction().execute(async (trx) => {
    // The credential was checked before. The user's row comes first, as where a right is withdrawn
    // (changeUser), so that neither of the two can wait for the other.
    const rights = await lockRights(trx, userId);
    if (!rights || !can(rights, "dictionary.write")) throw forbidden();
    if ((await lockDictionaryRow(trx, target)) === undefined) throw notFound();
    await lockRowOfLock(trx, target);
    const current = await findLock(trx, target);
    if (!current) throw notFound();
    const isOwn = current.locked_by === userId;
    if (current.locked_by !== null && !(isOwn && takeOver)) throw lockedBy(current, target);
    if (!isOwn) {
      const request = await findRequest(trx, target);
      if (request && request.requested_by !== userId) {
        await settleLock(trx, target, { leaseSeconds });
        return undefined;
      }
    }
    await deleteRequest(trx, target, { userId });
    const { token, hash } = newLockToken();
    const held = await giveLock(trx, target, { userId, token: hash, leaseSeconds });
    await publishLock(trx, target, "locked");
    return { dictionaryId, ...presentHeld(held), lockToken: token };
  });
  // The user who waited for it has just got it.
  return taken ?? takeLock(deps, target, given);
}

/** The lock of a dictionary, and who waits for it; throws 404. */
export async function readLock({ db }: Pick<Deps, "db">, key: DictionaryKey): Promise<WatchedLock> {
  const row = await findLock(db, key);
  if (!row) throw notFound();
  const request = await findRequest(db, key);
  return {
    dictionaryId: key.dictionaryId,
    ...presentHolder(row),
    request: request ? { ...presentRequest(request), message: null } : null,
  };
}

/** Extends the lease of a token, whose holder reads who waits. Throws 404, 428 without a token, 423 LOCK_LOST. */
export async function extendLock(
  { config, db }: LockDeps,
  target: TabTarget,
): Promise<WatchedLock> {
  const { dictionaryId, userId, lockToken: token } = target;
  if (!token) {
    await readLock({ db }, target);
    throw preconditionRequired();
  }
  const { lockLeaseSeconds: leaseSeconds } = config;
  const extended = await db.transaction().execute(async (trx) => {
    await lockRowOfLock(trx, target);
    return extendLease(trx, target, { userId, token, leaseSeconds });
  });
  if (extended) {
    const request = await findRequest(db, target);
    return {
      dictionaryId,
      ...presentHeld(extended),
      request: request ? presentRequest(request) : null,
    };
  }
  await readLock({ db }, target);
  throw await lockLost(db, target, token);
}
