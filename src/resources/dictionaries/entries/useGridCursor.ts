import { type KeyboardEvent, useRef, useState } from "react";
import type { Entry } from "../../../../domain/entries/schemas.ts";
import { isComposing } from "../../../components/form/composition.ts";
import { asksForReadings, useOfferedReadings } from "../../../components/form/typedReading.ts";
import { useCellEdit } from "./cellEdit.ts";
import { FIELDS, type Field, otherState, type Texts, textOf } from "./entryCells.ts";
import type { EntrySheet } from "./entrySheet.ts";
import { type Cell, COLUMNS, cellAfter, columnOf, fieldAfter, isInput } from "./gridMoves.ts";
import {
  isNew,
  isRefused,
  isStale,
  isStored,
  missingIn,
  type TableRow,
  type UnsavedRow,
} from "./unsavedRows.ts";
import type { EntryChoice } from "./useEntryWork.ts";

/** What keys ask of the page around the grid. */
export interface GridCommands {
  onUndo: () => void;
  onRedo: () => void;
  onRemove: (entries: Entry[]) => void;
  onNextError: () => void;
  onHistory: (entry: Entry) => void;
  /** Shows what the unsaved input would do. */
  onTry: () => void;
  /** The first input asks for the lock, and goes on meanwhile. */
  onFirst: () => void;
  /** An input that is impossible now; the page says why. */
  onImpossible: () => void;
}

interface GridCursorProps {
  sheet: EntrySheet;
  choice: EntryChoice;
  rowAt: (row: number) => TableRow;
  rowOf: (key: string) => number | undefined;
  rows: number;
  columns: number;
  /** The rows that are in view at once. */
  pageRows: () => number;
  /** Under the lock. */
  editable: boolean;
  /** Under the lock, or where the first input may take it. */
  writable: boolean;
  commands: GridCommands;
}

const fieldAt = (column: number): Field | undefined =>
  FIELDS.find((field) => field === COLUMNS[column]);

