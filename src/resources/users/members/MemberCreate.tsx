import { CreatePage } from "../../../components/form/CreatePage.tsx";
import { FormSection } from "../../../components/form/FormLayout.tsx";
import { InviteManyLink } from "../InviteManyLink.tsx";
import { MemberRights, NameAndEmail } from "../UserFields.tsx";
import { useInvited } from "../useInvited.ts";
import { blankMember, MEMBER_LIST, newMemberBody, newMemberErrors } from "./memberValues.ts";

/** /users/create: invites a user by mail into the own organization. */
export function MemberCreate() {
  const invited = useInvited();
  return (
    <CreatePage
      title="resources.users.members.createTitle"
      back={MEMBER_LIST}
      saveLabel="resources.users.form.submit"
      defaultValues={blankMember}
      validate={newMemberErrors}
      transform={newMemberBody}
      onSuccess={invited}
    >
      <FormSection title="resources.users.form.personSection">
        <InviteManyLink />
        <NameAndEmail />
      </FormSection>
      <FormSection title="resources.users.form.rightsSection">
        <MemberRights />
      </FormSection>
    </CreatePage>
  );
}
