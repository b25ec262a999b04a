import { type FocusEvent, type InputHTMLAttributes, type Ref, useRef, useState } from "react";
import { ClearButton, isClearable } from "./ClearButton.tsx";
import styles from "./form.module.css";

interface ClearableInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "onChange"> {
  name: string;
  clearLabel: string;
  value: string;
  onChange: (value: string) => void;
  inputRef?: Ref<HTMLInputElement> | undefined;
}

export function ClearableInput(props: ClearableInputProps) {
  const { clearLabel, onChange, inputRef, onFocus, onBlur, ...rest } = props;
  const [focused, setFocused] = useState(false);
  const box = useRef<HTMLSpanElement>(null);

  function clear() {
    onChange("");
    box.current?.querySelector("input")?.focus();
  }

  return (
    <span ref={box} className={styles.box}>
      <input
        {...rest}
        ref={inputRef}
        className={styles.control}
        onChange={(event) => onChange(event.target.value)}
        onFocus={(event: FocusEvent<HTMLInputElement>) => {
          setFocused(true);
          onFocus?.(event);
        }}
        onBlur={(event: FocusEvent<HTMLInputElement>) => {
          setFocused(false);
          onBlur?.(event);
        }}
      />
      {isClearable({
        value: rest.value,
        readOnly: Boolean(rest.readOnly || rest.disabled),
        focused,
        type: rest.type ?? "text",
      }) ? (
        <ClearButton label={clearLabel} onClear={clear} />
      ) : null}
    </span>
  );
}
