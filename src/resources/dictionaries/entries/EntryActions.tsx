import Button from "@mui/material/Button";
import { useTranslate } from "react-admin";
import { formatNumber } from "../../../../domain/numbers.ts";
import styles from "./entries.module.css";

interface EntryActionsProps {
  total: number | undefined;
  chosen: number;
  reading: boolean;
  editable: boolean;
  busy: boolean;
  steps: number;
  on: Record<"add" | "undo" | "enable" | "disable" | "remove" | "clear", () => void>;
}

/** The line above the grid: how many entries there are, and what can be done with them. */
export function EntryActions(props: EntryActionsProps) {
  const { total, chosen, reading, editable, busy, steps, on } = props;
  const translate = useTranslate();
  const text = (key: string, values?: object) => translate(`resources.entries.${key}`, values);
  const action = (label: string, onClick: () => void, danger = false) => (
    <Button
      size="small"
      variant="outlined"
      color={danger ? "error" : "secondary"}
      disabled={busy}
      onClick={onClick}
    >
      {text(label)}
    </Button>
  );
  return (
    <div className={styles.bar}>
      <p role="status" className={styles.count}>
        {reading ? text("selection.reading") : countText()}
      </p>
      {chosen > 0 ? (
        <div role="group" aria-label={text("selection.label")} className={styles.buttons}>
          {action("selection.enable", on.enable)}
          {action("selection.disable", on.disable)}
          {action("selection.remove", on.remove, true)}
          {action("selection.clear", on.clear)}
        </div>
      ) : null}
      {editable ? (
        <div className={styles.buttons}>
          <Button
            size="small"
            variant="outlined"
            color="secondary"
            disabled={steps === 0 || busy}
            onClick={on.undo}
          >
            {text("action.undo")}
          </Button>
          <Button size="small" variant="contained" onClick={on.add}>
            {text("action.add")}
          </Button>
        </div>
      ) : null}
    </div>
  );

  function countText() {
    const all =
      total === undefined ? "" : translate("app.table.total", { total: formatNumber(total) });
    const some = chosen > 0 ? text("selection.count", { count: formatNumber(chosen) }) : "";
    return [all, some].filter(Boolean).join("　");
  }
}
