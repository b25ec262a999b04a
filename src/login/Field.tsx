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
    <div className={`grid gap-4 ${styles.field}`}>
      <label htmlFor={id}>{label}</label>
      {hint ? (
        <p id={hintId} className="note">
          {hint}
        </p>
      ) : null}
      <div className={`line framed surface ${styles.frame}`}>
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
        <p id={errorId} className={`error ${styles.error}`}>
          {error}
        </p>
      ) : null}
    </div>
  );
}
