import { useTranslate } from "react-admin";
import { AccountButton } from "./AccountButton.tsx";
import type { UserRecord } from "./userRecord.ts";

export function Invitation({ user }: { user: UserRecord }) {
  const translate = useTranslate();
  return (
    <div>
      <p>{translate("resources.users.form.invitationHint")}</p>
      <AccountButton user={user} action="resend" label="resources.users.resend.button" />
    </div>
  );
}
