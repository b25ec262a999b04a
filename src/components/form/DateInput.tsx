import { useState } from "react";
import { DATE_RANGE, MONTH_RANGE } from "../../../domain/text/dates.ts";
import { readDate, readMonth } from "../../../domain/text/writtenDates.ts";
import { app } from "../../i18n/ja/app.ts";
import { FieldInput } from "./FieldInput.tsx";
import { FormField } from "./FormField.tsx";
import { asText, type FieldProps, useField } from "./useField.ts";

interface PlainInputProps extends FieldProps {
  min?: string | undefined;
  max?: string | undefined;
  placeholder?: string | undefined;
  onValue?: ((value: string | null) => void) | undefined;
}

interface TypedInputProps extends PlainInputProps {
  type: "date" | "month";
  /** Reads text, in browsers that show a text field instead of this type. */
  read: (text: string) => string | undefined;
}

/**
 * The browser's control for a date or a month; empty is null. `max` keeps its years to four digits.
 * A text field shows the typed text until it loses the focus.
 */
function PlainInput({ type, read, ...props }: TypedInputProps) {
  const { field, frame } = useField(props);
  const [typed, setTyped] = useState<string>();

  function change(text: string) {
    const value = text === "" ? null : (read(text) ?? text);
    setTyped(text);
    field.onChange(value);
    props.onValue?.(value);
  }

  return (
    <FormField {...frame}>
      {(aria) => (
        <FieldInput
          {...aria}
          type={type}
          name={field.name}
          value={typed ?? asText(field.value)}
          min={props.min}
          max={props.max}
          placeholder={props.placeholder}
          onChange={(event) => change(event.target.value)}
          onBlur={() => {
            setTyped(undefined);
            field.onBlur();
          }}
          inputRef={field.ref}
          disabled={props.disabled}
          readOnly={props.readOnly}
        />
      )}
    </FormField>
  );
}

export function DateInput(props: PlainInputProps) {
  return <PlainInput width="short" {...DATE_RANGE} {...props} type="date" read={readDate} />;
}

export function MonthInput(props: PlainInputProps) {
  return (
    <PlainInput
      placeholder={app.field.monthExample}
      width="short"
      {...MONTH_RANGE}
      {...props}
      type="month"
      read={readMonth}
    />
  );
}
