import CloseIcon from "@mui/icons-material/Close";
import { type FocusEvent, type InputHTMLAttributes, type Ref, useRef, useState } from "react";
import { app } from "../../i18n/ja/app.ts";
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

const WITHOUT_CLEARING = ["date", "month", "number"];

export function isClearable(input: {
  value: unknown;
  readOnly: boolean;
  focused: boolean;
  type: string;
}): boolean {
  const empty = input.value === undefined || input.value === null || input.value === "";
  return !empty && !input.readOnly && input.focused && !WITHOUT_CLEARING.includes(input.type);
}

/** For the mouse only: keyboard users clear the input as usual, so it is not a tab stop. */
function ClearButton({ label, onClear }: { label: string; onClear: () => void }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.clear}
      aria-label={app.field.clear(label)}
      // Pressing the button must not blur the input: the button shows only while it is focused.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClear}
    >
      <CloseIcon sx={{ fontSize: 16 }} />
    </button>
  );
}
