import { type ReactNode, useId } from "react";
import styles from "./section.module.css";

interface CardProps {
  title: string;
  /** Beside the title: a number, a chip. */
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A section whose title is a finished text, with what belongs beside it. */
export function Card({ title, note, actions, children }: CardProps) {
  const id = useId();
  return (
    <section className={`${styles.section} ${styles.card}`} aria-labelledby={id}>
      <div className={styles.head}>
        <div className={styles.title}>
          <h2 id={id}>{title}</h2>
          {note}
        </div>
        {actions ? <div className={`${styles.actions} screen-only`}>{actions}</div> : null}
      </div>
      {children}
    </section>
  );
}
