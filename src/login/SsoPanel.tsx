import { useLayoutEffect, useRef } from "react";
import type { OfferedWays } from "../../domain/ways/schemas.ts";
import { ssoSignIn as text } from "../i18n/ja/ssoSignIn.ts";
import styles from "./login.module.css";

interface SsoPanelProps extends OfferedWays {
  pending: boolean;
  pendingText: string;
  onPassword: () => void;
}

/**
 * Stands in the place of the password, and takes the focus. Those who keep the password get back to it, also
 * where the answer names nothing but single sign-on.
 */
export function SsoPanel({ ways, pending, pendingText, onPassword }: SsoPanelProps) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => button.current?.focus(), []);
  return (
    <div className={`grid gap-16 content-start ${styles.way}`}>
      <p role="status">{text.lead}</p>
      <button ref={button} type="submit" className={styles.primary} aria-disabled={pending}>
        {pending ? pendingText : text.submit}
      </button>
      {ways.length === 1 || ways.some(({ kind }) => kind === "password") ? (
        <button
          type="button"
          className={`primary pad-4-8 high-32 ${styles.link}`}
          onClick={onPassword}
        >
          {text.byPassword}
        </button>
      ) : null}
    </div>
  );
}
