import { Suspense, useEffect } from "react";
import { can } from "../../domain/access.ts";
import { LoadingState } from "../components/display/LoadingState.tsx";
import { PageTitle } from "../components/display/PageTitle.tsx";
import { lazyPart } from "../components/load/lazyScreen.tsx";
import { pageLoad } from "../providers/pageLoad.ts";
import { useUserProfile } from "../providers/userProfile.ts";
import styles from "./home.module.css";
import { LimitsCard } from "./LimitsCard.tsx";
import { LockedDictionaries } from "./LockedDictionaries.tsx";
import { OwnContracts } from "./OwnContracts.tsx";
import { OwnWorkspaces } from "./workspaces/OwnWorkspaces.tsx";

const UsagePace = lazyPart(async () => (await import("./pace/UsagePace.tsx")).UsagePace);

/** The first page. System admins, who belong to no organization, have theirs at /admin. */
export function HomePage() {
  const { isSystemAdmin } = useUserProfile();
  return isSystemAdmin ? <ToAdminArea /> : <MemberHome />;
}

function ToAdminArea() {
  useEffect(() => pageLoad.replace("/admin"), []);
  return <LoadingState />;
}

function MemberHome() {
  const profile = useUserProfile();
  return (
    <div className={styles.page}>
      <PageTitle title="home.title" />
      {can(profile, "limits.read") ? <LimitsCard /> : null}
      {can(profile, "ownContract.read") ? (
        <Suspense>
          <UsagePace />
        </Suspense>
      ) : null}
      {can(profile, "workspace.read") ? <OwnWorkspaces /> : null}
      {can(profile, "dictionary.read") ? <LockedDictionaries /> : null}
      {can(profile, "ownContract.read") ? <OwnContracts /> : null}
    </div>
  );
}
