import CloseIcon from "@mui/icons-material/Close";
import { useTranslate } from "react-admin";
import styles from "./form.module.css";

const WITHOUT_CLEARING = ["date", "month", "number"];

/** When an input offers to be cleared (spec 5). */
export function isClearable(input: {
  value: unknown;
  readOnly: boolean;
  focused: boolean;
  type: string;
}): boolean {
  const empty = input.value === undefined || input.value === null || input.value === "";
  return !empty && !input.readOnly && input.focused && !WITHOUT_CLEARING.includes(input.type);
}

/** For the mouse: by keyboard an input is emptied as any other, so it takes no stop of Tab. */
export function ClearButton({ label, onClear }: { label: string; onClear: () => void }) {
  const translate = useTranslate();
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.clear}
      aria-label={translate("app.field.clear", { label })}
      // Pressing it must not take the focus away: the button lives only while the input has it.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClear}
    >
      <CloseIcon sx={{ fontSize: 16 }} />
    </button>
  );
}
