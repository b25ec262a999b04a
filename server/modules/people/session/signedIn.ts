import type { SignedIn } from "../../../context.ts";
import type { UserRow } from "./queries.ts";

export function presentSignedIn(row: UserRow, authTime: Date): SignedIn {
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
