import type { Transaction } from "kysely";
import { can } from "../../../../domain/access.ts";
import {
  askingOf,
  HAND_OVER_MINUTES,
  requestSeconds,
} from "../../../../domain/dictionaries/handOver.ts";
import { lockSentences } from "../../../../domain/dictionaries/rules.ts";
import type {
  EditRequestState,
  HandOver,
  OwnEditRequest,
  Refusal,
} from "../../../../domain/dictionaries/schemas.ts";
import { recordEvent } from "../../../audit/recordEvent.ts";
import type { Tables } from "../../../db/tables.ts";
import { type LockTokenHash, newLockToken } from "../../../plugins/preconditions.ts";
import { conflict, forbidden, notFound, preconditionRequired } from "../../../problem.ts";
import {
  findLock,
  findRelease,
  giveLock,
  insertRelease,
  lockDictionaryRow,
  lockRights,
  lockRowOfLock,
} from "../queries/locks.ts";
import {
  deleteRequest,
  extendRequest,
  findRequest,
  lockRowOfRequest,
  promiseHandOver,
  putRequest,
  type TurnRow,
} from "../queries/requests.ts";
import {
  giveToNext,
  lockedBy,
  lockLost,
  lockTurn,
  notifyHolder,
  presentHolder,
  presentRequest,
  publishLock,
  settleLock,
} from "./settleLock.ts";
import type { LockDeps, LockTarget, TabTarget } from "./takeLock.ts";

/**
 * Asks the holder of a lock for it (docs/product/dictionaries.md#handing-over), with a token that
 * becomes that of the lock; a free lock is granted at once. Throws 403 for a user who has just lost
 * the right to write, 404, 409 LOCK_REQUESTED if another user waits, 423 LOCKED for the own lock in
 * another tab.
 */
export function requestLock(
  { config, db }: LockDeps,
  target: LockTarget,
  { message = "" }: { message?: string | undefined },
): Promise<OwnEditRequest> {
  const { organizationId, dictionaryId, userId } = target;
  const { lockLeaseSeconds: leaseSeconds } = config;
  return db.transaction().execute(async (trx) => {
    // The user's row comes first, as in takeLock.
    const rights = await lockRights(trx, userId);
    if (!rights || !can(rights, "dictionary.write")) throw forbidden();
    const dictionaryName = await lockDictionaryRow(trx, target);
    if (dictionaryName === undefined) throw notFound();
    await lockRowOfLock(trx, target);
    await lockRowOfRequest(trx, target);
    const lock = await findLock(trx, target);
    if (!lock) throw notFound();
    const waiting = await findRequest(trx, target);
    const awaitedBy = waiting?.requested_by ?? null;
    const { token, hash } = newLockToken();
    const asking = askingOf(userId, { heldBy: lock.locked_by, awaitedBy });
    if (asking === "ownTab" && lock.locked_by !== null) throw lockedBy(lock, target);
    if (asking === "othersWait" && waiting) {
      const sentence = lockSentences.requestedBy(waiting.requested_by_name);
      throw conflict("LOCK_REQUESTED", { message: sentence });
    }
    // An expired request of any user is replaced.
    if (!waiting) await deleteRequest(trx, target);
    if (asking === "take") {
      await deleteRequest(trx, target);
      await giveLock(trx, target, { userId, token: hash, leaseSeconds });
    } else {
      const seconds = requestSeconds(leaseSeconds);
      await putRequest(trx, target, { userId, token: hash, message, seconds });
      // A second request of the same user is the same request.
      if (!waiting) {
        const about = { kind: "dictionary", id: dictionaryId, name: dictionaryName } as const;
        await recordEvent(trx, { organizationId, target: about });
      }
    }
    await publishLock(trx, target, "locked");
    return { ...(await stateOf(trx, target, { token: hash, leaseSeconds })), lockToken: token };
  });
}

/**
 * Tells what became of the request of a token, and extends it while it waits. If the lock is free by
 * now, it is granted at once. Throws 404, 428 without a token.
 */
