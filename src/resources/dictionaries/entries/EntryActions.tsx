import Button from "@mui/material/Button";
import type { ReactNode } from "react";
import type { Entry } from "../../../../domain/entries/schemas.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { ConfirmDialog } from "../../../components/dialog/ConfirmDialog.tsx";
import { ProgressBar } from "../../../components/display/ProgressBar.tsx";
import { useText, useTranslate } from "../../../i18n/translate.ts";
import styles from "./entries.module.css";
import type { Reading } from "./useEntryWork.ts";

/** Fewer entries are read in a moment. */
const SHOWN_FROM = 1_000;

interface EntryActionsProps {
  total: number | undefined;
  /** All entries of the dictionary, where the total is of those under conditions. */
  of: number | undefined;
  chosen: number;
  reading: Reading | null;
  editable: boolean;
  steps: number;
  on: Record<"add" | "undo" | "stop", () => void>;
  /** Shows the history of the row that has the cursor; undefined for who may not read it. */
  onHistory: (() => void) | undefined;
  /** What can be done with the chosen entries, where there is room for it. */
  children: ReactNode;
}

/** The line above the grid: how many entries there are, and what can be done with them. */
export function EntryActions(props: EntryActionsProps) {
  const { total, of, chosen, reading, editable, steps, on, onHistory, children } = props;
  const translate = useTranslate();
  const text = useText("resources.entries");
  return (
    <div className={styles.bar}>
      {reading && reading.total > SHOWN_FROM ? (
        <ReadingProgress reading={reading} onStop={on.stop} />
      ) : (
        <p role="status" className={styles.count}>
          {reading ? text("selection.reading") : countText()}
        </p>
      )}
      {children}
      <div className={styles.buttons}>
        {onHistory ? (
          <Button
            size="small"
            variant="outlined"
            color="secondary"
            aria-keyshortcuts="Alt+H"
            disabled={total === 0}
            onClick={onHistory}
          >
            {text("action.history")}
          </Button>
        ) : null}
        {editable ? (
          <>
            <Button
              size="small"
              variant="outlined"
              color="secondary"
              disabled={steps === 0}
              onClick={on.undo}
            >
              {text("action.undo")}
            </Button>
            <Button size="small" variant="contained" onClick={on.add}>
              {text("action.add")}
            </Button>
          </>
        ) : null}
      </div>
    </div>
  );

  function countText() {
    const all = total === undefined ? "" : totalText(formatNumber(total));
    const some = chosen > 0 ? text("selection.count", { count: formatNumber(chosen) }) : "";
    return [all, some].filter(Boolean).join("　");
  }

  function totalText(found: string) {
    if (of === undefined) {
      return translate("app.table.total", {
        total: found,
        unit: translate("app.table.units.records"),
      });
    }
    return text("selection.found", { found, total: formatNumber(of) });
  }
}

interface ChosenActionsProps {
  busy: boolean;
  on: Record<"enable" | "disable" | "remove" | "clear", () => void>;
  /** Of the one entry that is chosen, where the line above has no room for it. */
  onHistory: (() => void) | undefined;
}

/** What can be done with the chosen entries. */
export function ChosenActions({ busy, on, onHistory }: ChosenActionsProps) {
  const translate = useTranslate();
  const text = useText("resources.entries.selection");
  const action = (name: keyof ChosenActionsProps["on"]) => (
    <Button
      size="small"
      variant="outlined"
      color={name === "remove" ? "error" : "secondary"}
      disabled={busy}
      onClick={on[name]}
    >
      {text(name)}
    </Button>
  );
  return (
    <div role="group" aria-label={text("label")} className={styles.buttons}>
      {action("enable")}
      {action("disable")}
      {action("remove")}
      {action("clear")}
      {onHistory ? (
        <Button size="small" variant="outlined" color="secondary" onClick={onHistory}>
          {translate("resources.entries.action.history")}
        </Button>
      ) : null}
    </div>
  );
}

function ReadingProgress({ reading, onStop }: { reading: Reading; onStop: () => void }) {
  const text = useText("resources.entries.selection");
  return (
    <div className={styles.reading}>
      <ProgressBar
        label={text("progress")}
        text={text("reading")}
        value={reading.done}
        max={reading.total}
      />
      <Button size="small" variant="outlined" color="secondary" onClick={onStop}>
        {text("stop")}
      </Button>
    </div>
  );
}

const NAMED = 5;

interface RemoveEntriesProps {
  entries: readonly Entry[];
  pending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

export function RemoveEntries({ entries, pending, onConfirm, onClose }: RemoveEntriesProps) {
  const text = useText("resources.entries.remove");
  const names = entries
    .slice(0, NAMED)
    .map(({ surface }) => surface)
    .join(text("names"));
  return (
    <ConfirmDialog
      open
      title={text("title")}
      pending={pending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{text("body")}</p>
      <p>
        <strong>
          {entries.length > NAMED
            ? text("more", { names, count: formatNumber(entries.length) })
            : names}
        </strong>
      </p>
    </ConfirmDialog>
  );
}
