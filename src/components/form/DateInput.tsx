import { DATE_RANGE, MONTH_RANGE } from "../../../domain/text/dates.ts";
import { readDate, readMonth } from "../../../domain/text/writtenDates.ts";
import { app } from "../../i18n/ja/app.ts";
import { FieldInput, FormField } from "./FormField.tsx";
import { asText, type FieldProps, useTypedField } from "./useField.ts";

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
  const { field, frame, typed, setTyped, control } = useTypedField(props);

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
          {...control}
          type={type}
          value={typed ?? asText(field.value)}
          min={props.min}
          max={props.max}
          placeholder={props.placeholder}
          onChange={(event) => change(event.target.value)}
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
