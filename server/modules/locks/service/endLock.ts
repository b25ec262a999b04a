import type { Transaction } from "kysely";
import { z } from "zod";
import { can } from "../../../../domain/access.ts";
import { lockSentences } from "../../../../domain/dictionaries/lockSentences.ts";
import { lockRelease } from "../../../../domain/dictionaries/schemas.ts";
import { recordEvent } from "../../../audit/recordEvent.ts";
import type { Deps, Member } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import { fieldErrors } from "../../../plugins/schemas.ts";
import { forbidden, notFound, preconditionRequired, validationFailed } from "../../../problem.ts";
import {
  type DictionaryKey,
  deleteLock,
  deleteLockOf,
  findLocksOf,
  holdDictionary,
} from "../queries/locks.ts";
import { insertRelease, type NewRelease } from "../queries/releases.ts";
import { publishLock } from "./publishLock.ts";
import type { TabTarget } from "./takeLock.ts";

const breaking = z.object({ reason: lockRelease.shape.reason });

/**
 * Releases the lock that a token holds. A token without a lock is no error, so a closing tab may
 * call late or twice; it never ends the next holder's lock. Throws 404, 428 without a token.
 */
export function releaseLock({ db }: Pick<Deps, "db">, target: TabTarget): Promise<void> {
  return db.transaction().execute(async (trx) => {
    if ((await holdDictionary(trx, target)) === undefined) throw notFound();
    const { userId, lockToken: token } = target;
    if (!token) throw preconditionRequired();
    const ended = await deleteLockOf(trx, target, { userId, token });
    if (ended) await publishLock(trx, target, "unlocked");
  });
}

/**
 * Breaks any lock of a dictionary. After the answer the former holder cannot write any more; later
 * calls with the old token learn by whom and why. Throws 403 unless the user is an organization
 * admin, 404, 422 `errors.reason`.
 */
export async function breakLock(
  { db }: Pick<Deps, "db">,
  user: Member,
  { dictionaryId, ...given }: { dictionaryId: number; reason: string | undefined },
): Promise<void> {
  if (!can(user, "lock.break")) throw forbidden();
  const key = { organizationId: user.organizationId, dictionaryId };
  await db.transaction().execute(async (trx) => {
    const dictionaryName = await holdDictionary(trx, key);
    if (dictionaryName === undefined) throw notFound();
    const told = breaking.safeParse(given);
    if (!told.success) throw validationFailed(fieldErrors(told.error.issues));
    const { reason } = told.data;
    const release = { cause: "BROKEN", releasedBy: user.userId, reason } as const;
    const ended = await releaseAnyLock(trx, key, release);
    if (!ended) return;
    const target = { kind: "dictionary", id: dictionaryId, name: dictionaryName } as const;
    const { organizationId } = user;
    await recordEvent(trx, { organizationId, target, reason });
  });
}

/**
 * Ends all locks of users who may no longer write dictionaries. Later calls with their tokens
 * learn by whom and why. The caller holds the rows of the users, without which no lock is taken for
 * them, and waits here for a write that has begun.
 */
export async function endLocksOf(
  trx: Transaction<Tables>,
  holders: { organizationId: number; userIds: readonly string[] },
  releasedBy: string,
): Promise<void> {
  const release = { cause: "RIGHT_LOST", releasedBy, reason: lockSentences.rightLost } as const;
  for (const { userId, ...key } of await findLocksOf(trx, holders)) {
    await holdDictionary(trx, key);
    await releaseAnyLock(trx, key, release, userId);
  }
}

async function releaseAnyLock(
  trx: Transaction<Tables>,
  key: DictionaryKey,
  release: Omit<NewRelease, "token">,
  userId?: string,
): Promise<boolean> {
  const ended = await endAnyLock(trx, key, userId);
  if (ended?.is_live) await insertRelease(trx, key, { ...release, token: ended.token_hash });
  return ended !== undefined;
}

/** Ends any lock, or that of one user, publishes the change and returns the lock. */
export async function endAnyLock(trx: Transaction<Tables>, key: DictionaryKey, userId?: string) {
  const ended = await deleteLock(trx, key, userId);
  if (ended) await publishLock(trx, key, "unlocked");
  return ended;
}
