import type { ValidateForm } from "react-admin";
import type { FieldValues } from "react-hook-form";
import { userCreate, userUpdate } from "../../../domain/users/schemas.ts";
import { validateWith } from "../../components/form/validateWith.ts";

/** A member of an organization, or a system admin, who has none. */
export const USER_KINDS = ["member", "system"] as const;
export type UserKind = (typeof USER_KINDS)[number];

export const blankUser = {
  kind: "member" satisfies UserKind,
  organizationId: null,
  /** Of the chosen organization, which a draft of the form shows again. */
  organizationName: "",
  userName: "",
  userNameKana: null,
  email: "",
  isOrganizationAdmin: false,
  isDictionaryAdmin: false,
};

function invited({ kind, ...values }: FieldValues) {
  const { userName, userNameKana, email } = values;
  const { organizationId, isOrganizationAdmin, isDictionaryAdmin } = values;
  const person = { userName, userNameKana, email };
  if (kind === "system") return { ...person, isSystemAdmin: true };
  const flags = { isOrganizationAdmin, isDictionaryAdmin };
  return organizationId === null
    ? { ...person, ...flags }
    : { ...person, organizationId, ...flags };
}

const createErrors = validateWith(userCreate);
export const newUserErrors: ValidateForm = (values) =>
  createErrors(invited({ ...blankUser, ...values }));

export function newUserBody(values: FieldValues): object {
  const body = invited(values);
  return userCreate.safeParse(body).data ?? body;
}

/** The body of PATCH /users/{id}; the status has its own button. */
function changed(values: FieldValues) {
  const { userName, userNameKana } = values;
  const { isOrganizationAdmin, isDictionaryAdmin, isSystemAdmin } = values;
  return { userName, userNameKana, isOrganizationAdmin, isDictionaryAdmin, isSystemAdmin };
}

const updateErrors = validateWith(userUpdate);
export const userErrors: ValidateForm = (values) => updateErrors(changed(values));

export function userChanges(values: FieldValues): object {
  const body = changed(values);
  return userUpdate.safeParse(body).data ?? body;
}
