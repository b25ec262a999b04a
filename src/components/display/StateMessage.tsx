import type { ReactNode } from "react";
import { app } from "../../i18n/ja/app.ts";
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
    <div className={`grid gap-16 ${styles.state}`}>
      <div role={role}>
        {title ? <strong>{title}</strong> : null}
        <p>{text}</p>
      </div>
      {children}
    </div>
  );
}

/** Stands where the first records would be: the next step, if there is one, and that there are none. */
export function EmptyState({ text, children }: Pick<StateMessageProps, "text" | "children">) {
  return (
    <div className={`grid gap-16 ${styles.state}`} data-empty="">
      {children ? (
        <>
          <EmptyDrawing />
          {children}
        </>
      ) : null}
      <div role="status">
        <strong>{app.table.empty}</strong>
        <p>{text}</p>
      </div>
    </div>
  );
}

/** A sheet that gets its first row. */
function EmptyDrawing() {
  return (
    <svg viewBox="0 0 132 84" aria-hidden="true" className={styles.drawing}>
      <rect x="22" y="14" width="88" height="60" rx="8" fill="var(--ki-sunken)" />
      <rect
        x="16"
        y="8"
        width="88"
        height="60"
        rx="8"
        fill="var(--ki-surface)"
        stroke="var(--ki-track)"
      />
      <path d="M28 20h22M62 20h30" stroke="var(--ki-track)" strokeWidth="5" strokeLinecap="round" />
      <rect x="22" y="29" width="76" height="15" rx="4" fill="var(--ki-primary-soft)" />
      <path
        d="M30 34v5M34.500 31.500v10M39 34v5"
        stroke="var(--ki-use)"
        strokeWidth="2.500"
        strokeLinecap="round"
      />
      <path d="M48 36.500h30" stroke="var(--ki-use)" strokeWidth="4" strokeLinecap="round" />
      <path d="M28 55h22M62 55h18" stroke="var(--ki-track)" strokeWidth="5" strokeLinecap="round" />
      <circle cx="104" cy="37" r="12" fill="var(--ki-primary)" />
      <path
        d="M104 31.500v11M98.500 37h11"
        stroke="var(--ki-on-primary)"
        strokeWidth="2.200"
        strokeLinecap="round"
      />
    </svg>
  );
}
