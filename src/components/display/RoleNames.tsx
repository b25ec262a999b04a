import { type Flags, shownRolesOf } from "../../../domain/access.ts";
import { useTranslate } from "../../i18n/translate.ts";

export function RoleNames({ flags }: { flags: Flags }) {
  const translate = useTranslate();
  return shownRolesOf(flags)
    .map((role) => translate(`resources.users.role.${role}`))
    .join("・");
}
