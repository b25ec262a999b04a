import { managedRoles } from "../../../../domain/scim/stored.ts";
import type { User } from "../../../../domain/users/schemas.ts";
import type { UserRow } from "./queries/users.ts";

export function presentUser(row: UserRow): User {
  return {
    userId: row.user_id,
    organizationId: row.organization_id ?? 0,
    organizationName: row.organization_name,
    email: row.email,
    userName: row.user_name,
    userNameKana: row.user_name_kana,
    isSystemAdmin: row.is_system_admin,
    isOrganizationAdmin: row.is_organization_admin,
    isDictionaryAdmin: row.is_dictionary_admin,
    status: row.status,
    identityPending: row.identity_pending,
    mailPending: row.mail_pending,
    invitationEndsAt:
      row.status === "INVITED" ? (row.invitation_ends_at?.toISOString() ?? null) : null,
    identityError: row.identity_error,
    managedBy: row.managed_by,
    managedRoles: managedRoles(row.scim_roles ?? {}),
    erasedAt: row.erased_at?.toISOString() ?? null,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
