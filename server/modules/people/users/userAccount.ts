import type { User } from "../../../../domain/users/schemas.ts";
import type { Deps } from "../../../context.ts";
import { UserNotFoundError } from "../../../identity/identity.ts";
import { notFound, ruleBroken } from "../../../problem.ts";
import { type AccountDeps, awaitAccount } from "../accounts/processAccountRequest.ts";
import { requestAccount } from "../accounts/requestAccount.ts";
import { lockUser, publishUser } from "../queries.ts";
import { endSignIns } from "../session/endSignIns.ts";
import { findUser, presentUser, type Scope } from "./queries/users.ts";

/** The user after the identity service has followed, or pending. Never throws. */
export async function settledUser(deps: AccountDeps, user: User): Promise<User> {
  await awaitAccount(deps, user.userId);
  const pending = { ...user, identityPending: true };
  try {
    const row = await findUser(deps.db, user.userId);
    if (!row) return pending;
    const { identityPending, mailPending, invitationEndsAt, identityError } = presentUser(row);
    return { ...user, identityPending, mailPending, invitationEndsAt, identityError };
  } catch (err) {
    deps.log.warn(
      { err, userId: user.userId },
      "could not read a user after a change of the account",
    );
    return pending;
  }
}

/**
 * Sets back an e-mail address that was changed at the identity service and ends every sign-in;
 * until then the person cannot sign in. Throws 404, 422 EMAIL_NOT_CHANGED.
 */
export async function restoreEmail(
  deps: AccountDeps & Pick<Deps, "now">,
  userId: string,
  scope: Scope,
): Promise<User> {
  const user = await deps.db.transaction().execute(async (trx) => {
    await lockUser(trx, userId);
    const row = await findUser(trx, userId, scope);
    if (!row) throw notFound();
    if (row.identity_error !== "EMAIL_CHANGED") throw ruleBroken("EMAIL_NOT_CHANGED");
    await endSignIns(trx, [userId], deps.now());
    await requestAccount(trx, userId, { forgives: true, revokes: true });
    await publishUser(trx, row, { isAction: true });
    return presentUser({ ...row, identity_pending: true });
  });
  return settledUser(deps, user);
}

/**
 * Removes the second factors of a user who has lost them, and ends every sign-in, so that the next one
 * takes the password alone. Nobody removes their own so: a stolen session would be enough. Throws 404,
 * 422 OWN_FLAGS, IdentityUnavailableError.
 */
export async function removeSecondFactors(
  { db, identity, now }: Pick<Deps, "db" | "identity" | "now">,
  userId: string,
  actorId: string | null,
): Promise<void> {
  if (userId === actorId) throw ruleBroken("OWN_FLAGS");
  const user = await findUser(db, userId);
  if (!user) throw notFound();
  try {
    await identity.removeSecondFactors(userId);
  } catch (error) {
    // An account that is lost at the identity service has no factor.
    if (!(error instanceof UserNotFoundError)) throw error;
  }
  await db.transaction().execute(async (trx) => {
    await endSignIns(trx, [userId], now());
    await publishUser(trx, user, { isAction: true });
  });
}
