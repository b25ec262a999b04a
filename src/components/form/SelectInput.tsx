import { app } from "../../i18n/ja/app.ts";
import { FieldSelect } from "./FieldSelect.tsx";
import { FormField } from "./FormField.tsx";
import { asText, type FieldProps, useField } from "./useField.ts";

interface Choice {
  id: string | number;
  name: string;
}

interface SelectInputProps extends FieldProps {
  choices: readonly Choice[];
  /** The empty option; false omits it. */
  emptyText?: string | false;
  onValue?: (value: Choice["id"] | null) => void;
}

export function SelectInput(props: SelectInputProps) {
  const { choices, emptyText = app.field.choose } = props;
  const { field, frame } = useField(props);

  function choose(text: string) {
    const value = choices.find(({ id }) => String(id) === text)?.id ?? null;
    field.onChange(value);
    props.onValue?.(value);
  }

  return (
    <FormField {...frame}>
      {(aria) => (
        <FieldSelect
          {...aria}
          name={field.name}
          value={asText(field.value)}
          onChange={(event) => choose(event.target.value)}
          onBlur={() => field.onBlur()}
          inputRef={field.ref}
          disabled={props.disabled || props.readOnly}
        >
          {emptyText === false ? null : <option value="">{emptyText}</option>}
          {choices.map(({ id, name }) => (
            <option key={id} value={String(id)}>
              {name}
            </option>
          ))}
        </FieldSelect>
      )}
    </FormField>
  );
}
