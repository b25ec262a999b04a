import Button from "@mui/material/Button";
import type { MouseEvent, ReactNode } from "react";
import type { Entry } from "../../../../domain/entries/schemas.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { ConfirmDialog } from "../../../components/dialog/ConfirmDialog.tsx";
import { app } from "../../../i18n/ja/app.ts";
import { previewPage } from "../../../i18n/ja/previewPage.ts";
import { dictionaries } from "../../../i18n/ja/resources/dictionaries.ts";
import { entries as entryTexts } from "../../../i18n/ja/resources/entries.ts";
import styles from "./entries.module.css";

interface EntryActionsProps {
  total: number | undefined;
  /** All entries of the dictionary, where the total is of those under conditions. */
  of: number | undefined;
  chosen: number;
  /** On one line of a phone, the number of those chosen takes the place of that of all. */
  isPhone: boolean;
  /** What is going on, in place of the numbers. */
  doing: "reading" | "working" | null;
  editable: boolean;
  writable: boolean;
  steps: number;
  on: Record<"begin" | "end" | "add" | "undo", () => void>;
  /** Shows the history of the row that has the cursor; undefined for who may not read it. */
  onHistory: (() => void) | undefined;
  /** Shows what the unsaved input would do; undefined where it is not edited. */
  onTry: (() => void) | undefined;
  /** What can be done with the chosen entries, where there is room for it. */
  children: ReactNode;
}

/** The line above the grid: how many entries there are, and what can be done with them. */
export function EntryActions(props: EntryActionsProps) {
  const {
    total,
    of,
    chosen,
    isPhone,
    doing,
    editable,
    writable,
    steps,
    on,
    onHistory,
    onTry,
    children,
  } = props;
  return (
    <div className={styles.bar}>
      <p role="status" className={styles.count}>
        {doing ? entryTexts.selection[doing] : countText()}
      </p>
      {children}
      <div className={styles.buttons}>
        {onTry ? (
          <Button
            size="small"
            variant="outlined"
            color="secondary"
            aria-keyshortcuts="Alt+P"
            // The edit in the table goes on.
            onMouseDown={(event) => event.preventDefault()}
            onClick={onTry}
          >
            {previewPage.change.try}
          </Button>
        ) : null}
        {onHistory ? (
          <Button
            size="small"
            variant="outlined"
            color="secondary"
            aria-keyshortcuts="Alt+H"
            disabled={total === 0}
            onClick={onHistory}
          >
            {entryTexts.action.history}
          </Button>
        ) : null}
        {editable ? (
          <Button
            size="small"
            variant="outlined"
            color="secondary"
            disabled={steps === 0}
            onClick={on.undo}
          >
            {entryTexts.action.undo}
          </Button>
        ) : null}
        {writable ? (
          <>
            <Button size="small" variant="outlined" color="secondary" onClick={beginOrEnd}>
              {editable ? entryTexts.action.end : dictionaries.lock.begin}
            </Button>
            {/* The row for it comes with the table. */}
            <Button
              size="small"
              variant="contained"
              disabled={total === undefined}
              onClick={on.add}
            >
              {entryTexts.action.add}
            </Button>
          </>
        ) : null}
      </div>
    </div>
  );

  function beginOrEnd({ detail }: MouseEvent) {
    if (!editable) on.begin();
    // The second click of a double click on 編集を開始, which stood here.
    else if (detail <= 1) on.end();
  }

  function countText() {
    const some = chosen > 0 ? entryTexts.selection.count(formatNumber(chosen)) : "";
    return [isPhone && some ? "" : totalText(), some].filter(Boolean).join("　");
  }

  function totalText() {
    if (total === undefined) return "";
    const found = formatNumber(total);
    if (of !== undefined) return entryTexts.selection.found(formatNumber(of), found);
    const unit = app.table.units.records;
    return app.table.total(found, unit);
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
  const text = entryTexts.selection;
  const action = (name: keyof ChosenActionsProps["on"]) => (
    <Button
      size="small"
      variant="outlined"
      color={name === "remove" ? "error" : "secondary"}
      disabled={busy}
      onClick={on[name]}
    >
      {text[name]}
    </Button>
  );
  return (
    <div role="group" aria-label={text.label} className={styles.buttons}>
      {action("enable")}
      {action("disable")}
      {action("remove")}
      {action("clear")}
      {onHistory ? (
        <Button size="small" variant="outlined" color="secondary" onClick={onHistory}>
          {entryTexts.action.history}
        </Button>
      ) : null}
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
  const text = entryTexts.remove;
  const names = entries
    .slice(0, NAMED)
    .map(({ surface }) => surface)
    .join(text.names);
  return (
    <ConfirmDialog
      open
      title={text.title}
      pending={pending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{text.body}</p>
      <p>
        <strong>
          {entries.length > NAMED ? text.more(names, formatNumber(entries.length)) : names}
        </strong>
      </p>
    </ConfirmDialog>
  );
}
