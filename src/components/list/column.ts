import type { ReactNode } from "react";
import type { RaRecord } from "react-admin";

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
  /** In px. A table that is wider than its place scrolls; columns without it share what is left. */
  width?: number;
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
}

const NARROWEST = 150;

/** The width in px below which a table scrolls. */
export function narrowest(columns: readonly Pick<Column<RaRecord>, "width">[]): number {
  return columns.reduce((sum, { width = NARROWEST }) => sum + width, 0);
}

/** The columns as grid-template-columns. Without a flexible column all share what is left. */
export function tracks(widths: readonly (number | undefined)[]): string {
  const isFixed = !widths.includes(undefined);
  return widths
    .map((width) => {
      if (width === undefined) return "minmax(0, 1fr)";
      return isFixed ? `minmax(${width}px, ${width}fr)` : `${width}px`;
    })
    .join(" ");
}

/** The column that names a record. */
export function namingSource(columns: readonly Pick<Column<RaRecord>, "source" | "names">[]) {
  return (columns.find(({ names }) => names) ?? columns[0])?.source;
}

type Sorting = Pick<Column<RaRecord>, "source" | "sortBy" | "sorts">;

export function sortsOf({ source, sortBy, sorts }: Sorting): readonly Sort[] {
  if (sorts) return sorts;
  return sortBy === undefined ? [] : [{ field: sortBy === true ? source : sortBy }];
}
