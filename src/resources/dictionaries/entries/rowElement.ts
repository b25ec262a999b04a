import type { EntryWarning } from "../../../../domain/entries/schemas.ts";
import type { Translate } from "../../../i18n/translate.ts";
import styles from "./entries.module.css";
import { FIELDS, type Field, shownTextOf } from "./entryCells.ts";
import { type ColumnName, columnOf } from "./gridMoves.ts";
import { isLoading, isNew, isSaving, type TableRow, type UnsavedRow } from "./unsavedRows.ts";

/** As high as the style of a row makes it. */
export const ROW_PX = 38;

/** What one row of the grid shows. */
export interface ShownRow extends TableRow {
  index: number;
  /** Begins the ids of the cells in the row of the cursor; undefined in other rows. */
  gridId: string | undefined;
  unsaved: UnsavedRow | undefined;
  selected: boolean;
  pasted: boolean;
  selectable: boolean;
  sentences: RowSentences;
}

export interface RowSentences {
  newRow: string;
  chooseRow: (row: number) => string;
  warnings: (warnings: readonly EntryWarning[]) => { warned: string; mentioned: string };
}

export type RowElement = ReturnType<typeof createRowElement>;

/** A text of this length fits the narrowest of the wide columns. Clipping each cell costs frames. */
const SHORT = 8;

const NONE = { warned: "", mentioned: "" };

const SVG = "http://www.w3.org/2000/svg";
/** An exclamation mark in a triangle. */
const WARNING_PATH = "M8 1 15.5 14.5H.5ZM7.2 6v4h1.6V6Zm0 5.2v1.6h1.6v-1.6Z";

/**
 * The elements of one row, which show one entry after the other while the grid scrolls. A write
 * that changes nothing is left out: it would cost the browser as much as one that does.
 */
export function createRowElement(id: string) {
  const element = create("div", { role: "row", id, class: styles.row });
  const setIndex = attribute(element, "data-index");
  const setRowIndex = attribute(element, "aria-rowindex");
  const setSelected = attribute(element, "aria-selected");
  const setIsNew = attribute(element, "data-new");
  const setIsLoading = attribute(element, "data-loading");
  const setIsOff = attribute(element, "data-off");
  const setIsPasted = attribute(element, "data-pasted");
  const setIsSaving = attribute(element, "data-saving");
  const setTop = onChange<number>((top) => {
    element.style.transform = `translateY(${top}px)`;
  });
  const showCells = [
    createChoice(element),
    ...FIELDS.map((field) => createField(element, field)),
    createWarnings(element),
  ];
  let index: number | undefined;

  return {
    element,
    /** Which row it shows; undefined before the first one. */
    index: () => index,
    show: (row: ShownRow) => {
      const { entry, unsaved, selected, pasted, selectable } = row;
      index = row.index;
      setTop(index * ROW_PX);
      setIndex(String(index));
      setRowIndex(String(index + 2));
      setSelected(selectable ? String(selected) : undefined);
      setIsNew(flag(isNew(row)));
      setIsLoading(flag(isLoading(row)));
      setIsOff(flag(entry?.enabled === false));
      setIsPasted(flag(pasted));
      setIsSaving(flag(isSaving(unsaved)));
      for (const show of showCells) show(row);
    },
  };
}

type ShowCell = (row: ShownRow) => void;

function createChoice(row: HTMLElement): ShowCell {
  const { cell, setPlace } = createCell(row, "choose");
  cell.className = styles.choose ?? "";
  const box = create("span", { class: styles.box });
  const label = create("span", { class: "visually-hidden" });
  const setIsOn = attribute(box, "data-on");
  const setIsHidden = attribute(box, "hidden");
  const setText = text(label);
  box.append(label);
  cell.append(box);
  return (shown) => {
    const hasBox = shown.selectable && !isNew(shown);
    setPlace(shown);
    setIsHidden(flag(!hasBox));
    setIsOn(flag(shown.selected));
    setText(hasBox ? shown.sentences.chooseRow(shown.index + 1) : "");
  };
}

