import { type ReactNode, useId } from "react";
import { useTranslate } from "react-admin";
import styles from "./section.module.css";

interface SectionProps {
  title: string;
  /** Buttons beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

export function Section({ title, actions, children }: SectionProps) {
  const translate = useTranslate();
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{translate(title)}</h2>
        {actions ? <div className="screen-only">{actions}</div> : null}
      </div>
      {children}
    </section>
  );
}
