import type { ReactNode } from "react";
import styles from "./display.module.css";

interface NameAndKanaProps {
  kana: string | null;
  /** The name. */
  children: ReactNode;
}

/** A name with its reading, if there is one, on a small line below. */
export function NameAndKana({ kana, children }: NameAndKanaProps) {
  if (!kana) return children;
  return (
    <span>
      {children}
      <span className={styles.kana}>{kana}</span>
    </span>
  );
}
