import { type ComponentProps, type ReactNode, useRef, useState } from "react";
import { ClearButton, isClearable } from "../form/ClearButton.tsx";
import type { FieldAria } from "../form/FormField.tsx";
import controls from "./controls.module.css";

interface SearchFieldProps {
  id: string;
  label: ReactNode;
  error?: string | undefined;
  children: (aria: Omit<FieldAria, "aria-required">) => ReactNode;
}

/** A FormField for the first load of a list, for which MUI is too heavy (docs/product/budgets.md#browser). */
export function SearchField({ id, label, error, children }: SearchFieldProps) {
  const errorId = error ? `${id}-error` : undefined;
  return (
    <div className={`flex gap-4 shrink column ${controls.field}`}>
      <label htmlFor={id}>{label}</label>
      {children({ id, "aria-describedby": errorId, "aria-invalid": error ? true : undefined })}
      {error ? (
        <p id={errorId} className="caption error tall-line">
          {error}
        </p>
      ) : null}
    </div>
  );
}

interface SearchBoxProps extends Omit<ComponentProps<"input">, "onChange" | "type"> {
  clearLabel: string;
  value: string;
  onChange: (value: string) => void;
}

export function SearchBox({ clearLabel, value, onChange, ...input }: SearchBoxProps) {
  const [focused, setFocused] = useState(false);
  const own = useRef<HTMLInputElement>(null);

  function clear() {
    onChange("");
    own.current?.focus();
  }

  return (
    <span className={`grid relative ${controls.box}`}>
      <input
        {...input}
        ref={own}
        type="search"
        className={controls.control}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
      />
      {isClearable({ value, readOnly: false, focused, type: "search" }) ? (
        <ClearButton label={clearLabel} onClear={clear} />
      ) : null}
    </span>
  );
}
