import Button from "@mui/material/Button";
import { type FormEvent, Suspense, useEffect, useId, useRef, useState } from "react";
import { can } from "../../../domain/access.ts";
import { DialogFrame } from "../../components/dialog/DialogFrame.tsx";
import { holdComposingEnter } from "../../components/form/composition.ts";
import { FormField } from "../../components/form/FormField.tsx";
import { ClearableInput } from "../../components/form/TextInput.tsx";
import { lazyPart } from "../../components/load/lazyScreen.tsx";
import { settings } from "../../i18n/ja/settings.ts";
import { useUserProfile } from "../../providers/signIn/userProfile.ts";
import styles from "./personalSettings.module.css";
import {
  NO_PASSWORDS,
  type PasswordChange,
  type SettingsError,
  usePasswordChange,
} from "./usePasswordChange.ts";

interface PasswordFormProps {
  id: string;
  email: string;
  change: PasswordChange;
}

function PasswordForm({ id, email, change }: PasswordFormProps) {
  const [passwords, setPasswords] = useState(NO_PASSWORDS);
  const form = useRef<HTMLFormElement>(null);
  const { state } = change;
  const step = state.phase === "edit" || state.phase === "saving" ? state.step : "new";
  const errors = state.phase === "edit" ? state.errors : NONE;
  const errorMessage = state.phase === "edit" ? state.errorMessage : undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each step has its own first field
  useEffect(() => {
    form.current?.querySelector<HTMLElement>("input:not([hidden])")?.focus();
  }, [step]);

  useEffect(() => {
    if (errors.length > 0) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [errors]);

  useEffect(() => {
    if (errorMessage) form.current?.querySelector<HTMLElement>("[role=alert]")?.focus();
  }, [errorMessage]);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (state.phase === "edit") void change.apply(step, passwords);
  }

  const field = (name: keyof typeof passwords, own: readonly SettingsError[]) => ({
    value: passwords[name],
    onChange: (value: string) => setPasswords((typed) => ({ ...typed, [name]: value })),
    error: errors.find((error) => own.includes(error)),
    readOnly: state.phase === "saving",
  });

  return (
    <form
      ref={form}
      id={id}
      noValidate
      className="grid gap-16 line-above above-16 pad-top-16"
      onSubmit={onSubmit}
      onKeyDown={holdComposingEnter}
    >
      {errorMessage ? (
        <p role="alert" tabIndex={-1} className="boxed" data-tone="error">
          {errorMessage}
        </p>
      ) : null}
      {/* The save button is outside the form; Enter needs a submit control inside. */}
      <input type="submit" hidden />
      {/* Password managers store the new password under this name. */}
      <input hidden readOnly type="text" autoComplete="username" value={email} />
      {step === "new" ? (
        <>
          <PasswordInput
            {...field("next", ["passwordEmpty", "passwordTooShort"])}
            label={settings.newPassword}
            name="next"
            autoComplete="new-password"
          />
          <PasswordInput
            {...field("confirmation", ["passwordMismatch"])}
            label={settings.confirmation}
            name="confirmation"
            autoComplete="new-password"
          />
        </>
      ) : (
        <>
          <p>{settings.proof}</p>
          <PasswordInput
            {...field("current", ["currentRequired"])}
            label={settings.currentPassword}
            name="current"
            autoComplete="current-password"
          />
        </>
      )}
      {step === "proof" && change.asksCode ? (
        <PasswordInput
          {...field("code", ["codeRequired"])}
          label={settings.code}
          name="code"
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      ) : null}
    </form>
  );
}

const NONE: readonly SettingsError[] = [];

interface PasswordInputProps {
  label: string;
  name: string;
  type?: "password" | "text";
  inputMode?: "numeric";
  autoComplete: "current-password" | "new-password" | "one-time-code";
  value: string;
  onChange: (value: string) => void;
  error: SettingsError | undefined;
  readOnly: boolean;
}

function PasswordInput({ label, error, type = "password", ...input }: PasswordInputProps) {
  const id = useId();
  return (
    <FormField id={id} label={label} required error={error ? settings[error] : undefined}>
      {(aria) => <ClearableInput {...aria} {...input} type={type} clearLabel={label} />}
    </FormField>
  );
}

const AlertMails = lazyPart(async () => (await import("./OwnMails.tsx")).AlertMails);
const ProposalMails = lazyPart(async () => (await import("./OwnMails.tsx")).ProposalMails);
const OwnSignIns = lazyPart(async () => (await import("./OwnSignIns.tsx")).OwnSignIns);
const SecondFactor = lazyPart(async () => (await import("./SecondFactor.tsx")).SecondFactor);

const DOTS = "••••••••";

export function PersonalSettings({ open, onClose }: { open: boolean; onClose: () => void }) {
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
      <dl className="grid gap-8-16 baseline label-columns">
        <dt className="quiet">{settings.userName}</dt>
        <dd>{userName}</dd>
        <dt className="quiet">{settings.email}</dt>
        <dd>{email}</dd>
        {editing ? null : (
          <>
            <dt className="quiet">{settings.password}</dt>
            <dd className="wrap spread gap-4-12 baseline high-32">
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
        {phase === "saved" ? (
          <p className="boxed above-16" data-tone="success">
            {settings.saved}
          </p>
        ) : null}
      </div>
    </DialogFrame>
  );
}

function SettingsActions({ formId, change }: { formId: string; change: PasswordChange }) {
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
