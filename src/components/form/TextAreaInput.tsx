import type { KeyboardEvent } from "react";
import { isComposing } from "./composition.ts";
import { FieldText, FormField } from "./FormField.tsx";
import { asText, type FieldProps, useField } from "./useField.ts";

interface TextAreaInputProps extends FieldProps {
  rows?: number;
  /** The range of heights, in rows, that dragging the corner allows. */
  minRows?: number;
  maxRows?: number;
  /** For long text of one line: Enter submits the form, and pasted line breaks become spaces. */
  singleLine?: boolean;
}

const PADDING = "16px";

export function TextAreaInput(props: TextAreaInputProps) {
  const { rows = 4, minRows = 3, maxRows = 12, singleLine = false } = props;
  const { field, frame, control } = useField(props);
  return (
    <FormField {...frame}>
      {(aria) => (
        <FieldText
          {...aria}
          {...control}
          rows={rows}
          style={{
            minHeight: `calc(${minRows}lh + ${PADDING})`,
            maxHeight: `calc(${maxRows}lh + ${PADDING})`,
          }}
          value={asText(field.value)}
          onChange={({ target: { value } }) =>
            field.onChange(singleLine ? value.replace(/\s*\n\s*/gu, " ") : value)
          }
          onKeyDown={singleLine ? submitOnEnter : undefined}
        />
      )}
    </FormField>
  );
}

function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== "Enter" || isComposing(event.nativeEvent)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
