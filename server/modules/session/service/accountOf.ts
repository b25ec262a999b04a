import type { Kysely } from "kysely";
import type { IdentityError } from "../../../../domain/userRules.ts";
import type { Deps, SignedIn } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import type { VerifiedToken } from "../../../identity/identity.ts";
import { forbidden, unauthenticated } from "../../../problem.ts";
import { updateFault } from "../../accounts/queries/outbox.ts";
import { announceUser } from "../../users/service/announceUser.ts";
import { activateUser, type UserRow } from "../queries/users.ts";

/**
 * The account behind a verified credential. The first request of an invited user accepts the
 * invitation. Throws 401 for a user whom our database does not know or has disabled, and for a
 * sign-in that has ended since; 403 EMAIL_CHANGED where the account's e-mail address was changed at
 * the identity service, until an admin has looked at that.
 */
export async function accountOf(
  { db, now }: Pick<Deps, "db" | "now">,
  row: UserRow | undefined,
  { authTime, email }: Pick<VerifiedToken, "authTime" | "email">,
): Promise<SignedIn> {
  if (!row) throw unauthenticated();
  if (row.status === "DISABLED") throw unauthenticated("ACCOUNT_DISABLED");
  if (row.tokens_valid_after && authTime < row.tokens_valid_after) throw unauthenticated();
  if (email !== row.email) await markFault(db, row, "EMAIL_CHANGED");
  if (email !== row.email || row.identity_error === "EMAIL_CHANGED") {
    throw forbidden("EMAIL_CHANGED");
  }
  if (signsInAgain(row, authTime)) await markFault(db, row, null);
  if (row.status === "INVITED") await acceptInvitation(db, row, now());
  return {
    userId: row.user_id,
    organizationId: row.organization_id,
    userName: row.user_name,
    email: row.email,
    isSystemAdmin: row.is_system_admin,
    isOrganizationAdmin: row.is_organization_admin,
    isDictionaryAdmin: row.is_dictionary_admin,
    signedInAt: authTime,
  };
}

/** Whether a person has found a way into an account that was lost. */
function signsInAgain({ identity_error, identity_error_at }: UserRow, authTime: Date): boolean {
  return identity_error !== null && identity_error_at !== null && authTime > identity_error_at;
}

async function markFault(
  db: Kysely<Tables>,
  row: UserRow,
  fault: IdentityError | null,
): Promise<void> {
  if (row.identity_error === fault) return;
  await db.transaction().execute(async (trx) => {
    if (await updateFault(trx, row.user_id, fault)) await announceUser(trx, row, "updated");
  });
}

function acceptInvitation(db: Kysely<Tables>, row: UserRow, at: Date): Promise<void> {
  return db.transaction().execute(async (trx) => {
    if (await activateUser(trx, row.user_id, at)) await announceUser(trx, row, "updated");
  });
}
