import { useTranslate } from "react-admin";
import { AccountButton } from "./AccountButton.tsx";
import { CopyLink } from "./CopyLink.tsx";
import type { UserRecord } from "./userRecord.ts";
import styles from "./users.module.css";
import { WithdrawInvitation } from "./WithdrawInvitation.tsx";

/** What an admin can do about an invitation that is not accepted yet. */
export function Invitation({ user }: { user: UserRecord }) {
  const translate = useTranslate();
  return (
    <div className={styles.invitation}>
      <p>{translate("resources.users.form.invitationHint")}</p>
      <div className={styles.actions}>
        <AccountButton user={user} action="resend" label="resources.users.resend.button" />
        <CopyLink user={user} />
        <WithdrawInvitation user={user} />
      </div>
    </div>
  );
}
