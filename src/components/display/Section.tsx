import { type ReactNode, useEffect, useId, useRef } from "react";
import order from "../load/inOrder.module.css";
import styles from "./cards.module.css";

interface SectionProps {
  title: string;
  /** Buttons beside the title. */
  actions?: ReactNode;
  /** Its title takes the focus when it appears: it is the result of what the user did. */
  takesFocus?: boolean;
  /** False where the paper would show no more than its title. */
  printed?: boolean;
  children: ReactNode;
}

export function Section(props: SectionProps) {
  const { title, actions, takesFocus = false, printed = true, children } = props;
  const id = useId();
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) ref.current?.focus();
  }, [takesFocus]);
  return (
    <section
      className={`card ${styles.section} ${order.inOrder} ${printed ? "" : "screen-only"}`}
      aria-labelledby={id}
    >
      <div className="row spread gap-8 below">
        <h2 ref={ref} id={id} tabIndex={takesFocus ? -1 : undefined}>
          {title}
        </h2>
        {actions ? <div className="wrap gap-8 screen-only">{actions}</div> : null}
      </div>
      {children}
    </section>
  );
}
