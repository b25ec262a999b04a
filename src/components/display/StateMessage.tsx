import type { ReactNode } from "react";
import styles from "./display.module.css";

interface StateMessageProps {
  role: "alert" | "status";
  title?: string | undefined;
  text: string;
  /** The next step, such as a button. */
  children?: ReactNode;
}

/** Stands where content would be: why there is none. */
export function StateMessage({ role, title, text, children }: StateMessageProps) {
  return (
    <div className={styles.state}>
      <div role={role}>
        {title ? <strong>{title}</strong> : null}
        <p>{text}</p>
      </div>
      {children}
    </div>
  );
}
