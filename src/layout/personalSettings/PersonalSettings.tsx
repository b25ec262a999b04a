import Button from "@mui/material/Button";
import { useEffect, useId, useRef } from "react";
import { DialogFrame } from "../../components/dialog/DialogFrame.tsx";
import { useTranslate } from "../../i18n/translate.ts";
import { useUserProfile } from "../../providers/signIn/userProfile.ts";
import { PasswordForm } from "./PasswordForm.tsx";
import styles from "./personalSettings.module.css";
import { type PasswordChange, usePasswordChange } from "./usePasswordChange.ts";

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

interface SettingsActionsProps {
  formId: string;
  change: PasswordChange;
}

function SettingsActions({ formId, change }: SettingsActionsProps) {
  const translate = useTranslate();
  const { phase } = change.state;
  const editButton = useRef<HTMLButtonElement>(null);
  const cancelled = useRef(false);

  useEffect(() => {
    if (phase === "view" && cancelled.current) editButton.current?.focus();
    cancelled.current = phase === "edit";
  }, [phase]);

  if (phase === "view") {
    return (
      <Button ref={editButton} variant="outlined" onClick={change.edit} data-autofocus>
        {translate("settings.edit")}
      </Button>
    );
  }
  const saving = phase === "saving";
  return (
    <>
      <Button variant="outlined" color="secondary" disabled={saving} onClick={change.view}>
        {translate("settings.cancel")}
      </Button>
      <Button type="submit" form={formId} variant="contained" disabled={saving}>
        {translate(saving ? "settings.saving" : "settings.apply")}
      </Button>
    </>
  );
}
