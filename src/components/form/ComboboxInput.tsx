import useAutocomplete from "@mui/material/useAutocomplete";
import { useForkRef } from "@mui/material/utils";
import { type KeyboardEvent, useState } from "react";
import { ComboboxList } from "./ComboboxList.tsx";
import combobox from "./combobox.module.css";
import { FormField } from "./FormField.tsx";
import styles from "./form.module.css";
import { type FieldProps, useField } from "./useField.ts";
import { type ComboboxOption, type Search, useOptions } from "./useOptions.ts";

interface ComboboxInputProps extends FieldProps {
  search: Search;
  initial?: ComboboxOption | undefined;
  placeholder?: string | undefined;
  onValue?: (option: ComboboxOption | null) => void;
}

/** A text field with suggestions. The form holds the id of the chosen option, or null. */
export function ComboboxInput(props: ComboboxInputProps) {
  const { field, frame } = useField(props);
  const [chosen, setChosen] = useState<ComboboxOption | null>(props.initial ?? null);
  const [text, setText] = useState(props.initial?.name ?? "");
  const unsettled = text !== (chosen?.name ?? "");
  const { options, list, message, composition } = useOptions(props.search, unsettled ? text : "");
  const autocomplete = useAutocomplete<ComboboxOption>({
    id: frame.id,
    ...list,
    value: chosen,
    inputValue: text,
    disabled: props.disabled ?? false,
    readOnly: props.readOnly ?? false,
    isOptionEqualToValue: (option, value) => option.id === value.id,
    onInputChange: (_event, value) => setText(value),
    onChange: (_event, option) => {
      setChosen(option);
      field.onChange(option?.id ?? null);
      props.onValue?.(option);
    },
  });
  const { getRootProps, getInputProps, popupOpen, setAnchorEl } = autocomplete;
  const { onBlur, ref, ...input } = getInputProps();
  const inputRef = useForkRef(ref, field.ref);

  // Enter before the options have loaded selects nothing, and must not submit the form.
  function keepEnter(event: KeyboardEvent) {
    if (event.key === "Enter" && (unsettled || popupOpen)) event.preventDefault();
  }

  return (
    <FormField {...frame}>
      {(aria) => (
        <div className={combobox.box} ref={setAnchorEl} {...composition}>
          <div {...getRootProps({ onKeyDown: keepEnter })}>
            <input
              {...input}
              {...aria}
              ref={inputRef}
              type="text"
              name={field.name}
              className={styles.control}
              placeholder={props.placeholder}
              readOnly={props.readOnly}
              onBlur={(event) => {
                onBlur?.(event);
                field.onBlur();
              }}
            />
          </div>
          <ComboboxList autocomplete={autocomplete} options={options} message={message}>
            {(option) => (
              <>
                <span>{option.name}</span>
                {option.note ? <span className={combobox.note}>{option.note}</span> : null}
              </>
            )}
          </ComboboxList>
        </div>
      )}
    </FormField>
  );
}
