import { type RaRecord, useNotify, useRedirect, useTranslate } from "ra-core";
import { useFormContext, useWatch } from "react-hook-form";
import { CheckboxInput } from "../../components/form/CheckboxInput.tsx";
import { ComboboxInput } from "../../components/form/ComboboxInput.tsx";
import { CreatePage } from "../../components/form/CreatePage.tsx";
import { FormRow, FormSection } from "../../components/form/FormLayout.tsx";
import { Segments } from "../../components/form/Segments.tsx";
import { TextInput } from "../../components/form/TextInput.tsx";
import { useOrganizationSearch } from "../../components/form/useOrganizationSearch.ts";
import { blankUser, newUserBody, newUserErrors, USER_KINDS, type UserKind } from "./userValues.ts";

const LIST = { to: "/users", name: "resources.users.form.list" };
const READING_MS = 6000;

/** /users/create: a person is invited by mail and sets the password. */
export function UserCreate() {
  const notify = useNotify();
  const redirect = useRedirect();

  function invited(user: RaRecord) {
    notify("resources.users.notifications.createdWithMail", {
      type: "success",
      messageArgs: { email: user.email },
      autoHideDuration: READING_MS,
    });
    redirect("list", "users");
  }

  return (
    <CreatePage
      title="resources.users.form.createTitle"
      back={LIST}
      saveLabel="resources.users.form.submit"
      defaultValues={blankUser}
      validate={newUserErrors}
      transform={newUserBody}
      onSuccess={invited}
    >
      <FormSection title="resources.users.form.personSection">
        <KindOfUser />
        <FormRow>
          <TextInput source="userName" required />
          <TextInput source="email" type="email" required />
        </FormRow>
      </FormSection>
      <MemberRights />
    </CreatePage>
  );
}

function KindOfUser() {
  const translate = useTranslate();
  const search = useOrganizationSearch();
  const { setValue, clearErrors } = useFormContext();
  const kind: UserKind = useWatch({ name: "kind" });
  return (
    <>
      <Segments
        legend={translate("resources.users.form.kind")}
        value={kind}
        onChange={(next) => {
          setValue("kind", next, { shouldDirty: true });
          clearErrors("organizationId");
        }}
        options={USER_KINDS.map((value) => ({
          value,
          label: translate(`resources.users.form.kinds.${value}`),
        }))}
      />
      {kind === "member" ? (
        <ComboboxInput
          source="organizationId"
          placeholder={translate("resources.users.form.organizationHint")}
          required
          search={search}
        />
      ) : null}
    </>
  );
}

function MemberRights() {
  const kind: UserKind = useWatch({ name: "kind" });
  if (kind === "system") return null;
  return (
    <FormSection title="resources.users.form.rightsSection">
      <CheckboxInput source="isOrganizationAdmin" />
      <CheckboxInput source="isDictionaryAdmin" />
    </FormSection>
  );
}
