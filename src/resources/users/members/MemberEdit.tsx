import { useRecordContext } from "react-admin";
import { userFields } from "../../../../domain/users/fields.ts";
import { EditPage } from "../../../components/form/EditPage.tsx";
import { FormSection } from "../../../components/form/FormLayout.tsx";
import { users } from "../../../i18n/ja/resources/users.ts";
import type { UserRecord } from "../../records.ts";
import { AccountSections, MemberRights, NameSection, OwnRights } from "../UserFields.tsx";
import { useIsOwn } from "../useIsOwn.ts";
import { userChanges, userErrors } from "../userValues.ts";
import { MEMBER_LIST } from "./memberValues.ts";

export function MemberEdit() {
  return (
    <EditPage
      title={users.members.editTitle}
      back={MEMBER_LIST}
      redirect="list"
      fields={userFields}
      validate={userErrors}
      transform={userChanges}
      aside={<AccountSections />}
    >
      <MemberFields />
    </EditPage>
  );
}

function MemberFields() {
  const user = useRecordContext<UserRecord>();
  const own = useIsOwn(user);
  if (!user) return null;
  return (
    <>
      <NameSection />
      <FormSection title={users.form.rightsSection}>
        <OwnRights own={own} />
        <MemberRights disabled={own} />
      </FormSection>
    </>
  );
}
