import type { Kysely } from "kysely";
import type { Deps, SignedIn } from "../../context.ts";
import type { Tables } from "../../db/tables.ts";
import type { VerifiedToken } from "../../identity/identity.ts";
import { unauthenticated } from "../../problem.ts";
import { announceUser } from "../users/announceUser.ts";
import { activateUser, type UserRow } from "./userQueries.ts";

/**
 * The account behind a verified credential. The first request of an invited user accepts the
 * invitation. Throws 401 for a user whom our database does not know or has disabled, and for a
 * sign-in that has ended since.
 */
export async function accountOf(
  { db, now }: Pick<Deps, "db" | "now">,
  row: UserRow | undefined,
  { authTime }: Pick<VerifiedToken, "authTime">,
): Promise<SignedIn> {
  if (!row) throw unauthenticated();
  if (row.status === "DISABLED") throw unauthenticated("ACCOUNT_DISABLED");
  if (row.tokens_valid_after && authTime < row.tokens_valid_after) throw unauthenticated();
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

function acceptInvitation(db: Kysely<Tables>, row: UserRow, at: Date): Promise<void> {
  return db.transaction().execute(async (trx) => {
    if (await activateUser(trx, row.user_id, at)) await announceUser(trx, row, "updated");
  });
}
