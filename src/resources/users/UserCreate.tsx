import { useLocation } from "react-admin";
import { useFormContext, useWatch } from "react-hook-form";
import { CreatePage } from "../../components/form/CreatePage.tsx";
import { FormSection } from "../../components/form/FormLayout.tsx";
import { Segments } from "../../components/form/Segments.tsx";
import { users } from "../../i18n/ja/resources/users.ts";
import { InviteManyLink } from "./InviteManyLink.tsx";
import { OrganizationOfMember } from "./OrganizationOfMember.tsx";
import { MemberRights, NameAndEmail } from "./UserFields.tsx";
import { useInvited, useInvitedFrom } from "./useInvited.ts";
import { blankUser, newUserBody, newUserErrors, USER_KINDS, type UserKind } from "./userValues.ts";

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