export async function extendLockRequest(
  { config, db }: LockDeps,
  target: TabTarget,
): Promise<EditRequestState> {
  const { userId, lockToken: token } = target;
  if ((await findLock(db, target)) === undefined) throw notFound();
  if (!token) throw preconditionRequired();
  const { lockLeaseSeconds: leaseSeconds } = config;
  const state = await db.transaction().execute(async (trx) => {
    await lockRowOfRequest(trx, target);
    await extendRequest(trx, target, { userId, token, seconds: requestSeconds(leaseSeconds) });
    const lock = await findLock(trx, target);
    const now = await stateOf(trx, target, { token, leaseSeconds });
    return now.state === "WAITING" && lock?.locked_by === null ? undefined : now;
  });
  if (state) return state;
  return db.transaction().execute(async (trx) => {
    if ((await lockDictionaryRow(trx, target)) === undefined) throw notFound();
    await settleLock(trx, target, { leaseSeconds });
    return stateOf(trx, target, { token, leaseSeconds });
  });
}

/** What became of a token that a person asked with. */
async function stateOf(
  trx: Transaction<Tables>,
  target: LockTarget,
  { token, leaseSeconds }: { token: LockTokenHash; leaseSeconds: number },
): Promise<EditRequestState> {
  const { dictionaryId, userId } = target;
  const nothing = { dictionaryId, request: null, waitSeconds: null, lock: null, refusal: null };
  const waiting = await findRequest(trx, target, token);
  if (waiting?.is_token && waiting.requested_by === userId) {
    const request = presentRequest(waiting);
    return { ...nothing, state: "WAITING", request, waitSeconds: requestSeconds(leaseSeconds) };
  }
  const lock = await findLock(trx, target, token);
  if (lock?.is_token && lock.locked_by === userId) {
    return { ...nothing, state: "GRANTED", lock: { dictionaryId, ...presentHolder(lock) } };
  }
  const release = await findRelease(trx, target, token);
  if (release?.cause !== "REFUSED") return { ...nothing, state: "ENDED" };
  const { released_by_name: refusedByName, reason } = release;
  return { ...nothing, state: "REFUSED", refusal: { refusedByName, reason } };
}

/**
 * Hands a lock over to who waits for it, at once or later (docs/product/dictionaries.md#handing-over).
 * A later one is logged when it happens. Throws 404, 428 without a token, 423 LOCK_LOST,
 * 409 LOCK_REQUEST_GONE if the request is not the one that the holder has seen, or has ended.
 */
export function handOverLock(
  { config, db }: LockDeps,
  target: TabTarget,
  { requestId, when }: HandOver,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const turn = await lockToAnswer(trx, target, requestId);
    if (when === "LATER") {
      await promiseHandOver(trx, target, { minutes: HAND_OVER_MINUTES });
      await publishLock(trx, target, "locked");
      return;
    }
    await notifyHolder(trx, target, turn);
    await giveToNext(trx, target, { leaseSeconds: config.lockLeaseSeconds, turn });
  });
}

/** Refuses a request; its page learns by whom and why. Throws as `handOverLock`. */
export function refuseLockRequest(
  { db }: LockDeps,
  target: TabTarget,
  { requestId, reason = "" }: Refusal,
): Promise<void> {
  const { organizationId, dictionaryId, userId } = target;
  return db.transaction().execute(async (trx) => {
    const { next, dictionaryName } = await lockToAnswer(trx, target, requestId);
    if (!next) throw conflict("LOCK_REQUEST_GONE");
    const refused = { cause: "REFUSED", releasedBy: userId, reason } as const;
    await insertRelease(trx, target, { ...refused, token: next.token });
    await deleteRequest(trx, target);
    await publishLock(trx, target, "locked");
    const about = { kind: "dictionary", id: dictionaryId, name: dictionaryName } as const;
    await recordEvent(trx, { organizationId, target: about });
  });
}

/** Starts an answer of the holder: until its end neither lock nor request can change. */
async function lockToAnswer(
  trx: Transaction<Tables>,
  target: TabTarget,
  requestId: number,
): Promise<TurnRow> {
  const { userId, lockToken: token } = target;
  if ((await lockDictionaryRow(trx, target)) === undefined) throw notFound();
  if (!token) throw preconditionRequired();
  const turn = await lockTurn(trx, target);
  const lock = await findLock(trx, target, token);
  if (!lock?.is_token || lock.locked_by !== userId) throw await lockLost(trx, target, token);
  const request = await findRequest(trx, target);
  if (request?.request_id !== requestId) throw conflict("LOCK_REQUEST_GONE");
  return turn;
}
