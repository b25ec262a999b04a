import { useCreatePath, useGetRecordId, useLocation, useRecordContext } from "react-admin";
import { useFormContext, useWatch } from "react-hook-form";
import { userFields } from "../../../domain/users/rules.ts";
import { CheckboxInput } from "../../components/form/Checkbox.tsx";
import { CreatePage } from "../../components/form/CreatePage.tsx";
import { EditPage } from "../../components/form/EditPage.tsx";
import { FormSection } from "../../components/form/FormLayout.tsx";
import { Segments } from "../../components/form/Segments.tsx";
import { users } from "../../i18n/ja/resources/users.ts";
import type { UserRecord } from "../records.ts";
import { useIsOwn } from "./AccountState.tsx";
import {
  blankUser,
  InviteManyLink,
  MemberRights,
  NameAndEmail,
  NameSection,
  newUserBody,
  newUserErrors,
  OrganizationOfMember,
  OwnRights,
  USER_KINDS,
  type UserKind,
  useInvited,
  useInvitedFrom,
  userChanges,
  userErrors,
} from "./UserFields.tsx";

const LIST = { to: "/users", name: users.form.list };

/** /users/create: invites a user by mail, who then sets the password. */
export function UserCreate() {
  const invited = useInvited();
  const back = useInvitedFrom(LIST);
  return (
    <CreatePage
      title={users.form.createTitle}
      back={back}
      saveLabel={users.form.submit}
      defaultValues={blankUser}
      validate={newUserErrors}
      transform={newUserBody}
      onSuccess={invited}
    >
      <FormSection title={users.form.personSection}>
        <KindOfUser />
        <NameAndEmail />
      </FormSection>
      <RightsOfMember />
    </CreatePage>
  );
}

function KindOfUser() {
  const { setValue, clearErrors } = useFormContext();
  const kind: UserKind = useWatch({ name: "kind" });
  return (
    <>
      <Segments
        legend={users.form.kind}
        value={kind}
        onChange={(next) => {
          setValue("kind", next, { shouldDirty: true });
          clearErrors("organizationId");
        }}
        options={USER_KINDS.map((value) => ({
          value,
          label: users.form.kinds[value],
        }))}
      />
      {kind === "member" ? (
        <>
          <SeveralMembers />
          <OrganizationOfMember />
        </>
      ) : null}
    </>
  );
}

/** An admin who has come for an organization invites several people there, too. */
function SeveralMembers() {
  const state: unknown = useLocation().state;
  const [organizationId, organizationName] = useWatch({
    name: ["organizationId", "organizationName"],
  });
  return (
    <InviteManyLink
      state={{
        ...Object(state),
        record: organizationId ? { organizationId, organizationName } : {},
      }}
    />
  );
}

function RightsOfMember() {
  const kind: UserKind = useWatch({ name: "kind" });
  if (kind === "system") return null;
  return (
    <FormSection title={users.form.rightsSection}>
      <MemberRights />
    </FormSection>
  );
}

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
