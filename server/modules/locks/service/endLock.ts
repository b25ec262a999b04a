import type { Transaction } from "kysely";
import { can } from "../../../../domain/access.ts";
import { lockSentences } from "../../../../domain/dictionaries/rules.ts";
import { lockBreak } from "../../../../domain/dictionaries/schemas.ts";
import { recordEvent } from "../../../audit/recordEvent.ts";
import type { Member } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import { fieldErrors } from "../../../plugins/schemas.ts";
import { forbidden, notFound, preconditionRequired, validationFailed } from "../../../problem.ts";
import {
  type DictionaryKey,
  deleteExpiredLocks,
  deleteLock,
  findLocksOf,
  insertReleaseOfLock,
  lockDictionaryRow,
  lockIdleDictionary,
  type NewRelease,
  organizationsWithExpiredLocks,
} from "../queries/locks.ts";
import {
  deleteRequest,
  findDueRequests,
  organizationsWithDueRequests,
} from "../queries/requests.ts";
import { lockTurn, passOn, publishLock, settleLock } from "./settleLock.ts";
import type { LockDeps, TabTarget } from "./takeLock.ts";

/**
 * Releases the lock that a token holds, to who waits for it, or withdraws the request of a token
 * that waits. A token without either is no error, so a closing tab may call late or twice; it never
 * ends the next holder's lock. Throws 404, 428 without a token.
 */
export function releaseLock({ config, db }: LockDeps, target: TabTarget): Promise<void> {
  return db.transaction().execute(async (trx) => {
    if ((await lockDictionaryRow(trx, target)) === undefined) throw notFound();
    const { userId, lockToken: token } = target;
    if (!token) throw preconditionRequired();
    const turn = await lockTurn(trx, target);
    if (await deleteLock(trx, target, { userId, token })) {
      await passOn(trx, target, { leaseSeconds: config.lockLeaseSeconds, turn });
    } else if (await deleteRequest(trx, target, { userId, token })) {
      await publishLock(trx, target, "locked");
    }
  });
}

/**
 * Breaks any lock of a dictionary, which goes to who waits for it. After the answer the former holder
 * cannot write any more; later calls with the old token learn by whom and why. Throws 403 unless the
 * user is an organization admin, 404, 422 `errors.reason`.
 */
export async function breakLock(
  { config, db }: LockDeps,
  user: Member,
  { dictionaryId, ...given }: { dictionaryId: number; reason: string | undefined },
): Promise<void> {
  if (!can(user, "lock.break")) throw forbidden();
  const key = { organizationId: user.organizationId, dictionaryId };
  await db.transaction().execute(async (trx) => {
    const dictionaryName = await lockDictionaryRow(trx, key);
    if (dictionaryName === undefined) throw notFound();
    const parsed = lockBreak.safeParse(given);
    if (!parsed.success) throw validationFailed(fieldErrors(parsed.error.issues));
    const { reason } = parsed.data;
    const release = { cause: "BROKEN", releasedBy: user.userId, reason } as const;
    const turn = await lockTurn(trx, key);
    const ended = await releaseAnyLock(trx, key, release);
    if (!ended) return;
    await passOn(trx, key, { leaseSeconds: config.lockLeaseSeconds, turn });
    const target = { kind: "dictionary", id: dictionaryId, name: dictionaryName } as const;
    const { organizationId } = user;
    await recordEvent(trx, { organizationId, target, reason });
  });
}

/**
 * Ends all locks of users who may no longer write dictionaries, and their requests. Later calls with
 * their tokens learn by whom and why; who waits gets the lock by the sweep. The caller holds the
 * rows of the users, without which no lock is taken or asked for by them, and waits here for a write
 * or a hand-over that has begun.
 */
export async function endLocksOf(
  trx: Transaction<Tables>,
  holders: { organizationId: number; userIds: readonly string[] },
  releasedBy: string | null,
): Promise<void> {
  const release = { cause: "RIGHT_LOST", releasedBy, reason: lockSentences.rightLost } as const;
  for (const { userId, ...key } of await findLocksOf(trx, holders)) {
    await lockDictionaryRow(trx, key);
    const ended = await releaseAnyLock(trx, key, release, userId);
    if (ended) await publishLock(trx, key, "unlocked");
    if (await deleteRequest(trx, key, { userId })) await publishLock(trx, key, "locked");
  }
}

async function releaseAnyLock(
  trx: Transaction<Tables>,
  key: DictionaryKey,
  release: Omit<NewRelease, "token">,
  userId?: string,
): Promise<boolean> {
  await insertReleaseOfLock(trx, key, { ...release, userId });
  return deleteLock(trx, key, userId === undefined ? {} : { userId });
}

/** Ends any lock of a dictionary that is deleted, and publishes the change. */
export async function endAnyLock(trx: Transaction<Tables>, key: DictionaryKey): Promise<void> {
  if (await deleteLock(trx, key)) await publishLock(trx, key, "unlocked");
}

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
