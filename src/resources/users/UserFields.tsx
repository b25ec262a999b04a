import type { ReactNode } from "react";
import { useTranslate } from "react-admin";
import { formatDateTime } from "../../../domain/dates.ts";
import { Fact, Facts } from "../../components/display/Facts.tsx";
import { CheckboxInput } from "../../components/form/CheckboxInput.tsx";
import { FormRow, FormSection } from "../../components/form/FormLayout.tsx";
import { TextInput } from "../../components/form/TextInput.tsx";
import { AccountError } from "./AccountState.tsx";
import { Invitation } from "./Invitation.tsx";
import type { UserRecord } from "./userRecord.ts";

export function NameAndEmail() {
  return (
    <FormRow>
      <TextInput source="userName" required />
      <TextInput source="email" type="email" required />
    </FormRow>
  );
}

export function PersonSection({ user, children }: { user: UserRecord; children?: ReactNode }) {
  return (
    <FormSection title="resources.users.form.personSection">
      <Facts>
        <Fact source="email">{user.email}</Fact>
        {children}
        <Fact source="createdAt">{formatDateTime(user.createdAt)}</Fact>
      </Facts>
      <TextInput source="userName" required />
      <AccountError user={user} />
      {user.status === "INVITED" ? <Invitation user={user} /> : null}
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
  const translate = useTranslate();
  return own ? <p>{translate("resources.users.form.ownRights")}</p> : null;
}
