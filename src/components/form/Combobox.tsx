import Autocomplete from "@mui/material/Autocomplete";
import { type KeyboardEvent, type ReactNode, type Ref, useState } from "react";
import type { Identifier } from "react-admin";
import { app } from "../../i18n/ja/app.ts";
import combobox from "./combobox.module.css";
import { FieldInput } from "./FieldInput.tsx";
import { FormField, type FormFieldProps } from "./FormField.tsx";
import { type ComboboxOption, type Search, useOptions } from "./useOptions.ts";

interface ComboboxProps<Option> extends Omit<FormFieldProps, "children" | "label"> {
  label: string;
  search: Search<Option>;
  /** Null in a field that hands each choice on and is empty afterwards. */
  value: Option | null;
  onChoose: (option: Option | null) => void;
  name?: string;
  placeholder?: string | undefined;
  disabled?: boolean | undefined;
  readOnly?: boolean | undefined;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement> | undefined;
  isTaken?: (option: Option) => boolean;
  children?: (option: Option) => ReactNode;
}

/** A text field with suggestions, which are found for what is typed into it. */
export function Combobox<Option extends ComboboxOption<Identifier>>(props: ComboboxProps<Option>) {
  const { search, value, onChoose, isTaken, onBlur, children = nameAndNote, ...rest } = props;
  const { name, label, placeholder, disabled = false, readOnly = false, inputRef } = rest;
  const [typed, setTyped] = useState<string | null>(null);
  const settled = value?.name ?? "";
  const text = typed ?? settled;
  const { options, list, message, composition } = useOptions(search, text === settled ? "" : text);

  // Enter before the options have loaded chooses nothing, and must not submit the form.
  function keepEnter(event: KeyboardEvent) {
    if (event.key === "Enter" && (text !== settled || list.open)) event.preventDefault();
  }

  return (
    <FormField {...rest}>
      {(aria) => (
        <>
          <Autocomplete<Option>
            id={aria.id}
            {...list}
            {...composition}
            value={value}
            inputValue={text}
            disabled={disabled}
            readOnly={readOnly}
            className={combobox.combobox}
            slotProps={{ paper: { className: combobox.list } }}
            disablePortal
            forcePopupIcon={false}
            noOptionsText={message}
            clearText={app.field.clear(label)}
            {...(isTaken ? { getOptionDisabled: isTaken } : {})}
            isOptionEqualToValue={(option, other) => option.id === other.id}
            onInputChange={(_event, next, reason) => setTyped(reason === "input" ? next : null)}
            onChange={(_event, option) => {
              setTyped(null);
              onChoose(option);
            }}
            onKeyDown={keepEnter}
            renderOption={({ key, ...item }, option) => (
              <li key={key} {...item}>
                {children(option)}
              </li>
            )}
            renderInput={({ slotProps: { input: frame, htmlInput } }) => (
              <FieldInput
                frame={frame}
                {...htmlInput}
                {...aria}
                name={name}
                placeholder={placeholder}
                inputRef={inputRef}
                onBlur={(event) => {
                  htmlInput.onBlur?.(event);
                  onBlur?.();
                }}
              />
            )}
          />
          <p className="visually-hidden" role="status">
            {list.open && options.length > 0 ? message : ""}
          </p>
        </>
      )}
    </FormField>
  );
}

function nameAndNote({ name, note }: ComboboxOption<Identifier>) {
  return (
    <>
      <span>{name}</span>
      {note ? <span className="fixed note numeric">{note}</span> : null}
    </>
  );
}
