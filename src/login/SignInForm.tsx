import { type FormEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { normalEmail } from "../../domain/users/emailAddress.ts";
import { holdComposingEnter } from "../components/form/composition.ts";
import { login } from "../i18n/ja/login.ts";
import type { AppConfig } from "../providers/start/appConfig.ts";
import { useSubmit } from "../writes/useSubmit.ts";
import { EmailField } from "./EmailField.tsx";
import { emailError } from "./emailAddress.ts";
import styles from "./login.module.css";
import { Notice } from "./Notice.tsx";
import { PasswordField } from "./PasswordField.tsx";
import { SubmitButton } from "./SubmitButton.tsx";
import { type NextStep, signInWithGoogle, signInWithPassword } from "./signIn.ts";

interface SignInFormProps {
  config: AppConfig | undefined;
  email: string;
  /** Filled in by a demo account, with which the button takes the focus. */
  givenPassword: string;
  onEmail: (email: string) => void;
  onForgot: () => void;
  onSubmitted: () => void;
  /** The sign-in needs more than this form asks for. */
  onStep: (step: NextStep) => Promise<void>;
}

export function SignInForm(props: SignInFormProps) {
  const { config, email, givenPassword, onEmail, onForgot, onSubmitted, onStep } = props;
  const [password, setPassword] = useState(givenPassword);
  const [errors, setErrors] = useState<{ email?: string; password?: string }>({});
  const { pending, problem, submit, forget } = useSubmit({ leaves: true });
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const submitButton = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (givenPassword) return submitButton.current?.focus();
    // On a touch screen the focus would open the keyboard, which covers half of the page.
    if (window.matchMedia("(pointer: coarse)").matches) return;
    (emailInput.current?.value ? passwordInput : emailInput).current?.focus();
  }, [givenPassword]);

  function enter(signIn: () => Promise<NextStep | undefined>) {
    onSubmitted();
    return submit(async () => {
      const step = await signIn();
      if (step) await onStep(step);
    });
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    forget();
    onSubmitted();
    const found = errorsOf(email, password);
    // Renders the error before the focus moves, so that it is read out with the field.
    flushSync(() => setErrors(found));
    if (found.email) emailInput.current?.focus();
    else if (found.password) passwordInput.current?.focus();
    else void enter(() => signInWithPassword(normalEmail(email), password));
  }

  return (
    <div className={styles.column}>
      <h1 className="visually-hidden">{login.title}</h1>
      {problem ? <Notice tone="error">{problem.message}</Notice> : null}
      <form noValidate onSubmit={onSubmit} onKeyDown={holdComposingEnter} aria-busy={pending}>
        <EmailField ref={emailInput} value={email} error={errors.email} onValue={onEmail} />
        <PasswordField
          ref={passwordInput}
          label={login.password}
          name="password"
          autoComplete="current-password"
          value={password}
          error={errors.password}
          onValue={setPassword}
        />
        <SubmitButton ref={submitButton} pending={pending} pendingText={login.submitting}>
          {login.submit}
        </SubmitButton>
      </form>
      <button type="button" className={styles.link} onClick={onForgot}>
        {login.forgot}
      </button>
      {config?.googleSignIn ? (
        <>
          <p className={styles.or}>{login.or}</p>
          <button
            type="button"
            className={styles.secondary}
            onClick={() => void enter(signInWithGoogle)}
          >
            {login.google}
          </button>
        </>
      ) : null}
    </div>
  );
}

function errorsOf(email: string, password: string): { email?: string; password?: string } {
  const wrongEmail = emailError(email);
  return {
    ...(wrongEmail ? { email: wrongEmail } : {}),
    ...(password === "" ? { password: login.required.password } : {}),
  };
}