/** The active cell of the grid, the edit in it, and what the keys do. */
export function useGridCursor(props: GridCursorProps) {
  const { sheet, choice, rowAt, rowOf, rows, columns, pageRows, editable, writable, commands } =
    props;
  const [place, setCell] = useState<Cell>({ row: 0, column: columnOf("surface") });
  /** Enter returns to the column where a run of Tab began, as in spreadsheets. */
  const runFrom = useRef<number | null>(null);
  /** After Esc, Tab leaves the grid. */
  const tabLeaves = useRef(false);
  const unsavedOf = (key: string | undefined) => (key ? sheet.get().rows.get(key) : undefined);
  const edit = useCellEdit({ sheet, unsavedOf, enter });
  const { editing, options, commit } = edit;
  const readingsFor = useOfferedReadings();

  // Rows above may come and go while a cell is edited: the edit stays with its row.
  const editedRow = editing ? rowOf(editing.key) : undefined;
  const row = Math.max(Math.min(editedRow ?? place.row, rows - 1), 0);
  const activeRow = rowAt(row);
  // A new row has nothing to choose, and without the lock no row has.
  const within = ({ row, column }: Cell): Cell => {
    const first = columnOf(isNew(rowAt(row)) || !editable ? "surface" : "choose");
    return { row, column: Math.max(column, first) };
  };
  const active = within({ row, column: place.column });
  const field = fieldAt(active.column);
  const unsaved = unsavedOf(activeRow.key);

  const textIn = ({ key, entry }: TableRow, of: Field) =>
    unsavedOf(key)?.texts[of] ?? (entry ? textOf(entry, of) : "");

  function move(to: Cell) {
    const from = rowAt(row).key;
    if (to.row !== row && from && editable) sheet.leave(from);
    // A paste may make a row of another kind of it: the place stays.
    setCell(within(to));
  }

  function begin(text: string, inText: boolean) {
    if (!field || field === "enabled" || !activeRow.key) return;
    if (!writable) return commands.onImpossible();
    if (!editable) commands.onFirst();
    const { key, entry } = activeRow;
    edit.start({ key, entry, field }, text, inText);
    setCell(active);
  }

  function enter(target: TableRow, texts: Texts) {
    const { key, entry } = target;
    if (!key) return;
    sheet.enter({ key, entry }, texts);
    if (!editable && writable) return commands.onFirst();
    if (editable && isStored(target) && unsavedOf(key)) void sheet.save([key]);
  }

  /** Asks for readings of the surface and shows them below the empty cell. True if the key is for that. */
  function asksReadings(event: KeyboardEvent): boolean {
    const isEmpty = (editing?.text ?? textIn(activeRow, "reading")) === "";
    if (!(asksForReadings(event) && field === "reading" && isEmpty)) return false;
    const { key: rowKey } = activeRow;
    if (!editing) begin("", true);
    if (!rowKey || !writable) return true;
    void readingsFor(textIn(activeRow, "surface")).then((found) => edit.offer(rowKey, found));
    return true;
  }

  function down(step: number, after: UnsavedRow | undefined) {
    // A new entry without a reading or a surface is not finished.
    const [missing, ...others] = after && step > 0 ? missingIn(after) : [];
    if (missing && others.length === 0) return setCell({ row, column: columnOf(missing) });
    const wasNew = after !== undefined && isNew(after);
    const column = runFrom.current ?? (wasNew ? columnOf("surface") : active.column);
    runFrom.current = null;
    move({ row: Math.min(Math.max(row + step, 0), rows - 1 + (wasNew ? 1 : 0)), column });
  }

  function tab(event: KeyboardEvent, back: boolean) {
    const next = fieldAfter(active, back, rows);
    if (!next || tabLeaves.current || !(editable || editing)) return;
    event.preventDefault();
    runFrom.current ??= active.column;
    move(next);
  }

  function toggle() {
    const { entry } = activeRow;
    if (COLUMNS[active.column] === "choose" && entry) choice.toggle(entry, row);
    if (field === "enabled") {
      enter(activeRow, { enabled: otherState(textIn(activeRow, "enabled")) });
    }
  }

  function keyInEdit(event: KeyboardEvent<HTMLInputElement>, now: NonNullable<typeof editing>) {
    const { key, shiftKey } = event;
    if (key === "Escape") {
      event.preventDefault();
      edit.cancel();
    } else if (key === "Enter") {
      event.preventDefault();
      down(shiftKey ? -1 : 1, commit());
    } else if (key === "Tab") {
      commit();
      tabLeaves.current = false;
      tab(event, shiftKey);
    } else if (key === "F2") {
      edit.change(now, { inText: true });
    } else if (asksReadings(event)) {
      event.preventDefault();
    } else if (now.offered?.[Number(key) - 1] !== undefined) {
      event.preventDefault();
      down(1, commit(now.offered[Number(key) - 1]));
    } else if (options && (key === "ArrowDown" || key === "ArrowUp")) {
      event.preventDefault();
      const option = now.option + (key === "ArrowDown" ? 1 : -1);
      if (options[option] !== undefined) edit.change(now, { option, text: options[option] });
    } else if (!now.inText && key.startsWith("Arrow")) {
      event.preventDefault();
      commit(now.text);
      const next = cellAfter({ key, far: false }, active, { rows, columns, pageRows });
      if (next) move(next);
    }
  }

  function keyInGrid(event: KeyboardEvent<HTMLInputElement>) {
    const { key, shiftKey } = event;
    const far = event.ctrlKey || event.metaKey;
    if (key === "Tab") return tab(event, shiftKey);
    if (key !== "Shift") tabLeaves.current = key === "Escape";
    if (asksReadings(event)) return event.preventDefault();
    const next = cellAfter({ key, far }, active, { rows, columns, pageRows });
    if (next) {
      event.preventDefault();
      runFrom.current = null;
      if (shiftKey && editable && next.row !== row) void choice.extendTo(next.row, row);
      else choice.endRange();
      return move(next);
    }
    if (key === "Escape") {
      if (unsaved && isRefused(unsaved)) sheet.discard([unsaved.key]);
      else choice.clear();
    } else if (far && key.toLowerCase() === "a") {
      event.preventDefault();
      if (editable) void choice.chooseAll();
    }
    // By its place: with Option a Mac types another character.
    if (event.altKey && event.code === "KeyH") {
      event.preventDefault();
      if (activeRow.entry) commands.onHistory(activeRow.entry);
      return;
    }
    if (!writable) {
      if (isInput(event)) commands.onImpossible();
      return;
    }
    if (key === "F8") {
      event.preventDefault();
      commands.onNextError();
    } else if (far && ["y", "z"].includes(key.toLowerCase())) {
      event.preventDefault();
      if (shiftKey || key.toLowerCase() === "y") commands.onRedo();
      else commands.onUndo();
    } else if (key === "Enter" || key === "F2") {
      event.preventDefault();
      if (isStale(unsaved)) sheet.settleStale(unsaved.key, true);
      else if (!field || field === "enabled") toggle();
      else begin(textIn(activeRow, field), true);
    } else if (key === " " && (shiftKey || !field || field === "enabled")) {
      event.preventDefault();
      if (!shiftKey || !activeRow.entry) toggle();
      else if (editable) choice.toggle(activeRow.entry, row);
    } else if (key === "Backspace") {
      event.preventDefault();
      begin("", false);
    } else if (key === "Delete") {
      event.preventDefault();
      remove();
    }
  }

  /** Deletes the chosen entries after a question, or clears the cell where it may be empty. */
  function remove() {
    const { key } = activeRow;
    if (choice.chosen.size > 0) commands.onRemove([...choice.chosen.values()]);
    else if (field === "note") enter(activeRow, { note: "" });
    else if (isStored(activeRow)) {
      if (!editable) commands.onFirst();
      commands.onRemove([activeRow.entry]);
    } else if (key) sheet.discard([key]);
  }

  return {
    active,
    activeRow,
    field,
    unsaved,
    editing,
    options,
    composition: edit.composition,
    textIn,
    move,
    begin,
    enter,
    keep: edit.keep,
    leave: edit.leave,
    choose: (name: string) => down(1, commit(name)),
    edited: edit.edited,
    cancel: edit.cancel,
    toggleAt: (to: Cell) => {
      const { entry } = rowAt(to.row);
      if (entry) choice.toggle(entry, to.row);
    },
    change: (text: string) => {
      edit.onValue(text);
      if (!editing) return begin(text, false);
      const { offered, ...cell } = editing;
      edit.change(cell, { text, option: 0 });
    },
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      if (isComposing(event.nativeEvent)) return;
      // By its place: with Option a Mac types another character.
      if (event.altKey && event.code === "KeyP" && writable) {
        event.preventDefault();
        return commands.onTry();
      }
      if (editing) keyInEdit(event, editing);
      else keyInGrid(event);
    },
  };
}

export type GridCursor = ReturnType<typeof useGridCursor>;
