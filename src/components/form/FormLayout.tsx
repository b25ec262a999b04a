import { type ReactNode, useId } from "react";
import styles from "./form.module.css";

export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={`stack gap-16 ${styles.section}`} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

export function FormRow({ children }: { children: ReactNode }) {
  return <div className={`grid top ${styles.row}`}>{children}</div>;
}
