import type { ValidateForm } from "react-admin";
import type { FieldValues } from "react-hook-form";
import type { ScimRole } from "../../../domain/scim/stored.ts";
import { userCreate, userUpdate } from "../../../domain/users/schemas.ts";
import { CheckboxInput } from "../../components/form/Checkbox.tsx";
import { FormSection } from "../../components/form/FormLayout.tsx";
import { NameInputs } from "../../components/form/NameInputs.tsx";
import { TextInput } from "../../components/form/TextInput.tsx";
import { validateWith } from "../../components/form/validateWith.ts";
import { users } from "../../i18n/ja/resources/users.ts";

export function NameAndEmail() {
  return (
    <>
      <NameInputs source="userName" />
      <TextInput source="email" type="email" required />
    </>
  );
}

const READ_ONLY = { disabled: true, description: users.form.managed } as const;

/** A directory may rule the name; it knows no reading. */
export function NameSection({ managed }: { managed: boolean }) {
  return (
    <FormSection title={users.form.personSection}>
      <NameInputs source="userName" readOnly={managed ? READ_ONLY : undefined} hasFreeReading />
    </FormSection>
  );
}

interface MemberRightsProps {
  disabled?: boolean;
  /** The roles that a directory gives and takes. */
  managed?: readonly ScimRole[];
}

export function MemberRights({ disabled = false, managed = [] }: MemberRightsProps) {
  const isDisabled = (role: ScimRole) => disabled || managed.includes(role);
  return (
    <>
      <CheckboxInput source="isOrganizationAdmin" disabled={isDisabled("organizationAdmin")} />
      <CheckboxInput source="isDictionaryAdmin" disabled={isDisabled("dictionaryAdmin")} />
      {managed.length > 0 ? <p>{users.form.managedRoles(managed)}</p> : null}
    </>
  );
}

export function OwnRights({ own }: { own: boolean }) {
  return own ? <p>{users.form.ownRights}</p> : null;
}

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
