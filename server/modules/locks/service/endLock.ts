import type { Transaction } from "kysely";
import { z } from "zod";
import { can } from "../../../../domain/access.ts";
import { lockRelease } from "../../../../domain/dictionaries.ts";
import type { Deps, Member } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import { fieldErrors } from "../../../plugins/schemas.ts";
import { forbidden, notFound, preconditionRequired, validationFailed } from "../../../problem.ts";
import { type DictionaryKey, deleteLock, deleteLockOf, holdDictionary } from "../queries/locks.ts";
import { insertRelease } from "../queries/releases.ts";
import { announceLock } from "./announceLock.ts";
import type { TabTarget } from "./takeLock.ts";

const breaking = z.object({ reason: lockRelease.shape.reason });

/**
 * Ends the lock that a token holds. A token that holds none has got what it asks for, so that a
 * closing tab may come late or twice: it never ends the lock of whoever came next.
 *
 * Throws 404, 428 without a token.
 */
export function releaseLock({ db }: Pick<Deps, "db">, target: TabTarget): Promise<void> {
  return db.transaction().execute(async (trx) => {
    if (!(await holdDictionary(trx, target))) throw notFound();
    const { userId, lockToken: token } = target;
    if (!token) throw preconditionRequired();
    const ended = await deleteLockOf(trx, target, { userId, token });
    if (ended) await announceLock(trx, target, "unlocked");
  });
}

/**
 * Breaks whatever lock a dictionary has. Once it is answered, nothing of the former holder is
 * written any more, and whoever comes with the token is told by whom and why.
 *
 * Throws 403 for anybody but an organization admin, 404, 422 with `errors.reason`.
 */
export async function breakLock(
  { db }: Pick<Deps, "db">,
  user: Member,
  { dictionaryId, reason }: { dictionaryId: number; reason: string | undefined },
): Promise<void> {
  if (!can(user, "lock.break")) throw forbidden();
  const key = { organizationId: user.organizationId, dictionaryId };
  await db.transaction().execute(async (trx) => {
    if (!(await holdDictionary(trx, key))) throw notFound();
    const told = breaking.safeParse({ reason });
    if (!told.success) throw validationFailed(fieldErrors(told.error.issues));
    const broken = await endAnyLock(trx, key);
    if (!broken?.is_live) return;
    const release = { token: broken.token_hash, releasedBy: user.userId, reason: told.data.reason };
    await insertRelease(trx, key, release);
  });
}

/** Ends whatever lock there is and says so; what it was. */
export async function endAnyLock(trx: Transaction<Tables>, key: DictionaryKey) {
  const ended = await deleteLock(trx, key);
  if (ended) await announceLock(trx, key, "unlocked");
  return ended;
}
