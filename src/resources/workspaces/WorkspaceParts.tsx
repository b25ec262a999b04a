import { useEffect } from "react";
import { type Identifier, LinkBase } from "react-admin";
import { DetailPage } from "../../components/display/DetailPage.tsx";
import { PageTitle } from "../../components/display/PageTitle.tsx";
import { FormSection } from "../../components/form/FormLayout.tsx";
import { TextInput } from "../../components/form/TextInput.tsx";
import { app } from "../../i18n/ja/app.ts";
import { workspaces } from "../../i18n/ja/resources/workspaces.ts";
import { useReloadProfile } from "../../providers/signIn/useReloadProfile.ts";
import styles from "./workspaces.module.css";

export function WorkspaceName() {
  return (
    <FormSection title={workspaces.form.section}>
      <TextInput
        source="workspaceName"
        description={workspaces.form.nameHint}
        width="medium"
        required
      />
    </FormSection>
  );
}

export const LIST = { to: "/workspaces", name: workspaces.form.list } as const;

export const detailOf = (id: Identifier) => ({
  to: `/workspaces/${id}/show`,
  name: workspaces.form.detail,
});

export const membersPath = (id: Identifier) => `/workspaces/${id}/members`;

/**
 * Shown if a workspace was deleted or the user is no longer a member: information, not an error. It
 * also updates the profile, for example for the header.
 */
export function MissingWorkspace() {
  const reloadProfile = useReloadProfile();
  useEffect(() => {
    void reloadProfile();
  }, [reloadProfile]);
  return (
    <DetailPage>
      <PageTitle title={workspaces.name} />
      <div className={`gap-12 card grid justify-start ${styles.gone}`}>
        <p role="status">{workspaces.missing}</p>
        <LinkBase to={LIST.to}>{app.back(LIST.name)}</LinkBase>
      </div>
    </DetailPage>
  );
}
