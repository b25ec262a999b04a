import { useId } from "react";
import styles from "./form.module.css";
import { type FieldProps, useField } from "./useField.ts";

interface CheckboxInputProps extends FieldProps {
  onValue?: (value: boolean) => void;
}

export function CheckboxInput(props: CheckboxInputProps) {
  const { field, frame } = useField(props);
  const noteId = useId();
  const note = frame.error ?? frame.description;
  return (
    <div className={styles.field} data-width={frame.width}>
      <label className={styles.checkbox}>
        <input
          id={frame.id}
          type="checkbox"
          name={field.name}
          checked={field.value === true}
          aria-invalid={frame.error ? true : undefined}
          aria-describedby={note ? noteId : undefined}
          onChange={(event) => {
            field.onChange(event.target.checked);
            props.onValue?.(event.target.checked);
          }}
          onBlur={() => field.onBlur()}
          ref={field.ref}
          disabled={props.disabled || props.readOnly}
        />
        {frame.label}
      </label>
      {note ? (
        <p id={noteId} className={frame.error ? styles.error : styles.description}>
          {note}
        </p>
      ) : null}
    </div>
  );
}
