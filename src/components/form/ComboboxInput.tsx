import { useState } from "react";
import { Combobox } from "./Combobox.tsx";
import { type FieldProps, useField } from "./useField.ts";
import type { ComboboxOption, Search } from "./useOptions.ts";

interface ComboboxInputProps extends FieldProps {
  search: Search;
  initial?: ComboboxOption | undefined;
  placeholder?: string | undefined;
  onValue?: (option: ComboboxOption | null) => void;
}

/** A text field with suggestions. The form holds the id of the chosen option, or null. */
export function ComboboxInput(props: ComboboxInputProps) {
  const { field, frame, label } = useField(props);
  const [chosen, setChosen] = useState<ComboboxOption | null>(props.initial ?? null);
  return (
    <Combobox
      {...frame}
      label={label}
      search={props.search}
      name={field.name}
      placeholder={props.placeholder}
      disabled={props.disabled}
      readOnly={props.readOnly}
      value={chosen}
      onChoose={(option) => {
        setChosen(option);
        field.onChange(option?.id ?? null);
        props.onValue?.(option);
      }}
      onBlur={() => field.onBlur()}
      inputRef={field.ref}
    />
  );
}
