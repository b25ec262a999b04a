import type { ReactNode } from "react";
import { app } from "../../i18n/ja/app.ts";
import styles from "./form.module.css";

interface FieldAria {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
  "aria-required": true | undefined;
}

export interface FormFieldProps {
  id: string;
  label: ReactNode;
  required?: boolean | undefined;
  error?: ReactNode;
  description?: ReactNode;
  width?: FieldWidth | undefined;
  children: (aria: FieldAria) => ReactNode;
}

export type FieldWidth = "short" | "medium" | "full";

/** A label with the required asterisk, the control, description and error, connected by ARIA. */
export function FormField(props: FormFieldProps) {
  const { id, label, required, error, description, width = "full" } = props;
  const describedBy = [description && `${id}-description`, error && `${id}-error`]
    .filter(Boolean)
    .join(" ");
  return (
    <div className={styles.field} data-width={width}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {required ? (
          <span className={styles.required} title={app.field.required} aria-hidden>
            *
          </span>
        ) : null}
      </label>
      {description ? (
        <p id={`${id}-description`} className={styles.description}>
          {description}
        </p>
      ) : null}
      {props.children({
        id,
        "aria-describedby": describedBy || undefined,
        "aria-invalid": error ? true : undefined,
        "aria-required": required ? true : undefined,
      })}
      {error ? (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      ) : null}
    </div>
  );
}
