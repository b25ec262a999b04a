import { type ReactNode, useId } from "react";
import { type TextKey, useTranslate } from "../../i18n/translate.ts";
import styles from "./page.module.css";

interface FormSectionProps {
  title: TextKey;
  description?: TextKey;
  children: ReactNode;
}

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

export function FormRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}
