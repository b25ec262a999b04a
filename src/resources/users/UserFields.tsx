import type { ReactNode } from "react";
import { useRecordContext } from "react-admin";
import { formatDateTime } from "../../../domain/text/dates.ts";
import { History } from "../../components/audit/History.tsx";
import { Fact, Facts } from "../../components/display/Facts.tsx";
import { CheckboxInput } from "../../components/form/CheckboxInput.tsx";
import { FormSection } from "../../components/form/FormLayout.tsx";
import { NameInputs } from "../../components/form/NameInputs.tsx";
import { TextInput } from "../../components/form/TextInput.tsx";
import { users } from "../../i18n/ja/resources/users.ts";
import type { UserRecord } from "../records.ts";
import { AccountError } from "./AccountState.tsx";
import { Invitation } from "./Invitation.tsx";
import { UserStatus } from "./UserStatus.tsx";
import { useIsOwn } from "./useIsOwn.ts";

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

/** The account of the record and its actions, which take effect without a save. */
export function AccountSections({ children }: { children?: ReactNode }) {
  const user = useRecordContext<UserRecord>();
  const own = useIsOwn(user);
  if (!user) return null;
  return (
    <>
      <FormSection title={users.form.accountSection}>
        <Facts>
          <Fact source="email" copy={user.email}>
            {user.email}
          </Fact>
          {children}
          <Fact source="createdAt">{formatDateTime(user.createdAt)}</Fact>
          <Fact source="updatedAt">{formatDateTime(user.updatedAt)}</Fact>
        </Facts>
      </FormSection>
      <FormSection title={users.form.statusSection}>
        <UserStatus user={user} own={own} />
        <AccountError user={user} />
        {user.status === "INVITED" ? <Invitation user={user} /> : null}
      </FormSection>
      <History kind="user" id={user.userId} record={user} />
    </>
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
