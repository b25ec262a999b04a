import { katakana } from "../../../domain/katakana.ts";
import { ClearableInput } from "./ClearableInput.tsx";
import { FormField } from "./FormField.tsx";
import { asText, type FieldProps, useField } from "./useField.ts";

/** A reading: converted to katakana when the focus leaves; empty is null. */
export function KanaInput(props: FieldProps) {
  const { field, frame, label } = useField(props);
  const change = (text: string) => field.onChange(text === "" ? null : text);
  return (
    <FormField {...frame}>
      {(aria) => (
        <ClearableInput
          {...aria}
          type="text"
          name={field.name}
          clearLabel={label}
          value={asText(field.value)}
          onChange={change}
          onBlur={(event) => {
            const settled = katakana(event.currentTarget.value).trim();
            if (settled !== event.currentTarget.value) change(settled);
            field.onBlur();
          }}
          inputRef={field.ref}
          disabled={props.disabled}
          readOnly={props.readOnly}
          autoComplete="off"
        />
      )}
    </FormField>
  );
}
