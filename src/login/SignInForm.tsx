import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { normalEmail } from "../../domain/users/emailAddress.ts";
import type { WayKind } from "../../domain/ways/rules.ts";
import type { OfferedWays } from "../../domain/ways/schemas.ts";
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
import { type NextStep, signInBySso, signInWithGoogle, signInWithPassword } from "./signIn.ts";
import { useOfferedWays } from "./useOfferedWays.ts";

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
  const [byPassword, setByPassword] = useState(false);
  const { ways, ask } = useOfferedWays(email);
  const { pending, problem, submit, forget } = useSubmit({ leaves: true });
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const submitButton = useRef<HTMLButtonElement>(null);
  const ssoButton = useRef<HTMLButtonElement>(null);
  const sso = ways?.find(({ providerId }) => providerId !== undefined);
  // What is being typed is not taken away.
  const isSso = sso !== undefined && !byPassword && password === "";
  const keepsPassword = !ways || ways.length === 1 || offers(ways, "password");

  useEffect(() => {
    if (givenPassword) return submitButton.current?.focus();
    // On a touch screen the focus would open the keyboard, which covers half of the page.
    if (window.matchMedia("(pointer: coarse)").matches) return;
    (emailInput.current?.value ? passwordInput : emailInput).current?.focus();
  }, [givenPassword]);

  useLayoutEffect(() => {
    const hidden = [passwordInput.current, submitButton.current];
    if (isSso && hidden.some((each) => each === document.activeElement)) ssoButton.current?.focus();
  }, [isSso]);

  async function enter(signIn: () => Promise<NextStep | undefined>) {
    onSubmitted();
    const { problem: refused } = await submit(async () => {
      const step = await signIn();
      if (step) await onStep(step);
    });
    if (refused?.answer?.code !== "WAY_NOT_ALLOWED") return;
    // What the person can do instead.
    setPassword("");
    setByPassword(false);
    void ask();
  }

  function choosePassword() {
    flushSync(() => setByPassword(true));
    passwordInput.current?.focus();
  }

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    forget();
    onSubmitted();
    if (isSso) return enterBySso(sso.providerId);
    if (password === "" && !byPassword) {
      const [first] = (await ask()) ?? [];
      if (first?.providerId !== undefined) return ssoButton.current?.focus();
    }
    const found = errorsOf(email, password);
    // Renders the error before the focus moves, so that it is read out with the field.
    flushSync(() => setErrors(found));
    if (found.email) emailInput.current?.focus();
    else if (found.password) passwordInput.current?.focus();
    else void enter(() => signInWithPassword(normalEmail(email), password));
  }

  function enterBySso(providerId = "") {
    return enter(() => signInBySso({ providerId, email: normalEmail(email) }));
  }

  return (
    <div className={styles.column}>
      <h1 className="visually-hidden">{login.title}</h1>
      {problem ? <Notice tone="error">{problem.message}</Notice> : null}
      <form noValidate onSubmit={onSubmit} onKeyDown={holdComposingEnter} aria-busy={pending}>
        <EmailField
          ref={emailInput}
          value={email}
          error={errors.email}
          onValue={onEmail}
          onBlur={() => void ask()}
        />
        <div className={styles.ways}>
          <div className={styles.way} style={shownIf(!isSso)}>
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
          </div>
          {isSso ? (
            <div className={styles.way}>
              <p role="status">{login.sso.lead}</p>
              <SubmitButton ref={ssoButton} pending={pending} pendingText={login.submitting}>
                {login.sso.submit}
              </SubmitButton>
              {keepsPassword ? (
                <button type="button" className={styles.link} onClick={choosePassword}>
                  {login.sso.byPassword}
                </button>
              ) : null}
            </div>
          ) : null}
        </div>
      </form>
      <button type="button" className={styles.link} onClick={onForgot}>
        {login.forgot}
      </button>
      {config?.googleSignIn ? (
        <div className={styles.column} style={shownIf(!ways || offers(ways, "google"))}>
          <p className={styles.or}>{login.or}</p>
          <button
            type="button"
            className={styles.secondary}
            onClick={() => void enter(signInWithGoogle)}
          >
            {login.google}
          </button>
        </div>
      ) : null}
    </div>
  );
}

const offers = (ways: OfferedWays["ways"], kind: WayKind) => ways.some((way) => way.kind === kind);

/** What is not offered leaves its space, so that nothing moves. */
const shownIf = (shown: boolean) => (shown ? undefined : HIDDEN);
const HIDDEN = { visibility: "hidden" } as const;

function errorsOf(email: string, password: string): { email?: string; password?: string } {
  const wrongEmail = emailError(email);
  return {
    ...(wrongEmail ? { email: wrongEmail } : {}),
    ...(password === "" ? { password: login.required.password } : {}),
  };
}
