import { useCreatePath, useGetRecordId, useRecordContext } from "react-admin";
import { userFields } from "../../../domain/users/fields.ts";
import { CheckboxInput } from "../../components/form/CheckboxInput.tsx";
import { EditPage } from "../../components/form/EditPage.tsx";
import { FormSection } from "../../components/form/FormLayout.tsx";
import { users } from "../../i18n/ja/resources/users.ts";
import type { UserRecord } from "../records.ts";
import { MemberRights, NameSection, OwnRights } from "./UserFields.tsx";
import { useIsOwn } from "./useIsOwn.ts";
import { userChanges, userErrors } from "./userValues.ts";

export function UserEdit() {
  return <EditForm title={users.form.editTitle} pageName={users.name} />;
}

/** The same of a member of the own organization. */
export function MemberEdit() {
  return <EditForm title={users.members.editTitle} pageName={users.members.title} />;
}

/** Leads back to the page of the user, which it was opened from. */
function EditForm({ title, pageName }: { title: string; pageName: string }) {
  const createPath = useCreatePath();
  const id = useGetRecordId();
  return (
    <EditPage
      title={title}
      back={{ to: createPath({ resource: "users", type: "show", id }), name: pageName }}
      fields={userFields}
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
      <NameSection managed={user.managedBy !== null} />
      <FormSection title={users.form.rightsSection}>
        <OwnRights own={own} />
        {user.organizationId === 0 ? (
          <CheckboxInput source="isSystemAdmin" disabled={own} />
        ) : (
          <MemberRights disabled={own} managed={user.managedRoles} />
        )}
      </FormSection>
    </>
  );
}
