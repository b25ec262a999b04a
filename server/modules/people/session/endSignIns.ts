import { startOfSecond } from "date-fns";
import type { Transaction } from "kysely";
import { recordEvent } from "../../../audit/recordEvent.ts";
import type { Deps, SignedIn } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import { publishUnlogged } from "../../../events/publishChange.ts";
import { deleteSessionsOf, endSignInsBefore } from "./queries.ts";
import { eventAbout } from "./signInEvents.ts";

/**
 * Ends all sign-ins and admin sessions of a user at once (docs/product/sign-in.md#ending-sign-ins).
 * It does not affect a sign-in after `at`, nor a bearer token from the same second: the identity
 * service records sign-ins in whole seconds.
 */
export async function endSignIns(
  trx: Transaction<Tables>,
  userId: string,
  at: Date,
): Promise<void> {
  await endSignInsBefore(trx, userId, startOfSecond(at));
  await deleteSessionsOf(trx, userId);
  await publishEnd(trx, userId);
}

/**
 * Ends all sign-ins of the caller except `own`, the hash of the calling admin session, after a
 * change of password (docs/product/sign-in.md#ending-sign-ins). Cached tokens would stay valid for
 * up to a minute although the identity service revokes them.
 */
export async function endOtherSignIns(
  { db }: Pick<Deps, "db">,
  user: SignedIn,
  own?: Uint8Array,
): Promise<void> {
  const { userId, signedInAt } = user;
  await db.transaction().execute(async (trx) => {
    await endSignInsBefore(trx, userId, signedInAt);
    if (own) await deleteSessionsOf(trx, userId, own);
    await publishEnd(trx, userId);
    await recordEvent(trx, eventAbout(user));
  });
}

/** Open streams of the user check their credential again. */
function publishEnd(trx: Transaction<Tables>, userId: string): Promise<void> {
  const ended = { organizationId: null, resource: "sessions", id: userId };
  return publishUnlogged(trx, ended, "deleted");
}
