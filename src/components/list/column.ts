import { type CSSProperties, createContext, type ReactNode } from "react";
import type { RaRecord } from "react-admin";

type Place = readonly [HTMLElement | null, (element: HTMLElement | null) => void];

/** Where a list page shows the order of its table: at the end of its search line, if it has one. */
export const OrderPlace = createContext<Place | null>(null);

/** The labels of a column, and of the one that stands below it. */
export type Labels = readonly string[];

/** A column of a DataTable. Declare columns at module scope. */
export interface Column<Row extends RaRecord> {
  source: string;
  /** Default: `resources.{resource}.fields.{source}`. */
  label?: string;
  /**
   * The content of the cell. Default: the value of `source`. Another record takes over the elements
   * of a row, so a component with state of its own has the record's id as its key.
   */
  render?: (row: Row) => ReactNode;
  /** The API's sort field; true for `source` itself. */
  sortBy?: string | true;
  /** Several sort fields, such as start and end: each has a button with its own label. */
  sorts?: readonly Sort[];
  /** Names the record: it links to it, and heads its card on a phone. Default: the first column. */
  names?: true;
  align?: "start" | "end";
  /**
   * In px; the most for a column with `fits`. A table that is wider than its place scrolls; columns
   * without it share what is left.
   */
  width?: number;
  /** The text of a cell, true for the value of `source`: the column is as wide as its longest. */
  fits?: true | ((row: Row) => string);
  /** The column in whose cells this one is a small second line, while both are shown. */
  under?: string;
  /** For texts that may be long: shows two lines, and all of it as the title. */
  long?: boolean;
  noWrap?: boolean;
  /** A button copies the value of `source`. */
  copies?: true;
  /** A small line below the content, such as the reading of a name. */
  below?: (row: Row) => string | null;
}

/** What a menu of columns needs of each. */
export type NamedColumn = Pick<Column<RaRecord>, "source" | "label" | "names">;

export interface Sort {
  field: string;
  label?: string;
  /** The order of the first press. Default: ascending. */
  first?: "DESC";
  /** Both orders in words. Default: 昇順 and 降順. */
  words?: Readonly<Record<"ASC" | "DESC", string>>;
}

/** A column with the one that stands below it in its cells. */
export interface ShownColumn<Row extends RaRecord> extends Column<Row> {
  second?: Column<Row> | undefined;
}

export function stacked<Row extends RaRecord>(
  columns: readonly Column<Row>[],
): readonly ShownColumn<Row>[] {
  const has = (source?: string) => columns.some((column) => column.source === source);
  return columns
    .filter(({ under }) => !has(under))
    .map((column) => ({
      ...column,
      second: columns.find(({ under }) => under === column.source),
    }));
}

export function namingSource(columns: readonly Pick<Column<RaRecord>, "source" | "names">[]) {
  return (columns.find(({ names }) => names) ?? columns[0])?.source;
}

type Sorting = Pick<Column<RaRecord>, "source" | "sortBy" | "sorts">;

export function sortsOf({ source, sortBy, sorts }: Sorting): readonly Sort[] {
  if (sorts) return sorts;
  return sortBy === undefined ? [] : [{ field: sortBy === true ? source : sortBy }];
}

interface Width {
  width?: number | undefined;
  /** Whether the width comes from what stands in the column. */
  fits?: unknown;
  /** Whether the text may take two lines. */
  long?: boolean | undefined;
  noWrap?: boolean | undefined;
  /** What a text of two lines leaves, for the second line of a cell stays in one. */
  least?: number;
}

const NARROWEST = 150;

/** As the variables of a table. */
export function widthVariables(
  columns: readonly Width[],
  actions: readonly Width[],
): CSSProperties {
  const buttons = actions.reduce((sum, { width = 0 }) => sum + width, 0);
  return {
    "--narrowest": `${buttons + narrowest(columns)}px`,
    "--first": `${narrowest(columns.slice(0, 1))}px`,
    "--columns": tracks([...columns, ...actions]),
  } as CSSProperties;
}

/** The width in px below which a table scrolls. */
function narrowest(columns: readonly Width[]): number {
  return columns.reduce((sum, column) => sum + leastOf(column), 0);
}

function leastOf({ width = NARROWEST, fits, long, noWrap, least = NARROWEST }: Width): number {
  return fits && long && !noWrap ? Math.min(width, least) : width;
}

/** The columns as grid-template-columns; those of no width share what is left, else the others. */
function tracks(columns: readonly Width[]): string {
  const isFixed = columns.every(({ width, fits }) => width !== undefined && !fits);
  const unit = columns.some(({ width }) => width === undefined) ? "px" : "fr";
  return columns
    .map((column) => {
      const { width, fits } = column;
      if (width === undefined) return "minmax(0, 1fr)";
      return isFixed || fits ? `minmax(${leastOf(column)}px, ${width}${unit})` : `${width}px`;
    })
    .join(" ");
}

const MOST = 320;
/** The space at both sides of a cell, and the checkbox. */
const SIDES = 24;
const BOX = 30;
const ARROW = 18;
const BODY = 14;
const CAPTION = 12;

interface Content<Row extends RaRecord> {
  rows: readonly Row[];
  labels: readonly Labels[];
  /** The first cell has a checkbox. */
  hasBox: boolean;
}

/** The columns with `fits` are as wide as the longest text on this page, up to a limit. */
export function fitted<Row extends RaRecord>(
  columns: readonly ShownColumn<Row>[],
  { rows, labels, hasBox }: Content<Row>,
): readonly (ShownColumn<Row> & Width)[] {
  return columns.map((column, index) => {
    if (!column.fits) return column;
    const { second } = column;
    const lines = labels[index] ?? [];
    let widest = Math.max(headingWidth(column, lines[0]), headingWidth(second, lines[1]));
    let below = 0;
    for (const row of rows) {
      if (second) below = Math.max(below, textWidth(textOf(row, second)) * CAPTION);
      widest = Math.max(
        widest,
        below,
        textWidth(textOf(row, column)) * BODY,
        textWidth(column.below?.(row) ?? "") * CAPTION,
      );
    }
    const space = SIDES + (hasBox && index === 0 ? BOX : 0);
    const width = Math.min(column.width ?? MOST, Math.ceil(widest) + space);
    return { ...column, width, least: Math.max(NARROWEST, Math.ceil(below) + space) };
  });
}

function headingWidth<Row extends RaRecord>(column: Column<Row> | undefined, label = ""): number {
  const isSorted = column && sortsOf(column).length > 0;
  return textWidth(label) * CAPTION + (isSorted ? ARROW : 0);
}

function textOf<Row extends RaRecord>(row: Row, { source, fits }: Column<Row>): string {
  return typeof fits === "function" ? fits(row) : String(row[source] ?? "");
}

/** About how wide a text is, in em: half-width characters are a little more than half of one. */
function textWidth(text: string): number {
  let width = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    width += code < 0x2e80 || (code >= 0xff61 && code <= 0xff9f) ? 0.56 : 1;
  }
  return width;
}
