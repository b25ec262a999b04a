import { type Flags, shownRolesOf } from "../../../domain/access.ts";
import { users } from "../../i18n/ja/resources/users.ts";

export function RoleNames({ flags }: { flags: Flags }) {
  return shownRolesOf(flags)
    .map((role) => users.role[role])
    .join("・");
}
