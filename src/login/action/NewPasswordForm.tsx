import { type FormEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import {
  DEFAULT_POLICY,
  type PasswordPolicy,
  type PolicyError,
  policyError,
} from "../../../domain/users/passwordPolicy.ts";
import { holdComposingEnter } from "../../components/form/composition.ts";
import { action } from "../../i18n/ja/action.ts";
import { newPassword as labels } from "../../i18n/ja/newPassword.ts";
import { useSubmit } from "../../writes/useSubmit.ts";
import { Notice, SubmitButton } from "../FormParts.tsx";
import { SecretField, ShowButton } from "../PasswordField.tsx";
import { Title } from "./LinkEnd.tsx";

interface NewPasswordFormProps {
  texts: { title: string; lead: string };
  email: string;
  policy: PasswordPolicy | null;
  onSet: (password: string) => Promise<void>;
}

export function NewPasswordForm({ texts, email, onSet, ...props }: NewPasswordFormProps) {
  const policy = props.policy ?? DEFAULT_POLICY;
  const [password, setPassword] = useState("");
  const [confirmation, setConfirmation] = useState("");
  const [shown, setShown] = useState(false);
  const [error, setError] = useState<PolicyError>();
  const { pending, problem, submit, forget } = useSubmit({ leaves: true });
  const passwordInput = useRef<HTMLInputElement>(null);
  const confirmationInput = useRef<HTMLInputElement>(null);
  const isMismatch = error?.rule === "passwordMismatch";
  const sentence = error && sentenceOf(error, policy);

  useEffect(() => {
    // On a touch screen the focus would open the keyboard, which covers half of the page.
    if (!window.matchMedia("(pointer: coarse)").matches) passwordInput.current?.focus();
  }, []);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    forget();
    const found = policyError(password, confirmation, policy);
    // Renders the error before the focus moves, so that it is read out with the field.
    flushSync(() => setError(found));
    if (found?.rule === "passwordMismatch") confirmationInput.current?.focus();
    else if (found) passwordInput.current?.focus();
    else void submit(() => onSet(password));
  }

  return (
    <div className="grid gap-16 content-start">
      <Title>{texts.title}</Title>
      <p>{texts.lead}</p>
      <dl className="sunken grid pad-8-16 gap-2">
        <dt className="note">{action.person}</dt>
        <dd className="strong">{email}</dd>
      </dl>
      {problem ? <Notice tone="error">{problem.message}</Notice> : null}
      <form
        className="grid gap-16"
        noValidate
        onSubmit={onSubmit}
        onKeyDown={holdComposingEnter}
        aria-busy={pending}
      >
        {/* Password managers store the new password under this name. */}
        <input hidden readOnly type="text" autoComplete="username" value={email} />
        <SecretField
          ref={passwordInput}
          label={labels.newPassword}
          name="password"
          autoComplete="new-password"
          hint={policyHint(policy)}
          error={isMismatch ? undefined : sentence}
          value={password}
          onValue={setPassword}
          shown={shown}
          end={<ShowButton shown={shown} onPress={() => setShown(!shown)} />}
        />
        <SecretField
          ref={confirmationInput}
          label={labels.confirmation}
          name="confirmation"
          autoComplete="new-password"
          error={isMismatch ? sentence : undefined}
          value={confirmation}
          onValue={setConfirmation}
          shown={shown}
        />
        <SubmitButton pending={pending} pendingText={action.submitting}>
          {action.submit}
        </SubmitButton>
      </form>
    </div>
  );
}

/** What a password must be like: 8文字以上、英大文字・数字を含む */
function policyHint({ minLength, maxLength, kinds }: PasswordPolicy): string {
  return [
    action.atLeast(minLength),
    ...(maxLength === null ? [] : [action.atMost(maxLength)]),
    ...(kinds.length > 0 ? [action.contains(kinds)] : []),
  ].join("、");
}

function sentenceOf(error: PolicyError, { minLength }: PasswordPolicy): string {
  switch (error.rule) {
    case "passwordTooShort":
      return action.errors.tooShort(minLength);
    case "passwordTooLong":
      return action.errors.tooLong(error.maxLength);
    case "passwordLacks":
      return action.errors.lacks(error.kinds);
    default:
      return labels[error.rule];
  }
}
