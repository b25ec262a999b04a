import type { ReactNode } from "react";
import { type FocusTarget, useFocusAfterRemoval } from "../focus/useFocusAfterRemoval.ts";
import styles from "./display.module.css";

interface PageBannerProps {
  /** Finished sentences, one paragraph each. */
  sentences: readonly string[];
  textId?: string;
  actions?: ReactNode;
  tone?: "warning" | "info";
  /** Interrupts screen readers: input may be lost. */
  urgent?: boolean;
  /** Gets the focus when the banner goes with it. */
  focusTo?: FocusTarget;
}

/** What a person has to know about the page, and can do about it; a live region. */
export function PageBanner(props: PageBannerProps) {
  const { sentences, textId, actions, tone = "warning", urgent = false, focusTo } = props;
  const focusListeners = useFocusAfterRemoval(focusTo);
  return (
    <div
      className={`row boxed gap-12-24 ${styles.banner}`}
      data-tone={tone}
      role={urgent ? "alert" : "status"}
      {...focusListeners}
    >
      <div id={textId} className={`wrap ${styles.text}`}>
        {sentences.map((sentence) => (
          <p key={sentence} className="toned strong">
            {sentence}
          </p>
        ))}
      </div>
      {actions ? (
        <div className={`wrap gap-8 optional ${styles.bannerActions}`}>{actions}</div>
      ) : null}
    </div>
  );
}
