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

export function NameSection() {
  return (
    <FormSection title={users.form.personSection}>
      <NameInputs source="userName" />
    </FormSection>
  );
}

export function MemberRights({ disabled = false }: { disabled?: boolean }) {
  return (
    <>
      <CheckboxInput source="isOrganizationAdmin" disabled={disabled} />
      <CheckboxInput source="isDictionaryAdmin" disabled={disabled} />
    </>
  );
}

export function OwnRights({ own }: { own: boolean }) {
  return own ? <p>{users.form.ownRights}</p> : null;
}
