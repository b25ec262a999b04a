import { formatNumber } from "../../../domain/text/numbers.ts";
import { readNumber } from "../../../domain/text/writtenNumbers.ts";
import { FieldInput, FormField } from "./FormField.tsx";
import { asText, type FieldProps, useTypedField } from "./useField.ts";

interface NumberInputProps extends FieldProps {
  /** Shown inside the control, such as 件; people may type it as well. */
  unit?: string;
  /** Reads the typed text. Default: a whole number. */
  read?: (text: string) => number | undefined;
  /** How a number shows unless it is being typed; `read` takes that as well. Default: 3,000. */
  write?: (value: number) => string;
}

/**
 * A text field for whole numbers. The mouse wheel does not change it, and numbers are accepted as
 * screens show them. The form holds the number; the field shows the typed text until it loses the
 * focus.
 */
export function NumberInput(props: NumberInputProps) {
  const { field, frame, typed, setTyped, control } = useTypedField(props);
  const read = props.read ?? ((text: string) => readNumber(text, props.unit));

  const write = props.write ?? formatNumber;
  const shown = typeof field.value === "number" ? write(field.value) : asText(field.value);

  function change(text: string) {
    setTyped(text);
    field.onChange(typedNumber(text, read));
  }

  return (
    <FormField {...frame}>
      {(aria) => (
        <FieldInput
          {...aria}
          {...control}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          data-numeric
          value={typed ?? shown}
          onChange={(event) => change(event.target.value)}
          end={props.unit}
        />
      )}
    </FormField>
  );
}

/**
 * The form's value of a typed number: null if nothing is typed. Text that `read` does not take is
 * unchanged, so that the schema rejects it.
 */
export function typedNumber(
  text: string,
  read: (text: string) => number | undefined,
): number | string | null {
  return text.trim() === "" ? null : (read(text) ?? text);
}
