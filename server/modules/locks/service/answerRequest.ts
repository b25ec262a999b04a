import type { Transaction } from "kysely";
import { HAND_OVER_MINUTES } from "../../../../domain/dictionaries/handOver.ts";
import type { HandOver, Refusal } from "../../../../domain/dictionaries/schemas.ts";
import { recordEvent } from "../../../audit/recordEvent.ts";
import type { Tables } from "../../../db/tables.ts";
import { conflict, notFound, preconditionRequired } from "../../../problem.ts";
import { findLock, lockDictionaryRow } from "../queries/locks.ts";
import { insertRelease } from "../queries/releases.ts";
import { deleteRequest, findRequest, promiseHandOver, type TurnRow } from "../queries/requests.ts";
import { lockLost } from "./lockProblems.ts";
import { publishLock } from "./publishLock.ts";
import { giveToNext, lockTurn, tellHolder } from "./settleLock.ts";
import type { LockDeps, TabTarget } from "./takeLock.ts";

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
    await tellHolder(trx, target, turn);
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
