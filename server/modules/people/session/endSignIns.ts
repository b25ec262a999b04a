import { startOfSecond } from "date-fns";
import type { Transaction } from "kysely";
import { recordEvent } from "../../../audit/recordEvent.ts";
import type { Deps, SignedIn } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import { publishUnlogged } from "../../../events/publishChange.ts";
import { notFound } from "../../../problem.ts";
import { deleteSessionsOf, endSignInsBefore } from "./queries.ts";
import {
  deleteSessionsFrom,
  endSignInsAfter,
  eventAbout,
  lockSignIn,
  updateEnded,
} from "./signInQueries.ts";

/**
 * Ends all sign-ins and admin sessions of users at once (docs/product/sign-in.md#ending-sign-ins).
 * It does not affect a sign-in after `at`, nor a bearer token from the same second: the identity
 * service records sign-ins in whole seconds.
 */
export async function endSignIns(
  trx: Transaction<Tables>,
  userIds: readonly string[],
  at: Date,
): Promise<void> {
  if (userIds.length === 0) return;
  await endSignInsBefore(trx, userIds, startOfSecond(at));
  await deleteSessionsOf(trx, userIds);
  for (const userId of userIds) await publishEnd(trx, userId);
}

/**
 * Ends all sign-ins of the caller except the calling one, of which `own` is the hash of the admin
 * session (docs/product/sign-in.md#ending-sign-ins). After a change of password cached tokens would
 * stay valid for up to a minute although the identity service revokes them.
 */
export async function endOtherSignIns(
  { db, now }: Pick<Deps, "db" | "now">,
  user: SignedIn,
  own?: Uint8Array,
): Promise<void> {
  const { userId, signedInAt } = user;
  await db.transaction().execute(async (trx) => {
    await endSignInsBefore(trx, [userId], signedInAt);
    await endSignInsAfter(trx, userId, signedInAt, now());
    if (own) await deleteSessionsOf(trx, [userId], own);
    await publishEnd(trx, userId);
    await recordEvent(trx, eventAbout(user));
  });
}

/**
 * Ends one sign-in of the caller, in both areas (docs/product/sign-in.md#ending-sign-ins). One that
 * has ended stays as it is. Throws 404.
 */
export async function endSignIn(
  { db, now }: Pick<Deps, "db" | "now">,
  user: SignedIn,
  signInId: number,
): Promise<void> {
  const { userId } = user;
  await db.transaction().execute(async (trx) => {
    const signIn = await lockSignIn(trx, userId, signInId);
    if (!signIn) throw notFound();
    if (signIn.ended_at) return;
    await updateEnded(trx, signInId, now());
    await deleteSessionsFrom(trx, userId, signIn.signed_in_at);
    await publishEnd(trx, userId);
    await recordEvent(trx, eventAbout(user));
  });
}

/** Open streams of the user check their credential again. */
function publishEnd(trx: Transaction<Tables>, userId: string): Promise<void> {
  const ended = { organizationId: null, resource: "sessions", id: userId };
  return publishUnlogged(trx, ended, "deleted");
}
