import { useId } from "react";
import { useTranslate } from "react-admin";
import { DialogFrame } from "../../components/dialog/DialogFrame.tsx";
import { useUserProfile } from "../../providers/userProfile.ts";
import { PasswordForm } from "./PasswordForm.tsx";
import styles from "./personalSettings.module.css";
import { SettingsActions } from "./SettingsActions.tsx";
import { usePasswordChange } from "./usePasswordChange.ts";

const DOTS = "••••••••";

interface PersonalSettingsProps {
  open: boolean;
  onClose: () => void;
}

export function PersonalSettings({ open, onClose }: PersonalSettingsProps) {
  const translate = useTranslate();
  const formId = useId();
  const { userName, email } = useUserProfile();
  const change = usePasswordChange(onClose);
  const { phase } = change.state;
  const editing = phase === "edit" || phase === "saving";
  return (
    <DialogFrame
      open={open}
      title={translate("settings.title")}
      onClose={onClose}
      size="small"
      dismissible={phase !== "saving"}
      actions={phase === "saved" ? null : <SettingsActions formId={formId} change={change} />}
    >
      <dl className={styles.person}>
        <dt>{translate("settings.userName")}</dt>
        <dd>{userName}</dd>
        <dt>{translate("settings.email")}</dt>
        <dd>{email}</dd>
        {editing ? null : (
          <>
            <dt>{translate("settings.password")}</dt>
            <dd>
              <span role="img" aria-label={translate("settings.passwordHidden")}>
                {DOTS}
              </span>
            </dd>
          </>
        )}
      </dl>
      {editing ? <PasswordForm id={formId} email={email} change={change} /> : null}
      <div role="status">
        {phase === "saved" ? <p className={styles.saved}>{translate("settings.saved")}</p> : null}
      </div>
    </DialogFrame>
  );
}
