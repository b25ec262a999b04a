import { useState } from "react";
import { formatNumber } from "../../../domain/text/numbers.ts";
import { readNumber } from "../../../domain/text/writtenNumbers.ts";
import { FieldInput } from "./FieldInput.tsx";
import { FormField } from "./FormField.tsx";
import { typedNumber } from "./typedNumber.ts";
import { asText, type FieldProps, useField } from "./useField.ts";

interface NumberInputProps extends FieldProps {
  /** Shown inside the control, such as 件; people may type it as well. */
  unit?: string;
  /** Reads the typed text. Default: a whole number. */
  read?: (text: string) => number | undefined;
  /** How a number shows unless it is being typed; `read` takes that as well. Default: 3,000. */
  write?: (value: number) => string;
  onValue?: (value: number | null) => void;
}

/**
 * A text field for whole numbers. The mouse wheel does not change it, and numbers are accepted as
 * screens show them. The form holds the number; the field shows the typed text until it loses the
 * focus.
 */
export function NumberInput(props: NumberInputProps) {
  const { field, frame } = useField(props);
  const [typed, setTyped] = useState<string>();
  const read = props.read ?? ((text: string) => readNumber(text, props.unit));

  const write = props.write ?? formatNumber;
  const shown = typeof field.value === "number" ? write(field.value) : asText(field.value);

  function change(text: string) {
    const value = typedNumber(text, read);
    setTyped(text);
    field.onChange(value);
    if (typeof value !== "string") props.onValue?.(value);
  }

  return (
    <FormField {...frame}>
      {(aria) => (
        <FieldInput
          {...aria}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          data-numeric
          name={field.name}
          value={typed ?? shown}
          onChange={(event) => change(event.target.value)}
          onBlur={() => {
            setTyped(undefined);
            field.onBlur();
          }}
          inputRef={field.ref}
          disabled={props.disabled}
          readOnly={props.readOnly}
          end={props.unit}
        />
      )}
    </FormField>
  );
}
