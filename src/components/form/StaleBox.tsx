import Button from "@mui/material/Button";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslate } from "../../i18n/translate.ts";
import styles from "./page.module.css";

interface StaleBoxProps {
  /** A sentence that names who saved first; empty if it is not known. */
  savedFirst: string;
  /** What others changed. */
  children: ReactNode;
  /** Continues with the current version and discards the user's changes. */
  onShowCurrent: () => void;
  /** Continues with the current version and keeps the user's changes. */
  onReapply: () => void;
}

/** Another user saved first (412). Input is lost only on request. */
export function StaleBox({ savedFirst, children, onShowCurrent, onReapply }: StaleBoxProps) {
  const translate = useTranslate();
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => box.current?.focus(), []);

  return (
    <div ref={box} role="alert" tabIndex={-1} className={styles.stale}>
      <p>{translate("app.stale.message")}</p>
      {savedFirst ? <p>{savedFirst}</p> : null}
      {children}
      <div className={styles.buttons}>
        <Button variant="outlined" onClick={onShowCurrent}>
          {translate("app.stale.showCurrent")}
        </Button>
        <Button variant="outlined" onClick={onReapply}>
          {translate("app.stale.reapply")}
        </Button>
      </div>
    </div>
  );
}
