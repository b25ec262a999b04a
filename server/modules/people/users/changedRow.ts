import type { UserUpdate } from "../../../../domain/users/schemas.ts";
import type { UserRow } from "./queries/users.ts";

/** A user's row after a change at `at`; `changes` holds differing fields only. */
export function changedRow(row: UserRow, changes: UserUpdate, at: Date): UserRow {
  return {
    ...row,
    user_name: changes.userName ?? row.user_name,
    user_name_kana: changes.userNameKana === undefined ? row.user_name_kana : changes.userNameKana,
    is_system_admin: changes.isSystemAdmin ?? row.is_system_admin,
    is_organization_admin: changes.isOrganizationAdmin ?? row.is_organization_admin,
    is_dictionary_admin: changes.isDictionaryAdmin ?? row.is_dictionary_admin,
    ...changedStatus(row, changes.status),
    version: row.version + 1,
    updated_at: at,
  };
}

/** Enabling restores the former status: INVITED for users who have never signed in. */
function changedStatus(
  { status, enabled_status }: UserRow,
  wanted: UserUpdate["status"],
): Pick<UserRow, "status" | "enabled_status"> {
  if (wanted === "ACTIVE") return { status: enabled_status ?? "ACTIVE", enabled_status: null };
  if (wanted === undefined || status === "DISABLED") return { status, enabled_status };
  return { status: "DISABLED", enabled_status: status };
}
