import { type ComponentProps, type ReactNode, useId } from "react";
import styles from "./login.module.css";

interface FieldProps extends Omit<ComponentProps<"input">, "id" | "className" | "onChange"> {
  label: string;
  error: string | undefined;
  onValue: (value: string) => void;
  end?: ReactNode;
}

export function Field({ label, error, onValue, end, ...input }: FieldProps) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.frame}>
        <input
          {...input}
          id={id}
          aria-invalid={error !== undefined}
          aria-describedby={error ? errorId : undefined}
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
