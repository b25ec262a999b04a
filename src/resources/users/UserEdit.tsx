import { useRecordContext } from "react-admin";
import { Fact } from "../../components/display/Facts.tsx";
import { CheckboxInput } from "../../components/form/CheckboxInput.tsx";
import { EditPage } from "../../components/form/EditPage.tsx";
import { FormSection } from "../../components/form/FormLayout.tsx";
import { SelectInput } from "../../components/form/SelectInput.tsx";
import { AccountState } from "./AccountState.tsx";
import { MemberRights, OwnRights, PersonSection } from "./UserFields.tsx";
import { useIsOwn } from "./useIsOwn.ts";
import { OrganizationName } from "./userColumns.tsx";
import type { UserRecord } from "./userRecord.ts";
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
      <PersonSection user={user}>
        <Fact source="organizationName">
          <OrganizationName user={user} />
        </Fact>
      </PersonSection>
      <FormSection title="resources.users.form.rightsSection">
        <OwnRights own={own} />
        {user.organizationId === 0 ? (
          <CheckboxInput source="isSystemAdmin" disabled={own} />
        ) : (
          <MemberRights disabled={own} />
        )}
      </FormSection>
      <FormSection title="resources.users.form.statusSection">
        {user.identityPending ? <AccountState user={user} /> : null}
        <SelectInput
          source="status"
          description="resources.users.form.disabledHint"
          emptyText={false}
          choices={user.status === "INVITED" ? WHILE_INVITED : SIGNED_IN_ONCE}
          disabled={own}
          width="medium"
        />
      </FormSection>
    </>
  );
}

const choice = (id: UserRecord["status"]) => ({ id, name: `resources.users.status.${id}` });
const WHILE_INVITED = [choice("INVITED"), choice("DISABLED")];
const SIGNED_IN_ONCE = [choice("ACTIVE"), choice("DISABLED")];
