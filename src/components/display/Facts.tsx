import type { ReactNode } from "react";
import { useResourceContext, useTranslate } from "react-admin";
import styles from "./facts.module.css";

interface FactsProps {
  /** Fewer than fit one line: they share its width. */
  few?: boolean;
  children: ReactNode;
}

export function Facts({ few, children }: FactsProps) {
  return (
    <dl className={styles.facts} data-few={few}>
      {children}
    </dl>
  );
}

interface FactProps {
  source: string;
  wide?: boolean;
  children: ReactNode;
}

export function Fact({ source, wide, children }: FactProps) {
  const translate = useTranslate();
  const resource = useResourceContext();
  return (
    <div data-wide={wide}>
      <dt>{translate(`resources.${resource}.fields.${source}`)}</dt>
      <dd>{children}</dd>
    </div>
  );
}
