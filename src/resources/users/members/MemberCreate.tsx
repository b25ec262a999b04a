import type { FieldValues } from "react-hook-form";
import { memberCreate } from "../../../../domain/users/schemas.ts";
import { CreatePage } from "../../../components/form/CreatePage.tsx";
import { FormSection } from "../../../components/form/FormLayout.tsx";
import { validateWith } from "../../../components/form/validateWith.ts";
import { users } from "../../../i18n/ja/resources/users.ts";
import { InviteManyLink, MemberRights, NameAndEmail, useInvited } from "../UserFields.tsx";

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

const MEMBER_LIST = { to: "/users", name: users.members.list };

const blankMember = {
  userName: "",
  userNameKana: null,
  email: "",
  isOrganizationAdmin: false,
  isDictionaryAdmin: false,
};

const newMemberErrors = validateWith(memberCreate);

function newMemberBody(values: FieldValues): object {
  return memberCreate.safeParse(values).data ?? values;
}
