import HistoryIcon from "@mui/icons-material/History";
import Button from "@mui/material/Button";
import type { MouseEvent, ReactNode } from "react";
import { useListContext, useNavigate } from "react-admin";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { LoadError, LoadingState } from "../../../components/display/LoadError.tsx";
import { PageBanner } from "../../../components/display/PageBanner.tsx";
import { EmptyState, StateMessage } from "../../../components/display/StateMessage.tsx";
import { app } from "../../../i18n/ja/app.ts";
import { entryPages } from "../../../i18n/ja/entryPages.ts";
import { previewPage } from "../../../i18n/ja/previewPage.ts";
import { dictionaries } from "../../../i18n/ja/resources/dictionaries.ts";
import { entries, entries as entryTexts } from "../../../i18n/ja/resources/entries.ts";
import styles from "./entries.module.css";
import type { EntryPages } from "./entryPages.ts";
import { isRefused, isWrong, type UnsavedRow } from "./unsavedRows.ts";

const text = entries.unsaved;

interface UnsavedBarProps {
  rows: readonly UnsavedRow[];
  onSave: () => void;
  onDiscard: () => void;
  onNext: () => void;
  /** Shows what the rows would do; undefined where a button above the table does. */
  onTry: (() => void) | undefined;
}

/** The rows that could not be saved: why, and how to go on. */
export function UnsavedBar({ rows, onSave, onDiscard, onNext, onTry }: UnsavedBarProps) {
  const refused = rows.filter(isRefused);
  if (refused.length === 0) return null;
  const [reason] = refused.flatMap(({ errors }) => Object.values(errors));
  return (
    <PageBanner
      sentences={[text.some(formatNumber(refused.length)), ...(reason ? [reason] : [])]}
      actions={
        <>
          <Button variant="outlined" color="secondary" onClick={onDiscard}>
            {text.discard}
          </Button>
          {rows.some(isWrong) ? (
            <Button variant="outlined" color="secondary" aria-keyshortcuts="F8" onClick={onNext}>
              {text.next}
            </Button>
          ) : null}
          {onTry ? (
            <Button variant="outlined" color="secondary" onClick={onTry}>
              {previewPage.change.try}
            </Button>
          ) : null}
          <Button variant="outlined" onClick={onSave}>
            {text.save}
          </Button>
        </>
      }
    />
  );
}

interface PastedBarProps {
  count: number;
  busy: boolean;
  onUndo: () => void;
}

/** How many rows were pasted, until the next change. */
export function PastedBar({ count, busy, onUndo }: PastedBarProps) {
  return (
    <PageBanner
      tone="info"
      sentences={[entries.paste.done(formatNumber(count))]}
      actions={
        <Button variant="outlined" color="secondary" disabled={busy} onClick={onUndo}>
          {entries.action.undo}
        </Button>
      }
    />
  );
}

interface EntryStateProps {
  pages: EntryPages;
  writable: boolean;
  unsaved: number;
  children: (total: number) => ReactNode;
}

/** The grid, or why there is none: loading, an error, no entries at all or under the conditions. */
export function EntryState({ pages, writable, unsaved, children }: EntryStateProps) {
  const navigate = useNavigate();
  const { setFilters, filterValues } = useListContext();
  const keyword = String(filterValues.q ?? "").trim();
  const { total, error, isFiltered } = pages;
  if (total === undefined) return error ? <LoadError error={error} /> : <LoadingState />;
  const isEmpty = total === 0;
  return (
    <>
      {isEmpty && isFiltered ? (
        <StateMessage role="status" title={app.table.empty} text={entries.empty.noMatch}>
          <Button variant="outlined" onClick={() => setFilters({}, undefined, false)}>
            {app.search.clear}
          </Button>
          {keyword !== "" && !writable ? (
            <Button
              variant="outlined"
              onClick={() => navigate(`/proposals?${new URLSearchParams({ propose: keyword })}`)}
            >
              {entryPages.propose.word}
            </Button>
          ) : null}
        </StateMessage>
      ) : null}
      {isEmpty && !isFiltered && !writable ? <EmptyState text={entries.empty.none} /> : null}
      {isEmpty && !writable && unsaved === 0 ? null : children(total)}
    </>
  );
}

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
    <div className={`line gap-8 fixed push ${styles.buttons}`}>
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
    <div className={`row note screen-only pad-8-16 gap-4-24 high-40 ${styles.end}`}>
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
    <div
      role="group"
      aria-label={text.label}
      className={`row gap-8-16 round-card surface pad-8-16 edge ${styles.chosen}`}
    >
      <p role="status" className="strong numeric">
        {text.count(formatNumber(count))}
      </p>
      <div className={`line gap-8 fixed push ${styles.buttons}`}>
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
