import { CreatePage } from "../../../components/form/CreatePage.tsx";
import { FormSection } from "../../../components/form/FormLayout.tsx";
import { users } from "../../../i18n/ja/resources/users.ts";
import { InviteManyLink } from "../InviteManyLink.tsx";
import { MemberRights, NameAndEmail } from "../UserFields.tsx";
import { useInvited } from "../useInvited.ts";
import { blankMember, MEMBER_LIST, newMemberBody, newMemberErrors } from "./memberValues.ts";

/** /users/create: invites a user by mail into the own organization. */
export function MemberCreate() {
  const invited = useInvited();
  return (
    <CreatePage
      title={users.members.createTitle}
      back={MEMBER_LIST}
      saveLabel={users.form.submit}
      defaultValues={blankMember}
      validate={newMemberErrors}
      transform={newMemberBody}
      onSuccess={invited}
    >
      <FormSection title={users.form.personSection}>
        <InviteManyLink />
        <NameAndEmail />
      </FormSection>
      <FormSection title={users.form.rightsSection}>
        <MemberRights />
      </FormSection>
    </CreatePage>
  );
}
