import { type ReactNode, useId } from "react";
import styles from "./cards.module.css";

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
    <section className={`card shrink ${styles.section}`} aria-labelledby={id}>
      <div className="row spread gap-8 below">
        <div className="row gap-4-12">
          <h2 id={id}>{title}</h2>
          {note}
        </div>
        {actions ? <div className="row gap-8 screen-only">{actions}</div> : null}
      </div>
      {children}
    </section>
  );
}
