import type { User } from "../../../../domain/users/schemas.ts";
import { awaitAccount } from "../accounts/awaitAccount.ts";
import type { AccountDeps } from "../accounts/processAccountRequest.ts";
import { presentUser } from "./present.ts";
import { findUser } from "./queries/users.ts";

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
