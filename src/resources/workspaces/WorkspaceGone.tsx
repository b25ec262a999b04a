import { useEffect } from "react";
import { LinkBase, useTranslate } from "react-admin";
import { PageTitle } from "../../components/display/PageTitle.tsx";
import { useReloadProfile } from "../../providers/useReloadProfile.ts";
import { LIST } from "./paths.ts";
import styles from "./workspaces.module.css";

/**
 * In the place of a workspace that was deleted, or of which one is no member any more: told, not an
 * error. Who works in it elsewhere in the console, such as in the header, learns it as well.
 */
export function WorkspaceGone() {
  const translate = useTranslate();
  const reloadProfile = useReloadProfile();
  useEffect(() => {
    void reloadProfile();
  }, [reloadProfile]);
  return (
    <div className={styles.page}>
      <PageTitle title="resources.workspaces.name" />
      <div className={styles.gone}>
        <p role="status">{translate("resources.workspaces.gone")}</p>
        <LinkBase to={LIST.to}>{translate("app.back", { name: translate(LIST.name) })}</LinkBase>
      </div>
    </div>
  );
}