function createField(row: HTMLElement, field: Field): ShowCell {
  const { cell, setPlace } = createCell(row, field);
  cell.dataset.field = field;
  const setText = text(cell);
  const setIsLong = attribute(cell, "data-long");
  const setIsHint = attribute(cell, "data-hint");
  const setIsUnsaved = attribute(cell, "data-unsaved");
  const setInvalid = attribute(cell, "aria-invalid");
  return (shown) => {
    const { entry, unsaved, sentences } = shown;
    const written = unsaved?.texts[field];
    const value = written ?? (entry ? shownTextOf(entry, field) : "");
    const isHint = isNew(shown) && field === "surface" && written === undefined;
    setPlace(shown);
    setText(isHint ? sentences.newRow : value);
    setIsLong(flag(value.length > SHORT));
    setIsHint(flag(isHint));
    setIsUnsaved(flag(written !== undefined));
    setInvalid(unsaved?.errors[field] ? "true" : undefined);
  };
}

function createWarnings(row: HTMLElement): ShowCell {
  const { cell, setPlace } = createCell(row, "warnings");
  const mark = create("span", { class: styles.warning });
  const icon = document.createElementNS(SVG, "svg");
  icon.setAttribute("viewBox", "0 0 16 16");
  icon.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", WARNING_PATH);
  icon.append(path);
  mark.append(icon);
  const mention = create("span", { class: styles.mention });
  cell.append(mark, mention);
  const setWarned = text(mark);
  const setMentioned = text(mention);
  const setIsHidden = attribute(mark, "hidden");
  return (shown) => {
    const warnings = shown.entry?.warnings ?? [];
    const { warned, mentioned } = warnings.length > 0 ? shown.sentences.warnings(warnings) : NONE;
    setPlace(shown);
    setIsHidden(flag(warned === ""));
    setWarned(warned);
    setMentioned(warned && mentioned ? `・${mentioned}` : mentioned);
  };
}

function createCell(row: HTMLElement, name: ColumnName) {
  const column = columnOf(name);
  const cell = create("div", { role: "gridcell", class: styles.cell });
  cell.dataset.column = String(column);
  row.append(cell);
  const setId = attribute(cell, "id");
  const setPlace = ({ gridId, index }: ShownRow) => setId(gridId && `${gridId}-${index}-${column}`);
  return { cell, setPlace };
}

function create(name: "div" | "span", attributes: Record<string, string | undefined>) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value ?? "");
  return element;
}

const flag = (isOn: boolean) => (isOn ? "" : undefined);

/** Sets an attribute, or removes it; elements are created without it. */
export function attribute(element: Element, name: string) {
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
  let written: T | undefined;
  return (value) => {
    if (value === written) return;
    written = value;
    write(value);
  };
}

interface WarningProps {
  warnings: readonly EntryWarning[];
  translate: Translate;
}

/**
 * The kinds of an entry's warnings, in words. The same reading in one dictionary is common and often
 * meant, so it is only mentioned.
 */
export function warningKinds({ warnings, translate }: WarningProps) {
  const kindOf = (wanted: EntryWarning["kind"]) =>
    warnings.some(({ kind }) => kind === wanted)
      ? translate(`resources.entries.warning.${wanted}`)
      : "";
  return { warned: kindOf("OTHER_CATEGORY"), mentioned: kindOf("SAME_READING") };
}

/** What an entry conflicts with, one sentence each. */
export function warningSentences({ warnings, translate }: WarningProps): string[] {
  const surfaces = warnings.flatMap((each) => (each.kind === "SAME_READING" ? [each.surface] : []));
  const same =
    surfaces.length > 0
      ? [
          translate("resources.entries.warning.sameReading", {
            surfaces: surfaces.join(translate("resources.entries.warning.between")),
          }),
        ]
      : [];
  const elsewhere = warnings.flatMap((each) =>
    each.kind === "OTHER_CATEGORY"
      ? [
          translate(`resources.entries.warning.${each.wins ? "wins" : "loses"}`, {
            name: each.dictionaryName,
            category: each.category,
          }),
        ]
      : [],
  );
  return [...same, ...elsewhere];
}
