import { useState } from "react";
import { FormField } from "./FormField.tsx";
import styles from "./form.module.css";
import { asText, type FieldProps, useField } from "./useField.ts";
import { parseWholeNumber } from "./wholeNumber.ts";

interface NumberInputProps extends FieldProps {
  /** Shown behind the control, such as 件 or 分; a key of the catalogue. */
  unit?: string;
  onValue?: (value: number | null) => void;
}

/**
 * A text field for whole numbers. The mouse wheel does not change it, and full-width digits are
 * accepted. The form holds the number; the field shows the typed digits until it loses the focus.
 */
export function NumberInput(props: NumberInputProps) {
  const { field, frame } = useField(props);
  const [typed, setTyped] = useState<string>();

  function change(text: string) {
    const value = parseWholeNumber(text);
    setTyped(text);
    field.onChange(value);
    if (typeof value !== "string") props.onValue?.(value);
  }

  return (
    <FormField {...frame}>
      {(aria) => (
        <span className={styles.box}>
          <input
            {...aria}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            className={styles.control}
            data-numeric
            name={field.name}
            value={typed ?? asText(field.value)}
            onChange={(event) => change(event.target.value)}
            onBlur={() => {
              setTyped(undefined);
              field.onBlur();
            }}
            ref={field.ref}
            disabled={props.disabled}
            readOnly={props.readOnly}
          />
          {props.unit ? <span className={styles.unit}>{props.unit}</span> : null}
        </span>
      )}
    </FormField>
  );
}
