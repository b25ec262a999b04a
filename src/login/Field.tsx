import { type ComponentProps, type ReactNode, useId } from "react";
import styles from "./login.module.css";

interface FieldProps extends Omit<ComponentProps<"input">, "id" | "className" | "onChange"> {
  label: string;
  hint?: string | undefined;
  error: string | undefined;
  onValue: (value: string) => void;
  end?: ReactNode;
}

export function Field({ label, hint, error, onValue, end, ...input }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const described = [...(error ? [errorId] : []), ...(hint ? [hintId] : [])].join(" ");
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {hint ? (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      ) : null}
      <div className={styles.frame}>
        <input
          {...input}
          id={id}
          aria-invalid={error !== undefined}
          aria-describedby={described || undefined}
          onChange={(event) => onValue(event.target.value)}
        />
        {end}
      </div>
      {error ? (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      ) : null}
    </div>
  );
}
