import { useState } from "react";
import { useTranslate } from "react-admin";
import { ConfirmDialog } from "../../components/dialog/ConfirmDialog.tsx";
import { ActionButton } from "../../components/display/ActionButton.tsx";
import { AccountState } from "./AccountState.tsx";
import type { UserRecord } from "./userRecord.ts";
import styles from "./users.module.css";
import { useSetStatus } from "./useSetStatus.ts";

/**
 * The status, with a button that disables or enables the user at once. Who is invited has the button
 * that withdraws the invitation instead.
 */
export function UserStatus({ user, own }: { user: UserRecord; own: boolean }) {
  const translate = useTranslate();
  const [asking, setAsking] = useState(false);
  const { setStatus, isPending } = useSetStatus(user);
  const change = user.status === "DISABLED" ? "enable" : "disable";
  const text = (key: string) => translate(`resources.users.${key}`, { name: user.userName });

  return (
    <div className={styles.status}>
      <AccountState user={user} />
      {user.status === "INVITED" ? null : (
        <ActionButton
          reason={own ? text("form.ownRights") : null}
          danger={change === "disable"}
          onClick={() =>
            change === "disable" ? setAsking(true) : setStatus("ACTIVE", text("enable.done"))
          }
        >
          {text(`${change}.button`)}
        </ActionButton>
      )}
      <ConfirmDialog
        open={asking}
        title={text("disable.title")}
        confirmLabel={text("disable.button")}
        onConfirm={() => setStatus("DISABLED", text("disable.done"), () => setAsking(false))}
        onClose={() => setAsking(false)}
        pending={isPending}
      >
        <p>{text("disable.question")}</p>
        <p>{text("form.disabledHint")}</p>
      </ConfirmDialog>
    </div>
  );
}
