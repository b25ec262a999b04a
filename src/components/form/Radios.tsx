import { type ReactNode, useId } from "react";
import styles from "./form.module.css";

interface RadiosProps<Value extends string> {
  legend: string;
  options: readonly RadioOption<Value>[];
  /** Undefined while nothing is chosen. */
  value: Value | undefined;
  onChange: (value: Value) => void;
  /** By default one of its own. */
  name?: string;
  "aria-describedby"?: string;
}

interface RadioOption<Value extends string> {
  value: Value;
  label: ReactNode;
  hint?: ReactNode;
  /** It deletes or disables something. */
  danger?: boolean;
}

/** A choice of one among a few whose effects need a sentence each; Segments is for words alone. */
export function Radios<Value extends string>(props: RadiosProps<Value>) {
  const { legend, options, value: chosen, onChange, ...aria } = props;
  const ownName = useId();
  const { name = ownName, ...described } = aria;
  return (
    <fieldset className={`grid gap-8 ${styles.radios}`} {...described}>
      <legend>{legend}</legend>
      {options.map(({ value, label, hint, danger }) => (
        <label
          key={value}
          className={`hover gap-12 sunken grid pad-8-16 edge hand ${styles.radio}`}
          data-danger={danger}
        >
          <input
            type="radio"
            className="tick above-4"
            name={name}
            checked={value === chosen}
            onChange={() => onChange(value)}
          />
          <span>
            <strong>{label}</strong>
            {hint ? <span className={`note block ${styles.hint}`}>{hint}</span> : null}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
