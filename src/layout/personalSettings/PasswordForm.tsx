import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslate } from "react-admin";
import { holdComposingEnter } from "../../components/form/composition.ts";
import { PasswordInput } from "./PasswordInput.tsx";
import styles from "./personalSettings.module.css";
import { NO_PASSWORDS, type PasswordChange, type SettingsFault } from "./usePasswordChange.ts";

interface PasswordFormProps {
  id: string;
  email: string;
  change: PasswordChange;
}

/** Current password, new one and its confirmation; each fault stands at its field. */
export function PasswordForm({ id, email, change }: PasswordFormProps) {
  const translate = useTranslate();
  const [passwords, setPasswords] = useState(NO_PASSWORDS);
  const form = useRef<HTMLFormElement>(null);
  const { state } = change;
  const faults = state.phase === "edit" ? state.faults : NONE;
  const failure = state.phase === "edit" ? state.failure : undefined;

  useEffect(() => {
    form.current?.querySelector<HTMLElement>("input:not([hidden])")?.focus();
  }, []);

  useEffect(() => {
    if (faults.length > 0) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [faults]);

  useEffect(() => {
    if (failure) form.current?.querySelector<HTMLElement>("[role=alert]")?.focus();
  }, [failure]);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (state.phase === "edit") void change.apply(passwords);
  }

  const field = (name: keyof typeof passwords, own: readonly SettingsFault[]) => ({
    value: passwords[name],
    onChange: (value: string) => setPasswords((typed) => ({ ...typed, [name]: value })),
    fault: faults.find((fault) => own.includes(fault)),
    readOnly: state.phase === "saving",
  });

  return (
    <form
      ref={form}
      id={id}
      noValidate
      className={styles.form}
      onSubmit={onSubmit}
      onKeyDown={holdComposingEnter}
    >
      {failure ? (
        <p role="alert" tabIndex={-1} className={styles.failure}>
          {failure}
        </p>
      ) : null}
      {/* The button stands outside the form; Enter wants one inside. */}
      <input type="submit" hidden />
      {/* Password managers file the new password under this name. */}
      <input hidden readOnly type="text" autoComplete="username" value={email} />
      <PasswordInput
        {...field("current", ["currentRequired"])}
        label={translate("settings.currentPassword")}
        name="current"
        autoComplete="current-password"
      />
      <PasswordInput
        {...field("next", ["passwordEmpty", "passwordTooShort"])}
        label={translate("settings.newPassword")}
        name="next"
        autoComplete="new-password"
      />
      <PasswordInput
        {...field("confirmation", ["passwordMismatch"])}
        label={translate("settings.confirmation")}
        name="confirmation"
        autoComplete="new-password"
      />
    </form>
  );
}

const NONE: readonly SettingsFault[] = [];
