import type { Entry, EntryWarning } from "../../../../domain/entries.ts";
import styles from "./entries.module.css";
import { FIELDS, textOf } from "./entryCells.ts";
import { columnOf } from "./gridMoves.ts";
import type { PendingRow } from "./pendingRows.ts";

/** What one row of the grid shows. */
export interface ShownRow {
  index: number;
  top: number;
  /** Begins the ids of the cells in the row of the cursor; undefined in other rows. */
  gridId: string | undefined;
  /** Undefined while it is loading, and for a new one. */
  entry: Entry | undefined;
  isNew: boolean;
  pending: PendingRow | undefined;
  selected: boolean;
  selectable: boolean;
  sentences: RowSentences;
}

export interface RowSentences {
  newRow: string;
  chooseRow: (row: number) => string;
  warnings: (warnings: readonly EntryWarning[]) => string;
}

export type RowElement = ReturnType<typeof createRowElement>;

/** A text of this length fits the narrowest of the wide columns. Clipping each cell costs frames. */
const SHORT = 8;

/** An exclamation mark in a triangle. */
const WARNING_PATH = "M8 1 15.5 14.5H.5ZM7.2 6v4h1.6V6Zm0 5.2v1.6h1.6v-1.6Z";

/**
 * The elements of one row, which show one entry after the other while the grid scrolls. A write
 * that changes nothing is left out, since it would cost the browser as much as one that does.
 */
export function createRowElement(id: string) {
  const element = create("div", { role: "row", id, class: styles.row });
  const setIndex = attribute(element, "data-index");
  const setRowIndex = attribute(element, "aria-rowindex");
  const setSelected = attribute(element, "aria-selected");
  const setIsNew = attribute(element, "data-new");
  const setIsLoading = attribute(element, "data-loading");
  const setIsOff = attribute(element, "data-off");
  const setIsSaving = attribute(element, "data-saving");
  const setTop = onChange<number>((top) => {
    element.style.transform = `translateY(${top}px)`;
  });
  const choice = createChoice(element);
  const fields = FIELDS.map((field) => ({ field, show: createField(element, field) }));
  const showWarnings = createWarnings(element);
  let last: ShownRow | undefined;

  return {
    element,
    index: () => last?.index,
    show: (row: ShownRow) => {
      if (last && isSame(last, row)) return;
      last = row;
      const { index, entry, isNew, pending, selected, selectable } = row;
      const isLoading = !entry && !isNew;
      setTop(row.top);
      setIndex(String(index));
      setRowIndex(String(index + 2));
      setSelected(selectable ? String(selected) : undefined);
      setIsNew(flag(isNew));
      setIsLoading(flag(isLoading));
      setIsOff(flag(entry?.enabled === false));
      setIsSaving(flag(pending?.state === "saving"));
      choice(row);
      for (const { show } of fields) show(row);
      showWarnings(row);
    },
  };
}

const SHOWN: readonly (keyof ShownRow)[] = [
  "index",
  "top",
  "gridId",
  "entry",
  "isNew",
  "pending",
  "selected",
  "selectable",
  "sentences",
];

function isSame(one: ShownRow, other: ShownRow): boolean {
  return SHOWN.every((key) => one[key] === other[key]);
}

function createChoice(row: HTMLElement) {
  const { cell, setId } = createCell(row, columnOf("choose"), styles.choose);
  const box = create("span", { class: styles.box });
  const label = create("span", { class: "visually-hidden" });
  const setText = text(label);
  const setIsOn = attribute(box, "data-on");
  const setHidden = attribute(box, "hidden");
  setHidden("");
  box.append(label);
  cell.append(box);
  return ({ index, gridId, isNew, selected, selectable, sentences }: ShownRow) => {
    const hasBox = selectable && !isNew;
    setId(gridId && `${gridId}-${index}-${columnOf("choose")}`);
    setHidden(flag(!hasBox));
    setIsOn(flag(selected));
    setText(hasBox ? sentences.chooseRow(index + 1) : "");
  };
}

function createField(row: HTMLElement, field: (typeof FIELDS)[number]) {
  const column = columnOf(field);
  const { cell, setId } = createCell(row, column, styles.cell);
  cell.dataset.field = field;
  const setText = text(cell);
  const setIsLong = attribute(cell, "data-long");
  const setIsHint = attribute(cell, "data-hint");
  const setIsUnsaved = attribute(cell, "data-unsaved");
  const setInvalid = attribute(cell, "aria-invalid");
  return ({ index, gridId, entry, isNew, pending, sentences }: ShownRow) => {
    const written = pending?.texts[field];
    const shown = written ?? (entry ? textOf(entry, field) : "");
    const isHint = isNew && field === "surface" && written === undefined;
    setId(gridId && `${gridId}-${index}-${column}`);
    setText(isHint ? sentences.newRow : shown);
    setIsLong(flag(shown.length > SHORT));
    setIsHint(flag(isHint));
    setIsUnsaved(flag(written !== undefined));
    setInvalid(pending?.errors[field] ? "true" : undefined);
  };
}

function createWarnings(row: HTMLElement) {
  const column = columnOf("warnings");
  const { cell, setId } = createCell(row, column, styles.cell);
  const mark = create("span", { class: styles.warning, hidden: "" });
  const icon = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  icon.setAttribute("viewBox", "0 0 16 16");
  icon.ariaHidden = "true";
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", WARNING_PATH);
  icon.append(path);
  mark.append(icon);
  cell.append(mark);
  const setText = text(mark);
  const setHidden = onChange<boolean>((isHidden) => {
    mark.hidden = isHidden;
  });
  return ({ index, gridId, entry, sentences }: ShownRow) => {
    const warnings = entry?.warnings ?? [];
    setId(gridId && `${gridId}-${index}-${column}`);
    setHidden(warnings.length === 0);
    setText(warnings.length > 0 ? sentences.warnings(warnings) : "");
  };
}

function createCell(row: HTMLElement, column: number, className: string | undefined) {
  const cell = create("div", { role: "gridcell", class: className });
  cell.dataset.column = String(column);
  row.append(cell);
  return { cell, setId: attribute(cell, "id") };
}

function create(name: "div" | "span", attributes: Record<string, string | undefined>) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value ?? "");
  return element;
}

const flag = (isOn: boolean) => (isOn ? "true" : undefined);

function attribute(element: Element, name: string) {
  return onChange<string | undefined>((value) => {
    if (value === undefined) element.removeAttribute(name);
    else element.setAttribute(name, value);
  });
}

function text(element: Element) {
  const node = document.createTextNode("");
  element.append(node);
  return onChange<string>((value) => {
    node.data = value;
  });
}

function onChange<T>(write: (value: T) => void): (value: T) => void {
  let last: T | undefined;
  return (value) => {
    if (value === last) return;
    last = value;
    write(value);
  };
}
