import type { FieldValues } from "react-hook-form";
import { memberCreate } from "../../../../domain/users/schemas.ts";
import { validateWith } from "../../../components/form/validateWith.ts";
import { users } from "../../../i18n/ja/resources/users.ts";

export const MEMBER_LIST = { to: "/users", name: users.members.list };

export const blankMember = {
  userName: "",
  userNameKana: null,
  email: "",
  isOrganizationAdmin: false,
  isDictionaryAdmin: false,
};

export const newMemberErrors = validateWith(memberCreate);

export function newMemberBody(values: FieldValues): object {
  return memberCreate.safeParse(values).data ?? values;
}
