import { useRecordContext, useTranslate } from "ra-core";
import { formatDateTime } from "../../../domain/dates.ts";
import { Fact, Facts } from "../../components/display/Facts.tsx";
import { CheckboxInput } from "../../components/form/CheckboxInput.tsx";
import { EditPage } from "../../components/form/EditPage.tsx";
import { FormSection } from "../../components/form/FormLayout.tsx";
import { SelectInput } from "../../components/form/SelectInput.tsx";
import { TextInput } from "../../components/form/TextInput.tsx";
import { useUserProfile } from "../../providers/userProfile.ts";
import { Invitation } from "./Invitation.tsx";
import { OrganizationName } from "./userColumns.tsx";
import type { UserRow } from "./userRow.ts";
import { userChanges, userErrors } from "./userValues.ts";

const LIST = { to: "/users", name: "resources.users.form.list" };

/** /users/{id}: name, rights and status. */
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
  const user = useRecordContext<UserRow>();
  const { email } = useUserProfile();
  const translate = useTranslate();
  if (!user) return null;
  // The API refuses it as well: nobody changes the own rights (design 7).
  const own = user.email === email;
  return (
    <>
      <FormSection title="resources.users.form.personSection">
        <Facts>
          <Fact source="email">{user.email}</Fact>
          <Fact source="organizationName">
            <OrganizationName user={user} />
          </Fact>
          <Fact source="createdAt">{formatDateTime(user.createdAt)}</Fact>
        </Facts>
        <TextInput source="userName" required />
        {user.status === "INVITED" ? <Invitation user={user} /> : null}
      </FormSection>
      <FormSection title="resources.users.form.rightsSection">
        {own ? <p>{translate("resources.users.form.ownRights")}</p> : null}
        {user.organizationId === 0 ? (
          <CheckboxInput source="isSystemAdmin" disabled={own} />
        ) : (
          <>
            <CheckboxInput source="isOrganizationAdmin" disabled={own} />
            <CheckboxInput source="isDictionaryAdmin" disabled={own} />
          </>
        )}
      </FormSection>
      <FormSection title="resources.users.form.statusSection">
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

const choice = (id: UserRow["status"]) => ({ id, name: `resources.users.status.${id}` });
const WHILE_INVITED = [choice("INVITED"), choice("DISABLED")];
const SIGNED_IN_ONCE = [choice("ACTIVE"), choice("DISABLED")];
