import { type ReactNode, useId } from "react";
import styles from "./page.module.css";

interface FormSectionProps {
  title: string;
  description?: string;
  children: ReactNode;
}

export function FormSection({ title, description, children }: FormSectionProps) {
  const id = useId();
  return (
    <section className={`stack gap-16 ${styles.section}`} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {description ? <p>{description}</p> : null}
      {children}
    </section>
  );
}

export function FormRow({ children }: { children: ReactNode }) {
  return <div className={`grid top ${styles.row}`}>{children}</div>;
}
