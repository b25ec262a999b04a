import { useId } from "react";
import styles from "./controls.module.css";

interface SegmentsProps<Value extends string> {
  legend: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  /** Hides the legend visually; screen readers still read it. */
  quiet?: boolean;
}

/** A choice of one among a few: radio buttons drawn side by side. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const name = useId();
  return (
    <fieldset>
      <legend className={props.quiet ? "visually-hidden" : styles.legend}>{props.legend}</legend>
      <div className={`sunken inline-flex max-full gap-2 ${styles.options}`}>
        {props.options.map(({ value, label }) => (
          <label key={value} className={`hover ${styles.option}`}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === props.value}
              onChange={() => props.onChange(value)}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
