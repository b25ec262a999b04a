import type { ReactNode } from "react";
import styles from "./lockBanner.module.css";

interface LockBannerProps {
  /** Finished sentences, each a paragraph. */
  sentences: readonly string[];
  /** What can be done about it. */
  actions?: ReactNode;
  /** Interrupts whoever listens: input is in danger. */
  urgent?: boolean;
}

/** What stands in the way of an edit, and the way out of it; read aloud when it comes. */
export function LockBanner({ sentences, actions, urgent = false }: LockBannerProps) {
  return (
    <div className={styles.banner} role={urgent ? "alert" : "status"}>
      <div>
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </div>
  );
}
