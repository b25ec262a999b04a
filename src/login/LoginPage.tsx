import { useEffect, useState } from "react";
import { errors } from "../i18n/ja/errors.ts";
import { login } from "../i18n/ja/login.ts";
import { messageFor } from "../providers/problems/errorMessage.ts";
import { identityService } from "../providers/signIn/identity.ts";
import type { SignInReason } from "../providers/signIn/signInPage.ts";
import { type AppConfig, appConfig } from "../providers/start/appConfig.ts";
import { takeEmail } from "./handedEmail.ts";
import { LoginCard } from "./LoginCard.tsx";
import { Notice } from "./Notice.tsx";
import { ResetForm } from "./ResetForm.tsx";
import { SignInForm } from "./SignInForm.tsx";
import { continueSignIn } from "./signIn.ts";

const reasons: Record<SignInReason, string> = {
  expired: errors.sessionExpired,
  disabled: errors.identity.disabled,
  signedOut: login.signedOut,
  passwordSet: login.passwordSet,
};

/** /app/login */
export function LoginPage() {
  const [resetting, setResetting] = useState(false);
  const [email, setEmail] = useState(takeEmail);
  const [config, setConfig] = useState<AppConfig>();
  const [notice, setNotice] = useState(() => reasonOf(window.location.search));

  useEffect(() => {
    document.title = `${login.title} | ${login.product}`;
    appConfig().then(setConfig, () => {});
    if (reasonOf(window.location.search)) return;
    continueSignIn().catch((error: unknown) => setNotice(messageFor(error)));
  }, []);

  return (
    <LoginCard onFocus={prefetchIdentity}>
      {notice ? <Notice tone="info">{notice}</Notice> : null}
      {resetting ? (
        <ResetForm
          texts={login.reset}
          emulator={config?.emulator ?? false}
          email={email}
          onEmail={setEmail}
          onBack={() => setResetting(false)}
        />
      ) : (
        <SignInForm
          config={config}
          email={email}
          onEmail={setEmail}
          onForgot={() => setResetting(true)}
          onSubmitted={() => setNotice(undefined)}
        />
      )}
    </LoginCard>
  );
}

function prefetchIdentity(): void {
  identityService().catch(() => {});
}

function reasonOf(search: string): string | undefined {
  const reason = new URLSearchParams(search).get("reason") ?? "";
  return Object.entries(reasons).find(([name]) => name === reason)?.[1];
}
