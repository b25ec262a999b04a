import CloseIcon from "@mui/icons-material/Close";
import { app } from "../../i18n/ja/app.ts";
import styles from "./controls.module.css";

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
export function ClearButton({ label, onClear }: { label: string; onClear: () => void }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={`icon-button quiet ${styles.clear}`}
      aria-label={app.field.clear(label)}
      // Pressing the button must not blur the input: the button shows only while it is focused.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClear}
    >
      <CloseIcon sx={{ fontSize: 16 }} />
    </button>
  );
}
