import type { ReactNode } from "react";
import { useResourceContext } from "react-admin";
import { type ResourceField, useResourceText } from "../../i18n/translate.ts";
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
  source: ResourceField;
  wide?: boolean;
  children: ReactNode;
}

export function Fact({ source, wide, children }: FactProps) {
  const text = useResourceText(useResourceContext() ?? "");
  return (
    <div data-wide={wide}>
      <dt>{text(`fields.${source}`)}</dt>
      <dd>{children}</dd>
    </div>
  );
}
