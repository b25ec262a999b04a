import type { ClipboardEvent, FocusEvent, KeyboardEvent, RefObject } from "react";
import { OptionList, optionId } from "../../../components/form/OptionList.tsx";
import type { useReadParts } from "../../../components/form/typedReading.ts";
import { readingTexts } from "../../../i18n/ja/readings.ts";
import { entries } from "../../../i18n/ja/resources/entries.ts";
import styles from "./cellInput.module.css";
import { type Field, warningSentences } from "./entryCells.ts";
import { COLUMNS, columnOf } from "./gridMoves.ts";
import { isStale, type TableRow, type UnsavedRow } from "./unsavedRows.ts";

interface CellInputProps {
  inputRef: RefObject<HTMLInputElement | null>;
  gridId: string;
  top: number;
  /** Near the lower end, where what hangs below it would not be seen. */
  isLow: boolean;
  row: number;
  column: number;
  label: string;
  /** The text of the edited cell; null while the cell is only chosen. */
  text: string | null;
  readOnly: boolean;
  /** What is to know about the cell: errors, warnings. */
  notes: readonly string[];
  isInvalid: boolean;
  /** The values to choose from while the cell is edited, and the one that Enter takes. */
  options: { names: readonly string[]; chosen: number; onChoose: (name: string) => void } | null;
  onChange: (text: string) => void;
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
  onPaste: (event: ClipboardEvent) => void;
  onCopy: (event: ClipboardEvent) => void;
  onBlur: (event: FocusEvent) => void;
  /** The reading that the row gets with the text; empty or undefined for none. */
  ghost: string | undefined;
  composition: ReturnType<typeof useReadParts>["composition"];
}

const COMBOBOX = { role: "combobox", "aria-expanded": true } as const;

/** A phone's keyboard comes up only for a cell that is edited. */
const noKeyboard = () => window.matchMedia?.("(pointer: coarse)").matches ?? false;

/**
 * The cursor of the grid: one input above the active cell that always has the focus, so that the
 * first key of an IME starts the edit in it. The grid's cell is its active descendant until then.
 */
export function CellInput(props: CellInputProps) {
  const { gridId, row, column, text, notes, options } = props;
  const isEditing = text !== null;
  const optionsId = `${gridId}-options`;
  const notesId = `${gridId}-notes`;
  const isReading = COLUMNS[column] === "reading";
  const active = options ? optionId(optionsId, options.chosen) : `${gridId}-${row}-${column}`;
  const isUnchosen = options !== null && options.chosen < 0;
  return (
    <div
      className={`grid full absolute ${styles.cursor}`}
      data-above={props.isLow || undefined}
      style={{ transform: `translateY(${props.top}px)` }}
    >
      <div
        className={`shrink relative ${styles.place}`}
        style={{ gridColumn: column + 1 }}
        data-name={COLUMNS[column]}
      >
        <input
          ref={props.inputRef}
          className={`full pad-0-12 ${styles.input}`}
          data-editing={isEditing || undefined}
          value={text ?? ""}
          readOnly={props.readOnly}
          {...(options ? COMBOBOX : {})}
          aria-label={props.label}
          aria-controls={options ? optionsId : gridId}
          aria-activedescendant={(isEditing && !options) || isUnchosen ? undefined : active}
          aria-invalid={props.isInvalid || undefined}
          aria-describedby={notes.length > 0 ? notesId : undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          inputMode={!isEditing && noKeyboard() ? "none" : "text"}
          onChange={(event) => props.onChange(event.target.value)}
          onKeyDown={props.onKeyDown}
          onPaste={props.onPaste}
          onCopy={props.onCopy}
          onBlur={props.onBlur}
          {...props.composition}
        />
        {options ? (
          <OptionList
            id={optionsId}
            label={isReading ? readingTexts.offered : entries.grid.options}
            names={options.names}
            chosen={options.chosen}
            isNumbered={isReading}
            className={styles.options}
            onChoose={options.onChoose}
          />
        ) : null}
        {notes.length > 0 && !options ? (
          <div
            id={notesId}
            className={`lifted caption absolute pad-8-12 hidden max-content ${styles.notes}`}
            data-invalid={props.isInvalid || undefined}
          >
            {notes.map((note) => (
              <p key={note}>{note}</p>
            ))}
          </div>
        ) : null}
      </div>
      {props.ghost ? (
        <span
          aria-hidden="true"
          className={`quiet truncate pad-0-12 ${styles.ghost}`}
          style={{ gridColumn: columnOf("reading") + 1 }}
        >
          {props.ghost}
        </span>
      ) : null}
    </div>
  );
}

interface NotedCell {
  column: string | undefined;
  /** Undefined for a column that nobody writes. */
  field: Field | undefined;
  row: TableRow;
  unsaved: UnsavedRow | undefined;
}

/** What is to know about a cell: what another user saved, an error, warnings. */
export function cellNotes({ column, field, row, unsaved }: NotedCell): string[] {
  if (isStale(unsaved)) {
    const text = field ? String(unsaved.current[field]) : unsaved.current.surface;
    return [
      entries.error.stale(text),
      ...(unsaved.savedFirst ? [unsaved.savedFirst] : []),
      entries.error.staleHint,
    ];
  }
  const error = field && unsaved?.errors[field];
  if (error) return [error, entries.error.keep];
  return column === "warnings" && row.entry ? warningSentences(row.entry.warnings) : [];
}
