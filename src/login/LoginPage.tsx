import { type ReactNode, useEffect, useState } from "react";
import { errors } from "../i18n/ja/errors.ts";
import { login } from "../i18n/ja/login.ts";
import { loadCode } from "../providers/http/send.ts";
import { messageFor } from "../providers/problems/errorMessage.ts";
import { identityService } from "../providers/signIn/identity.ts";
import type { SignInReason } from "../providers/signIn/sessions.ts";
import { type AppConfig, appConfig, DEMO_PASSWORD } from "../providers/start/appConfig.ts";
import { LoginCard, Notice, takeEmail } from "./FormParts.tsx";
import styles from "./login.module.css";
import type { ResetForm } from "./ResetForm.tsx";
import { SignInForm } from "./SignInForm.tsx";
import { continueSignIn, endSetUp, type NextStep } from "./signIn.ts";

const reasons: Record<SignInReason, string> = {
  expired: errors.sessionExpired,
  disabled: errors.identity.disabled,
  signedOut: login.signedOut,
  passwordSet: login.passwordSet,
};

/** /app/login */
export function LoginPage() {
  const [Reset, setReset] = useState<typeof ResetForm>();
  const [email, setEmail] = useState(takeEmail);
  const [demosChosen, setDemosChosen] = useState(0);
  const [config, setConfig] = useState<AppConfig>();
  const [notice, setNotice] = useState(() => reasonOf(window.location.search));
  const [step, setStep] = useState<ReactNode>();

  useEffect(() => {
    document.title = `${login.title} | ${login.product}`;
    appConfig().then(setConfig, () => {});
    if (reasonOf(window.location.search)) return;
    continueSignIn().catch((error: unknown) => setNotice(messageFor(error)));
  }, []);

  const backToSignIn = (text?: string) => {
    setNotice(text);
    setStep(undefined);
  };

  async function take(next: NextStep): Promise<void> {
    if (next.kind === "setUp") {
      return setStep(await setUpStep(backToSignIn));
    }
    const { CodeStep } = await loadCode(() => import("./CodeStep.tsx"));
    const answer = async (code: string) => {
      const after = await next.answer(code);
      if (after) await take(after);
    };
    setStep(<CodeStep onCode={answer} onBack={() => backToSignIn()} />);
  }

  function forgot() {
    loadCode(() => import("./ResetForm.tsx")).then(
      (code) => setReset(() => code.ResetForm),
      (error: unknown) => setNotice(messageFor(error)),
    );
  }

  function choose(demoEmail: string) {
    setEmail(demoEmail);
    setDemosChosen(demosChosen + 1);
  }

  const demo = config?.demoAccounts.length ? (
    <DemoAccounts accounts={config.demoAccounts} onChoose={choose} />
  ) : null;
  return (
    <LoginCard onFocus={prefetchIdentity} below={step || Reset ? null : demo}>
      {notice ? <Notice tone="info">{notice}</Notice> : null}
      {step ??
        (Reset ? (
          <Reset
            texts={login.reset}
            emulator={config?.emulator ?? false}
            email={email}
            onEmail={setEmail}
            onBack={() => setReset(undefined)}
          />
        ) : (
          <SignInForm
            key={demosChosen}
            givenPassword={demosChosen > 0 ? DEMO_PASSWORD : ""}
            config={config}
            email={email}
            onEmail={setEmail}
            onForgot={forgot}
            onSubmitted={() => setNotice(undefined)}
            onStep={take}
            loadSso={loadSso}
          />
        ))}
    </LoginCard>
  );
}

const loadSso = async () => (await import("./SsoPanel.tsx")).SsoPanel;

/** A failure ends the sign-in, which can be made again. */
async function setUpStep(onEnd: (notice?: string) => void): Promise<ReactNode> {
  const back = () => {
    onEnd();
    endSetUp().catch(() => {});
  };
  try {
    const { SetUpStep } = await loadCode(() => import("./SetUpStep.tsx"));
    return <SetUpStep onSignInAgain={onEnd} onBack={back} />;
  } catch (error) {
    await endSetUp();
    throw error;
  }
}

function prefetchIdentity(): void {
  identityService().catch(() => {});
}

function reasonOf(search: string): string | undefined {
  const reason = new URLSearchParams(search).get("reason") ?? "";
  return Object.entries(reasons).find(([name]) => name === reason)?.[1];
}

interface DemoAccountsProps {
  accounts: AppConfig["demoAccounts"];
  onChoose: (email: string) => void;
}

/** The accounts of the demo data (embedded mode), folded below the form; a click fills it. */
function DemoAccounts({ accounts, onChoose }: DemoAccountsProps) {
  return (
    <details className={`pad-top-16 ${styles.demo}`}>
      <summary>{login.demo.title}</summary>
      <p className="note centered">{login.demo.hint}</p>
      <ul className="grid gap-8">
        {accounts.map(({ email, label }) => (
          <li key={email}>
            <button type="button" onClick={() => onChoose(email)}>
              <span>{label}</span>
              <span className="note">{email}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
