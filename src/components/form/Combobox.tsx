import Autocomplete from "@mui/material/Autocomplete";
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type ReactNode, type Ref, useState } from "react";
import type { Identifier } from "react-admin";
import { app } from "../../i18n/ja/app.ts";
import { useComposing } from "./composition.ts";
import { FieldInput, FormField, type FormFieldProps } from "./FormField.tsx";
import combobox from "./form.module.css";
import { type FieldProps, useField } from "./useField.ts";
import { useSettled } from "./useSettled.ts";

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
            slotProps={{ paper: { className: `float ${combobox.list}` } }}
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

export interface ComboboxOption<Id extends Identifier = number> {
  id: Id;
  name: string;
  note?: string;
}

export interface Search<Option = ComboboxOption> {
  name: string;
  find: (text: string, signal: AbortSignal) => Promise<Option[]>;
}

/**
 * Loads options while the list is open, 300 ms after the last key, not during a composition. `list` is
 * for Autocomplete: the options as they are found, of which Enter chooses the first.
 */
function useOptions<Option extends ComboboxOption<Identifier>>(
  search: Search<Option>,
  text: string,
) {
  const [open, setOpen] = useState(false);
  const { composing, handlers } = useComposing();
  const settled = useSettled(text.trim(), composing);
  const { data, isPending, isError } = useQuery({
    queryKey: [search.name, "options", settled],
    queryFn: ({ signal }) => search.find(settled, signal),
    enabled: open,
  });
  const waiting = isPending || composing || settled !== text.trim();
  const options: Option[] = waiting || !data ? NONE : data;
  const list = {
    options,
    open,
    onOpen: () => setOpen(true),
    onClose: () => setOpen(false),
    autoHighlight: true,
    filterOptions: (all: Option[]) => all,
    getOptionLabel: (option: Option) => option.name,
    getOptionKey: (option: Option) => option.id,
  };
  return { options, list, close, message: messageOf(), composition: handlers };

  function messageOf(): string {
    if (isError && !waiting) return app.combobox.failed;
    if (waiting) return app.loading;
    if (options.length === 0) return app.combobox.none;
    return app.combobox.found(options.length);
  }
}

const NONE: never[] = [];

interface ComboboxInputProps extends FieldProps {
  search: Search;
  initial?: ComboboxOption | undefined;
  placeholder?: string | undefined;
  onValue?: (option: ComboboxOption | null) => void;
}

/** A text field with suggestions. The form holds the id of the chosen option, or null. */
export function ComboboxInput(props: ComboboxInputProps) {
  const { field, frame, label, control } = useField(props);
  const [chosen, setChosen] = useState<ComboboxOption | null>(props.initial ?? null);
  return (
    <Combobox
      {...frame}
      {...control}
      label={label}
      search={props.search}
      placeholder={props.placeholder}
      value={chosen}
      onChoose={(option) => {
        setChosen(option);
        field.onChange(option?.id ?? null);
        props.onValue?.(option);
      }}
    />
  );
}
