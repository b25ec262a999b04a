import { useEffect } from "react";
import { SIGN_IN_PAGE } from "../../../domain/users/actionLink.ts";
import { action } from "../../i18n/ja/action.ts";
import { login } from "../../i18n/ja/login.ts";
import { signInPage } from "../../providers/signIn/sessions.ts";
import { pageLoad } from "../../providers/start/pageLoad.ts";
import { Notice } from "../FormParts.tsx";
import styles from "../login.module.css";

export function Title({ children }: { children: string }) {
  useEffect(() => {
    document.title = `${children} | ${login.product}`;
  }, [children]);
  return <h1>{children}</h1>;
}

interface LinkEndProps {
  title: string;
  tone: "error" | "success";
  notice: string;
  onLeave?: () => void;
}

/** The link has done its work, or cannot be used; from here the way leads to the sign-in page. */
export function LinkEnd({ title, tone, notice, onLeave }: LinkEndProps) {
  function leave() {
    onLeave?.();
    // Without a reason the page would continue with the user who is signed in to this browser.
    pageLoad.assign(tone === "success" ? signInPage({ reason: "passwordSet" }) : SIGN_IN_PAGE);
  }
  return (
    <div className="grid gap-16 content-start">
      <Title>{title}</Title>
      <Notice tone={tone}>{notice}</Notice>
      <button type="button" className={styles.primary} onClick={leave}>
        {action.toSignIn}
      </button>
    </div>
  );
}

export function Checking({ title }: { title: string }) {
  return (
    <div className="grid gap-16 content-start">
      <Title>{title}</Title>
      <p role="status" className={`quiet centered ${styles.checking}`}>
        {action.checking}
      </p>
    </div>
  );
}

interface CheckFailedProps {
  title: string;
  message: string;
  onRetry: () => void;
}

export function CheckFailed({ title, message, onRetry }: CheckFailedProps) {
  return (
    <div className="grid gap-16 content-start">
      <Title>{title}</Title>
      <Notice tone="error">{message}</Notice>
      <button type="button" className={styles.primary} onClick={onRetry}>
        {action.retry}
      </button>
    </div>
  );
}
