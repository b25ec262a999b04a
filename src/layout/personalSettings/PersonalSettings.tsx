import Button from "@mui/material/Button";
import { Suspense, useEffect, useId, useRef } from "react";
import { can } from "../../../domain/access.ts";
import { DialogFrame } from "../../components/dialog/DialogFrame.tsx";
import { lazyPart } from "../../components/load/lazyScreen.tsx";
import { settings } from "../../i18n/ja/settings.ts";
import { useUserProfile } from "../../providers/signIn/userProfile.ts";
import { PasswordForm } from "./PasswordForm.tsx";
import styles from "./personalSettings.module.css";
import { type PasswordChange, usePasswordChange } from "./usePasswordChange.ts";

const AlertMails = lazyPart(async () => (await import("./OwnMails.tsx")).AlertMails);
const ProposalMails = lazyPart(async () => (await import("./OwnMails.tsx")).ProposalMails);
const OwnSignIns = lazyPart(async () => (await import("./OwnSignIns.tsx")).OwnSignIns);
const SecondFactor = lazyPart(async () => (await import("./SecondFactor.tsx")).SecondFactor);

const DOTS = "••••••••";

interface PersonalSettingsProps {
  open: boolean;
  onClose: () => void;
}

export function PersonalSettings({ open, onClose }: PersonalSettingsProps) {
  const formId = useId();
  const profile = useUserProfile();
  const { userName, email } = profile;
  const change = usePasswordChange(onClose);
  const { phase } = change.state;
  const editing = phase === "edit" || phase === "saving";
  const editButton = useRef<HTMLButtonElement>(null);
  const cancelled = useRef(false);

  useEffect(() => {
    if (phase === "view" && cancelled.current) editButton.current?.focus();
    cancelled.current = phase === "edit";
  }, [phase]);

  return (
    <DialogFrame
      open={open}
      title={settings.title}
      onClose={onClose}
      size="small"
      dismissible={phase !== "saving"}
      actions={editing ? <SettingsActions formId={formId} change={change} /> : null}
    >
      <dl className={styles.person}>
        <dt>{settings.userName}</dt>
        <dd>{userName}</dd>
        <dt>{settings.email}</dt>
        <dd>{email}</dd>
        {editing ? null : (
          <>
            <dt>{settings.password}</dt>
            <dd className={styles.password}>
              <span role="img" aria-label={settings.passwordHidden}>
                {DOTS}
              </span>
              {phase === "view" ? (
                <Button
                  ref={editButton}
                  size="small"
                  variant="outlined"
                  onClick={change.edit}
                  data-autofocus
                >
                  {settings.edit}
                </Button>
              ) : null}
            </dd>
          </>
        )}
      </dl>
      {editing ? <PasswordForm id={formId} email={email} change={change} /> : null}
      {phase === "view" ? (
        <>
          <div className={styles.secondFactor}>
            <Suspense>
              <SecondFactor />
            </Suspense>
          </div>
          {can(profile, "alert.read") || can(profile, "ownAlert.read") ? (
            <div className={styles.mails}>
              <Suspense>
                <AlertMails />
              </Suspense>
            </div>
          ) : null}
          {can(profile, "entry.propose") ? (
            <div className={styles.mails}>
              <Suspense>
                <ProposalMails />
              </Suspense>
            </div>
          ) : null}
          <div className={styles.signIns}>
            <Suspense>
              <OwnSignIns />
            </Suspense>
          </div>
        </>
      ) : null}
      <div role="status">
        {phase === "saved" ? <p className={styles.saved}>{settings.saved}</p> : null}
      </div>
    </DialogFrame>
  );
}

interface SettingsActionsProps {
  formId: string;
  change: PasswordChange;
}

function SettingsActions({ formId, change }: SettingsActionsProps) {
  const saving = change.state.phase === "saving";
  return (
    <>
      <Button variant="outlined" color="secondary" disabled={saving} onClick={change.view}>
        {settings.cancel}
      </Button>
      <Button type="submit" form={formId} variant="contained" disabled={saving}>
        {saving ? settings.saving : settings.apply}
      </Button>
    </>
  );
}
