import { type ReactNode, useId } from "react";
import { useTranslate } from "react-admin";
import styles from "./page.module.css";

interface FormSectionProps {
  /** A key of the catalogue. */
  title: string;
  description?: string;
  children: ReactNode;
}

/** Fields that belong together, under a heading of their own. */
export function FormSection({ title, description, children }: FormSectionProps) {
  const translate = useTranslate();
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{translate(title)}</h2>
      {description ? <p>{translate(description)}</p> : null}
      {children}
    </section>
  );
}

/** Fields side by side where there is room. */
export function FormRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}
