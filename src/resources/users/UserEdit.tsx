import { useRecordContext } from "react-admin";
import { Fact } from "../../components/display/Facts.tsx";
import { CheckboxInput } from "../../components/form/CheckboxInput.tsx";
import { EditPage } from "../../components/form/EditPage.tsx";
import { FormSection } from "../../components/form/FormLayout.tsx";
import type { UserRecord } from "../records.ts";
import { AccountSections, MemberRights, NameSection, OwnRights } from "./UserFields.tsx";
import { useIsOwn } from "./useIsOwn.ts";
import { OrganizationName } from "./userColumns.tsx";
import { userChanges, userErrors } from "./userValues.ts";

const LIST = { to: "/users", name: "resources.users.form.list" };

export function UserEdit() {
  return (
    <EditPage
      title="resources.users.form.editTitle"
      back={LIST}
      redirect="list"
      validate={userErrors}
      transform={userChanges}
      aside={
        <AccountSections>
          <OrganizationFact />
        </AccountSections>
      }
    >
      <UserFields />
    </EditPage>
  );
}

function UserFields() {
  const user = useRecordContext<UserRecord>();
  const own = useIsOwn(user);
  if (!user) return null;
  return (
    <>
      <NameSection />
      <FormSection title="resources.users.form.rightsSection">
        <OwnRights own={own} />
        {user.organizationId === 0 ? (
          <CheckboxInput source="isSystemAdmin" disabled={own} />
        ) : (
          <MemberRights disabled={own} />
        )}
      </FormSection>
    </>
  );
}

function OrganizationFact() {
  const user = useRecordContext<UserRecord>();
  if (!user) return null;
  return (
    <Fact source="organizationName">
      <OrganizationName user={user} />
    </Fact>
  );
}
