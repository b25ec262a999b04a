import type { FieldValues } from "react-hook-form";
import { memberCreate } from "../../../../domain/users.ts";
import { validateWith } from "../../../components/form/validateWith.ts";

export const MEMBER_LIST = { to: "/users", name: "resources.users.members.list" };

export const blankMember = {
  userName: "",
  email: "",
  isOrganizationAdmin: false,
  isDictionaryAdmin: false,
};

export const newMemberErrors = validateWith(memberCreate);

/** What POST /users takes in the staff area, of what the form holds. */
export function newMemberBody(values: FieldValues): object {
  return memberCreate.safeParse(values).data ?? values;
}
