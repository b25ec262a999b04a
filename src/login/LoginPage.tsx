import { useEffect, useState } from "react";
import { errors } from "../i18n/ja/errors.ts";
import { login } from "../i18n/ja/login.ts";
import { logoSource } from "../layout/logo.ts";
import { type AppConfig, appConfig } from "../providers/appConfig.ts";
import { messageFor } from "../providers/errorMessage.ts";
import { identityService } from "../providers/identity.ts";
import type { SignInReason } from "../providers/signInPage.ts";
import styles from "./login.module.css";
import { Notice } from "./Notice.tsx";
import { ResetForm } from "./ResetForm.tsx";
import { SignInForm } from "./SignInForm.tsx";
import { continueSignIn } from "./signIn.ts";

const LOGO_WIDTH = 128;

const reasons: Record<SignInReason, string> = {
  expired: errors.sessionExpired,
  disabled: errors.identity.disabled,
  signedOut: login.signedOut,
  passwordSet: login.passwordSet,
};

/** /app/login: a page without react-admin, MUI and a router (design 8, 9). */
export function LoginPage() {
  const [resetting, setResetting] = useState(false);
  const [email, setEmail] = useState("");
  const [config, setConfig] = useState<AppConfig>();
  const [notice, setNotice] = useState(() => reasonOf(window.location.search));

  useEffect(() => {
    document.title = `${login.title} | ${login.product}`;
    appConfig().then(setConfig, () => {});
    if (reasonOf(window.location.search)) return;
    continueSignIn().catch((error: unknown) => setNotice(messageFor(error)));
  }, []);

  return (
    <main className={styles.page} onFocus={prefetchIdentity}>
      <div className={styles.card}>
        <p className={styles.brand}>
          <img {...logoSource(LOGO_WIDTH)} width={LOGO_WIDTH} height={LOGO_WIDTH} alt="" />
          {login.product}
        </p>
        {notice ? <Notice tone="info">{notice}</Notice> : null}
        {resetting ? (
          <ResetForm
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
      </div>
    </main>
  );
}

function prefetchIdentity(): void {
  identityService().catch(() => {});
}

function reasonOf(search: string): string | undefined {
  const reason = new URLSearchParams(search).get("reason") ?? "";
  return Object.entries(reasons).find(([name]) => name === reason)?.[1];
}
