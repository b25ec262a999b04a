import Button from "@mui/material/Button";
import { Suspense, useState } from "react";
import { LinkBase, useRecordContext } from "react-admin";
import { userFields } from "../../../domain/users/fields.ts";
import { Fact } from "../../components/display/Facts.tsx";
import { CheckboxInput } from "../../components/form/CheckboxInput.tsx";
import { EditPage } from "../../components/form/EditPage.tsx";
import { FormSection } from "../../components/form/FormLayout.tsx";
import { lazyDialog } from "../../components/load/lazyScreen.tsx";
import { erasures } from "../../i18n/ja/resources/erasures.ts";
import { users } from "../../i18n/ja/resources/users.ts";
import type { UserRecord } from "../records.ts";
import { AccountSections, MemberRights, NameSection, OwnRights } from "./UserFields.tsx";
import { OrganizationName } from "./UserList.tsx";
import { useIsOwn } from "./useIsOwn.ts";
import styles from "./users.module.css";
import { userChanges, userErrors } from "./userValues.ts";

const LIST = { to: "/users", name: users.form.list };

export function UserEdit() {
  return (
    <EditPage
      title={users.form.editTitle}
      back={LIST}
      redirect="list"
      fields={userFields}
      validate={userErrors}
      transform={userChanges}
      aside={
        <>
          <AccountSections>
            <OrganizationFact />
          </AccountSections>
          <SecondFactorReset />
          <PersonalData />
        </>
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
      <FormSection title={users.form.rightsSection}>
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

function PersonalData() {
  const text = erasures.link;
  const user = useRecordContext<UserRecord>();
  const own = useIsOwn(user);
  if (!user || own) return null;
  return (
    <FormSection title={erasures.link.section}>
      <p>{user.erasedAt === null ? text.hint : text.erased}</p>
      <p className={styles.link}>
        <LinkBase to={`/users/${user.id}/personal-data`}>{text.open}</LinkBase>
      </p>
    </FormSection>
  );
}

const ResetDialog = lazyDialog(
  async () => (await import("./SecondFactorDialog.tsx")).SecondFactorDialog,
);

/** For a user who has lost the app; the own one is removed in 個人設定. */
function SecondFactorReset() {
  const text = users.secondFactor;
  const user = useRecordContext<UserRecord>();
  const own = useIsOwn(user);
  const [open, setOpen] = useState(false);
  if (!user || own) return null;
  return (
    <FormSection title={users.secondFactor.section} description={users.secondFactor.hint}>
      <Button
        className={styles.reset}
        variant="outlined"
        color="error"
        onClick={() => setOpen(true)}
      >
        {text.button}
      </Button>
      {open ? (
        <Suspense>
          <ResetDialog user={user} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </FormSection>
  );
}
