import type { ScimRole } from "../../../domain/scim/stored.ts";
import { CheckboxInput } from "../../components/form/CheckboxInput.tsx";
import { FormSection } from "../../components/form/FormLayout.tsx";
import { NameInputs } from "../../components/form/NameInputs.tsx";
import { TextInput } from "../../components/form/TextInput.tsx";
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
