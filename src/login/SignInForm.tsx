import { type FormEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { normalEmail } from "../../domain/users/emailAddress.ts";
import type { OfferedWays } from "../../domain/ways/schemas.ts";
import { holdComposingEnter } from "../components/form/composition.ts";
import { login } from "../i18n/ja/login.ts";
import { send } from "../providers/http/send.ts";
import type { AppConfig } from "../providers/start/appConfig.ts";
import { useSubmit } from "../writes/useSubmit.ts";
import { EmailField, emailError, Notice, SubmitButton } from "./FormParts.tsx";
import styles from "./login.module.css";
import { PasswordField } from "./PasswordField.tsx";
import type { SsoPanel } from "./SsoPanel.tsx";
import { type NextStep, signInBySso, signInWithGoogle, signInWithPassword } from "./signIn.ts";

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
  loadSso: LoadSso;
}

export function SignInForm(props: SignInFormProps) {
  const { config, email, givenPassword, onEmail, onForgot, onSubmitted, onStep, loadSso } = props;
  const [password, setPassword] = useState(givenPassword);
  const [errors, setErrors] = useState<{ email?: string; password?: string }>({});
  // What is being typed is not taken away.
  const [byPassword, setByPassword] = useState(givenPassword !== "");
  const { offer, ask } = useOfferedWays(email, loadSso);
  const Sso = byPassword ? undefined : offer?.Panel;
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

  function typePassword(typed: string) {
    setPassword(typed);
    setByPassword(true);
  }

  function choosePassword() {
    flushSync(() => setByPassword(true));
    passwordInput.current?.focus();
  }

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    forget();
    onSubmitted();
    if (offer && Sso) return enter(() => signInBySso(offer));
    if (!byPassword && (await ask())?.Panel) return;
    const found = errorsOf(email, password);
    // Renders the error before the focus moves, so that it is read out with the field.
    flushSync(() => setErrors(found));
    if (found.email) emailInput.current?.focus();
    else if (found.password) passwordInput.current?.focus();
    else void enter(() => signInWithPassword(normalEmail(email), password));
  }

  return (
    <div className="grid gap-16 content-start">
      <h1 className="visually-hidden">{login.title}</h1>
      {problem ? <Notice tone="error">{problem.message}</Notice> : null}
      <form
        className="grid gap-16"
        noValidate
        onSubmit={onSubmit}
        onKeyDown={holdComposingEnter}
        aria-busy={pending}
      >
        <EmailField
          ref={emailInput}
          value={email}
          error={errors.email}
          onValue={onEmail}
          onBlur={() => void ask()}
        />
        <div className="grid">
          <div className={`grid gap-16 content-start ${styles.way}`} style={shownIf(!Sso)}>
            <PasswordField
              ref={passwordInput}
              label={login.password}
              name="password"
              autoComplete="current-password"
              value={password}
              error={errors.password}
              onValue={typePassword}
            />
            <SubmitButton ref={submitButton} pending={pending} pendingText={login.submitting}>
              {login.submit}
            </SubmitButton>
          </div>
          {offer && Sso ? (
            <Sso
              ways={offer.ways}
              pending={pending}
              pendingText={login.submitting}
              onPassword={choosePassword}
            />
          ) : null}
        </div>
      </form>
      <button type="button" className={`primary pad-4-8 high-32 ${styles.link}`} onClick={onForgot}>
        {login.forgot}
      </button>
      {config?.googleSignIn ? (
        <div
          className="grid gap-16 content-start"
          style={shownIf(!offer || offer.ways.some(({ kind }) => kind === "google"))}
        >
          <p className={`line gap-12 quiet ${styles.or}`}>{login.or}</p>
          <button
            type="button"
            className={`hover ${styles.secondary}`}
            onClick={() => void enter(signInWithGoogle)}
          >
            {login.google}
          </button>
        </div>
      ) : null}
    </div>
  );
}

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

/** After this the page stays with the password. */
const ANSWER_WITHIN_MS = 3_000;

type LoadSso = () => Promise<typeof SsoPanel>;

interface Offer extends OfferedWays {
  email: string;
  /** Where single sign-on is the first of the ways. */
  Panel?: typeof SsoPanel;
}

/**
 * How the person of this address signs in, once `ask` was called and the server has answered; undefined
 * before, and where it does not answer.
 */
function useOfferedWays(entered: string, loadSso: LoadSso) {
  const email = normalEmail(entered);
  const [known, setKnown] = useState<Offer>();
  const asked = useRef<{ email: string; offer: Promise<Offer | undefined> }>(undefined);

  async function ask(): Promise<Offer | undefined> {
    if (emailError(email)) return undefined;
    if (asked.current?.email !== email) asked.current = { email, offer: offerFor(email, loadSso) };
    const question = asked.current;
    const offer = await question.offer;
    if (asked.current !== question) return undefined;
    if (offer) setKnown(offer);
    else asked.current = undefined;
    return offer;
  }

  return { offer: known?.email === email ? known : undefined, ask };
}

async function offerFor(email: string, loadSso: LoadSso): Promise<Offer | undefined> {
  try {
    const { status, json } = await send("/api/v1/sign-in/ways", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email }),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    if (status !== 200) return undefined;
    const { ways }: OfferedWays = json;
    return { email, ways, ...(ways[0]?.providerId ? { Panel: await loadSso() } : {}) };
  } catch {
    return undefined;
  }
}
