import { PageTitle } from "../components/display/PageTitle.tsx";
import { useLiveReads } from "../providers/live/useLiveReads.ts";
import styles from "./adminHome.module.css";
import { EndingContracts } from "./EndingContracts.tsx";
import { FullContracts } from "./FullContracts.tsx";
import { OldInvitations } from "./OldInvitations.tsx";
import { OpenAlerts } from "./OpenAlerts.tsx";
import { UsageTrend } from "./UsageTrend.tsx";

/** What needs a system admin's action, five of each kind at most, and how use goes on. */
export function AdminHome() {
  useLiveReads("resource/contracts", "contracts");
  useLiveReads("resource/users", "users");
  return (
    <div className={styles.page}>
      <PageTitle title="home.title" />
      <div className={styles.column}>
        <OpenAlerts />
        <EndingContracts />
      </div>
      <div className={styles.column}>
        <FullContracts />
        <OldInvitations />
      </div>
      <UsageTrend />
    </div>
  );
}
