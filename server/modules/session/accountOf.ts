import type { Deps, SignedIn } from "../../context.ts";
import { unauthenticated } from "../../problem.ts";
import { activateUser, type UserRow } from "./userQueries.ts";

/**
 * The account behind a verified credential. The first request of an invited user accepts the
 * invitation. Throws 401 for a user whom our database does not know or has disabled.
 */
export async function accountOf(
  { db, now }: Pick<Deps, "db" | "now">,
  row: UserRow | undefined,
): Promise<SignedIn> {
  if (!row) throw unauthenticated();
  if (row.status === "DISABLED") throw unauthenticated("ACCOUNT_DISABLED");
  if (row.status === "INVITED") await activateUser(db, row.user_id, now());
  return {
    userId: row.user_id,
    organizationId: row.organization_id,
    userName: row.user_name,
    email: row.email,
    isSystemAdmin: row.is_system_admin,
    isOrganizationAdmin: row.is_organization_admin,
    isDictionaryAdmin: row.is_dictionary_admin,
  };
}
