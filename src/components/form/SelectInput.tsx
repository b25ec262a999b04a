import NativeSelect from "@mui/material/NativeSelect";
import OutlinedInput from "@mui/material/OutlinedInput";
import { type ComponentProps, type Ref, useId } from "react";
import { app } from "../../i18n/ja/app.ts";
import { FormField } from "./FormField.tsx";
import { asText, type FieldProps, useField } from "./useField.ts";

interface SelectInputProps extends FieldProps {
  choices: readonly { id: string | number; name: string }[];
  /** The empty option; false omits it. */
  emptyText?: string | false;
}

export function SelectInput(props: SelectInputProps) {
  const { choices, emptyText = app.field.choose } = props;
  const { field, frame } = useField(props);

  function choose(text: string) {
    field.onChange(choices.find(({ id }) => String(id) === text)?.id ?? null);
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

interface FieldSelectProps extends Omit<ComponentProps<"select">, "ref"> {
  inputRef?: Ref<HTMLSelectElement> | undefined;
}

/** The control of a FormField that offers a few values: the select of the browser. */
export function FieldSelect({ inputRef, ...select }: FieldSelectProps) {
  return (
    <NativeSelect
      input={<OutlinedInput />}
      inputRef={inputRef}
      disabled={select.disabled ?? false}
      inputProps={select}
    />
  );
}

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
