import { useTranslate } from "react-admin";
import { can } from "../../domain/access.ts";
import { PageTitle } from "../components/display/PageTitle.tsx";
import { useUserProfile } from "../providers/userProfile.ts";
import styles from "./home.module.css";
import { LimitsCard } from "./LimitsCard.tsx";
import { LockedDictionaries } from "./LockedDictionaries.tsx";
import { OwnContracts } from "./OwnContracts.tsx";
import { OwnWorkspaces } from "./workspaces/OwnWorkspaces.tsx";

/** The first page of members; system admins get a link to /admin. */
export function HomePage() {
  const translate = useTranslate();
  const profile = useUserProfile();
  return (
    <div className={styles.page}>
      <PageTitle title="home.title" />
      {can(profile, "limits.read") ? <LimitsCard /> : null}
      {can(profile, "workspace.read") ? <OwnWorkspaces /> : null}
      {can(profile, "dictionary.read") ? <LockedDictionaries /> : null}
      {can(profile, "ownContract.read") ? <OwnContracts /> : null}
      {profile.isSystemAdmin ? (
        <section className={styles.card}>
          <p>{translate("home.admin.lead")}</p>
          <a href="/admin">{translate("home.admin.link")}</a>
        </section>
      ) : null}
    </div>
  );
}
