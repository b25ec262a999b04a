import HistoryIcon from "@mui/icons-material/History";
import Button from "@mui/material/Button";
import type { MouseEvent } from "react";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { app } from "../../../i18n/ja/app.ts";
import { entryPages } from "../../../i18n/ja/entryPages.ts";
import { previewPage } from "../../../i18n/ja/previewPage.ts";
import { dictionaries } from "../../../i18n/ja/resources/dictionaries.ts";
import { entries as entryTexts } from "../../../i18n/ja/resources/entries.ts";
import styles from "./entries.module.css";

interface EntryToolsProps {
  /** Undefined until the words are read. */
  total: number | undefined;
  editable: boolean;
  writable: boolean;
  steps: number;
  on: Record<"begin" | "end" | "add" | "undo", () => void>;
  /** Shows the history of the row that has the cursor; undefined for who may not read it. */
  onHistory: (() => void) | undefined;
  /** Proposes a change of the row that has the cursor; undefined for who may write it. */
  onPropose: (() => void) | undefined;
  /** Shows what the unsaved input would do; undefined where it is not edited. */
  onTry: (() => void) | undefined;
}

/** What can be done with the words. What an edit brings stands first, where it moves nothing. */
export function EntryTools(props: EntryToolsProps) {
  const { total, editable, writable, steps, on, onHistory, onPropose, onTry } = props;
  const text = entryTexts.action;
  const neutral = { size: "small", variant: "outlined", color: "secondary" } as const;
  return (
    <div className={`line gap-8 ${styles.buttons}`}>
      {onTry ? (
        <Button
          {...neutral}
          aria-keyshortcuts="Alt+P"
          // The edit in the table goes on.
          onMouseDown={(event) => event.preventDefault()}
          onClick={onTry}
        >
          {previewPage.change.try}
        </Button>
      ) : null}
      {editable ? (
        <Button {...neutral} disabled={steps === 0} onClick={on.undo}>
          {text.undo}
        </Button>
      ) : null}
      {onPropose ? (
        <Button
          size="small"
          variant="outlined"
          // It keeps its place while the words are read.
          style={total ? {} : { visibility: "hidden" }}
          onClick={onPropose}
        >
          {entryPages.propose.change}
        </Button>
      ) : null}
      {onHistory ? (
        <Button
          {...neutral}
          className={styles.icon}
          aria-label={text.history}
          title={text.history}
          aria-keyshortcuts="Alt+H"
          disabled={total === 0}
          onClick={onHistory}
        >
          <HistoryIcon />
        </Button>
      ) : null}
      {writable ? (
        <>
          <Button {...neutral} onClick={beginOrEnd}>
            {editable ? text.end : dictionaries.lock.begin}
          </Button>
          {/* The row for it comes with the table. */}
          <Button size="small" variant="contained" disabled={total === undefined} onClick={on.add}>
            {text.add}
          </Button>
        </>
      ) : null}
    </div>
  );

  function beginOrEnd({ detail }: MouseEvent) {
    if (!editable) on.begin();
    // The second click of a double click on 編集を開始, which stood here.
    else if (detail <= 1) on.end();
  }
}

interface EntryEndProps {
  total: number | undefined;
  /** All entries of the dictionary, where the total is of those under conditions. */
  of: number | undefined;
  /** What is going on, in place of the numbers. */
  doing: "reading" | "working" | null;
  editable: boolean;
}

/** The line below the grid: how many words there are, and the keys. */
export function EntryEnd({ total, of, doing, editable }: EntryEndProps) {
  return (
    <div className={`row note ${styles.end} screen-only`}>
      <p role="status" className="numeric">
        {doing ? entryTexts.selection[doing] : countText()}
      </p>
      {editable ? (
        <>
          <p className={`fixed ${styles.saved}`}>{entryTexts.grid.saved}</p>
          <ul className={`wrap gap-4-12 ${styles.keys}`} aria-label={entryTexts.grid.keys}>
            {entryTexts.grid.help.map(([keys, effect]) => (
              <li key={keys}>
                <kbd>{keys}</kbd>
                {effect}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );

  function countText() {
    if (total === undefined) return "";
    const found = formatNumber(total);
    if (of !== undefined) return entryTexts.selection.found(formatNumber(of), found);
    return app.table.total(found, app.table.units.records);
  }
}

interface ChosenBarProps {
  count: number;
  busy: boolean;
  on: Record<"enable" | "disable" | "remove" | "clear", () => void>;
  /** Of the one entry that is chosen, where the tools have no room for it. */
  onHistory: (() => void) | undefined;
}

/** What can be done with the chosen entries. */
export function ChosenBar({ count, busy, on, onHistory }: ChosenBarProps) {
  const text = entryTexts.selection;
  const action = (name: keyof ChosenBarProps["on"]) => (
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
    <div role="group" aria-label={text.label} className={`row gap-8-16 ${styles.chosen}`}>
      <p role="status">{text.count(formatNumber(count))}</p>
      <div className={`line gap-8 ${styles.buttons}`}>
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
    </div>
  );
}
