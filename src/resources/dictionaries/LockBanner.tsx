import type { ReactNode } from "react";
import styles from "./lockBanner.module.css";

interface LockBannerProps {
  /** Finished sentences, each a paragraph. */
  sentences: readonly string[];
  /** Id of the sentences, for a button that refers to them. */
  textId?: string;
  /** What can be done about it. */
  actions?: ReactNode;
  /** Whether something is in the way, or good news. */
  tone?: "warning" | "info";
  /** Interrupts whoever listens: input is in danger. */
  urgent?: boolean;
}

/** How an edit stands, and what can be done about it; read aloud when it comes. */
export function LockBanner(props: LockBannerProps) {
  const { sentences, textId, actions, tone = "warning", urgent = false } = props;
  return (
    <div className={styles.banner} data-tone={tone} role={urgent ? "alert" : "status"}>
      <div id={textId} className={styles.text}>
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </div>
  );
}
