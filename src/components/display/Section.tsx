import { type ReactNode, useId } from "react";
import { useTranslate } from "react-admin";
import styles from "./section.module.css";

export function Section({ title, children }: { title: string; children: ReactNode }) {
  const translate = useTranslate();
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{translate(title)}</h2>
      {children}
    </section>
  );
}
