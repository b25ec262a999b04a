import type { Deps } from "../../context.ts";
import { type IdentityUserChanges, UserNotFoundError } from "../../identity/identity.ts";
import { findUser, type UserRow } from "./queries.ts";

type IdentityDeps = Pick<Deps, "db" | "identity" | "log">;

/** Tells the identity service of a change: the name, and whether the user may sign in at all. */
export async function changeIdentity(
  { identity, log }: Pick<IdentityDeps, "identity" | "log">,
  before: UserRow,
  after: UserRow,
): Promise<void> {
  const userId = after.user_id;
  const changes = { ...nameChange(before, after), ...disabledChange(before, after) };
  if (Object.keys(changes).length === 0) return;
  try {
    await identity.updateUser(userId, changes);
    if (changes.disabled) await identity.revokeTokens(userId);
  } catch (error) {
    if (!(error instanceof UserNotFoundError)) throw error;
    // Nobody can sign in as this user, so there is nothing to keep out or to name.
    log.warn({ userId }, "the identity service does not know a user of ours");
  }
}

/** After a change that failed on the way: makes the identity service agree with our database. */
export async function restoreIdentity(
  { db, identity, log }: IdentityDeps,
  userId: string,
): Promise<void> {
  try {
    const row = await findUser(db, userId);
    if (!row) return;
    const disabled = row.status === "DISABLED";
    await identity.updateUser(userId, { userName: row.user_name, disabled });
  } catch (err) {
    log.warn({ err, userId }, "the identity service may differ from our database about a user");
  }
}

function nameChange(before: UserRow, after: UserRow): IdentityUserChanges {
  return before.user_name === after.user_name ? {} : { userName: after.user_name };
}

function disabledChange(before: UserRow, after: UserRow): IdentityUserChanges {
  const disabled = after.status === "DISABLED";
  return disabled === (before.status === "DISABLED") ? {} : { disabled };
}
