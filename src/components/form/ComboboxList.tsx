import type { UseAutocompleteReturnValue } from "@mui/material/useAutocomplete";
import type { ReactNode } from "react";
import combobox from "./combobox.module.css";

interface ComboboxListProps<Option> {
  autocomplete: Pick<
    UseAutocompleteReturnValue<Option>,
    "getListboxProps" | "getOptionProps" | "popupOpen"
  >;
  options: readonly Option[];
  message: string;
  children: (option: Option) => ReactNode;
}

export function ComboboxList<Option>(props: ComboboxListProps<Option>) {
  const { autocomplete, options, message, children } = props;
  const { getListboxProps, getOptionProps, popupOpen } = autocomplete;
  return (
    <>
      {popupOpen ? (
        <ul className={combobox.list} {...getListboxProps()}>
          {options.map((option, index) => {
            const { key, ...item } = getOptionProps({ option, index });
            return (
              <li key={key} className={combobox.option} {...item}>
                {children(option)}
              </li>
            );
          })}
        </ul>
      ) : null}
      <p
        className={popupOpen && options.length === 0 ? combobox.empty : "visually-hidden"}
        role="status"
      >
        {popupOpen ? message : ""}
      </p>
    </>
  );
}
