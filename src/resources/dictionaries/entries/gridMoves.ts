import type { KeyboardEvent } from "react";
import { FIELDS } from "./entryCells.ts";

/** The columns of the grid: the selection, the fields, the warnings, the reflection, the uses. */
export const COLUMNS = ["choose", ...FIELDS, "warnings", "reflection", "uses30Days"] as const;
export type ColumnName = (typeof COLUMNS)[number];

/** The columns that are shown: the uses only where engines tell them. */
export const shownColumns = (hasUses: boolean): readonly ColumnName[] =>
  hasUses ? COLUMNS : COLUMNS.slice(0, -1);

export interface Cell {
  row: number;
  column: number;
}

export const columnOf = (name: ColumnName) => COLUMNS.indexOf(name);

interface GridSize {
  rows: number;
  columns: number;
  /** The rows that are in view at once. */
  pageRows: () => number;
}

/** Where a key leads in the ARIA grid pattern; undefined for other keys. */
export function cellAfter(
  { key, far }: { key: string; far: boolean },
  { row, column }: Cell,
  { rows, columns, pageRows }: GridSize,
): Cell | undefined {
  const lastRow = rows - 1;
  const last = columns - 1;
  const to = (next: Partial<Cell>): Cell => ({
    row: Math.min(Math.max(next.row ?? row, 0), lastRow),
    column: Math.min(Math.max(next.column ?? column, 0), last),
  });
  switch (key) {
    case "ArrowUp":
      return to({ row: far ? 0 : row - 1 });
    case "ArrowDown":
      return to({ row: far ? lastRow : row + 1 });
    case "ArrowLeft":
      return to({ column: far ? 0 : column - 1 });
    case "ArrowRight":
      return to({ column: far ? last : column + 1 });
    case "Home":
      return to({ column: 0, ...(far ? { row: 0 } : {}) });
    case "End":
      return to({ column: last, ...(far ? { row: lastRow } : {}) });
    case "PageUp":
      return to({ row: row - pageRows() });
    case "PageDown":
      return to({ row: row + pageRows() });
    default:
      return undefined;
  }
}

const FIRST_FIELD = columnOf("surface");
const LAST_FIELD = columnOf("enabled");

/** The next field for Tab, on to the next row; undefined behind the last one. */
export function fieldAfter({ row, column }: Cell, back: boolean, rows: number): Cell | undefined {
  if (back && column > FIRST_FIELD) return { row, column: Math.min(column - 1, LAST_FIELD) };
  if (!back && column < LAST_FIELD) return { row, column: Math.max(column + 1, FIRST_FIELD) };
  const next = row + (back ? -1 : 1);
  if (next < 0 || next >= rows) return undefined;
  return { row: next, column: back ? LAST_FIELD : FIRST_FIELD };
}

const EDITING_KEYS = ["Enter", "F2", "Backspace", "Delete"];

/** Whether a key would change what a cell holds. */
export function isInput({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return false;
  return key.length === 1 || EDITING_KEYS.includes(key);
}

/** The cell at which an event aims, by the numbers in the document. */
export function placeOf(target: EventTarget) {
  if (!(target instanceof Element)) return undefined;
  const cell = target.closest<HTMLElement>("[data-column]");
  const row = cell?.closest<HTMLElement>("[data-index]");
  if (!cell || !row) return undefined;
  return { row: Number(row.dataset.index), column: Number(cell.dataset.column) };
}
