import { FormField } from "./FormField.tsx";
import styles from "./form.module.css";
import { asText, type FieldProps, useField } from "./useField.ts";

export interface PlainInputProps extends FieldProps {
  min?: string | undefined;
  max?: string | undefined;
  placeholder?: string | undefined;
  onValue?: ((value: string | null) => void) | undefined;
}

interface TypedInputProps extends PlainInputProps {
  type: "date" | "month";
  /** Converts the typed text to the form's value on blur. */
  settle: (text: string) => string;
}

/** The browser's control for a date or a month; empty is null. */
export function PlainInput({ type, settle, ...props }: TypedInputProps) {
  const { field, frame } = useField(props);

  function change(text: string) {
    const value = text === "" ? null : text;
    field.onChange(value);
    props.onValue?.(value);
  }

  return (
    <FormField {...frame}>
      {(aria) => (
        <input
          {...aria}
          type={type}
          className={styles.control}
          name={field.name}
          value={asText(field.value)}
          min={props.min}
          max={props.max}
          placeholder={props.placeholder}
          onChange={(event) => change(event.target.value)}
          onBlur={(event) => {
            const settled = settle(event.target.value);
            if (settled !== event.target.value) change(settled);
            field.onBlur();
          }}
          ref={field.ref}
          disabled={props.disabled}
          readOnly={props.readOnly}
        />
      )}
    </FormField>
  );
}
