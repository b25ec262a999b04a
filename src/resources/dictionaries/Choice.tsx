import { useId } from "react";
import { FormField } from "../../components/form/FormField.tsx";
import form from "../../components/form/form.module.css";

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
        <select
          {...aria}
          className={form.control}
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
        </select>
      )}
    </FormField>
  );
}
