import { startOfSecond } from "date-fns";
import type { Transaction } from "kysely";
import type { Deps, SignedIn } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import { announceChange } from "../../../events/announceChange.ts";
import { deleteSessionsOf, endSignInsBefore } from "../queries/signIns.ts";

/**
 * Ends every sign-in and admin session of a user at once (design 3, Admin session): who is disabled,
 * or whose account was in other hands. A sign-in after `at` is not concerned, nor a bearer token of
 * the very second: the identity service tells the time of a sign-in in whole seconds.
 */
export async function endSignIns(
  trx: Transaction<Tables>,
  userId: string,
  at: Date,
): Promise<void> {
  await endSignInsBefore(trx, userId, startOfSecond(at));
  await deleteSessionsOf(trx, userId);
  await announceEnd(trx, userId);
}

/**
 * Ends every sign-in of the caller but the one that asks, after a change of the password (design 10,
 * Identity). The identity service revokes the others itself, but remembered tokens would hold for up
 * to a minute.
 *
 * @param own the hash of the admin session that asks. Where a bearer token asks, admin sessions of
 *   earlier sign-ins are refused with their next request.
 */
export async function endOtherSignIns(
  { db }: Pick<Deps, "db">,
  { userId, signedInAt }: SignedIn,
  own?: Uint8Array,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await endSignInsBefore(trx, userId, signedInAt);
    if (own) await deleteSessionsOf(trx, userId, own);
    await announceEnd(trx, userId);
  });
}

/** Open streams of the user look again whether anything still vouches for them. */
function announceEnd(trx: Transaction<Tables>, userId: string): Promise<void> {
  const ended = { organizationId: null, resource: "sessions", id: userId };
  return announceChange(trx, ended, "deleted");
}
