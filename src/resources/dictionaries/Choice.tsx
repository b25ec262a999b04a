import { useId } from "react";
import { FieldSelect } from "../../components/form/FieldSelect.tsx";
import { FormField } from "../../components/form/FormField.tsx";

interface ChoiceProps<Value extends string> {
  label: string;
  options: readonly Value[];
  value: Value;
  name: (value: Value) => string;
  onChange: (value: Value) => void;
  disabled?: boolean;
}

/** A choice among values of a type, each with its name. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, options, value, name, onChange, disabled = false } = props;
  return (
    <FormField id={useId()} label={label}>
      {(aria) => (
        <FieldSelect
          {...aria}
          value={value}
          disabled={disabled}
          onChange={({ target }) => {
            const chosen = options.find((option) => option === target.value);
            if (chosen) onChange(chosen);
          }}
        >
          {options.map((option) => (
            <option key={option} value={option}>
              {name(option)}
            </option>
          ))}
        </FieldSelect>
      )}
    </FormField>
  );
}
