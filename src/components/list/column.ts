import type { ReactNode } from "react";
import type { RaRecord } from "react-admin";

/** A column of a DataTable; declared once, at module scope. */
export interface Column<Row extends RaRecord> {
  source: string;
  /** A key of the catalogue; `resources.{resource}.fields.{source}` when left out. */
  label?: string;
  /** The text of the cell; the value of `source` when left out. */
  render?: (row: Row) => ReactNode;
  /** The field the API sorts by when the header is pressed; true for `source` itself. */
  sortBy?: string | true;
  /** Several things to sort by, such as start and end: each has a button with its own label. */
  sorts?: readonly Sort[];
  align?: "start" | "end";
  width?: string;
  /** Keeps dates, numbers and addresses on one line. */
  noWrap?: boolean;
}

export interface Sort {
  field: string;
  /** A key of the catalogue; the column's label when left out. */
  label?: string;
}

type Sorting = Pick<Column<RaRecord>, "source" | "sortBy" | "sorts">;

export function sortsOf({ source, sortBy, sorts }: Sorting): readonly Sort[] {
  if (sorts) return sorts;
  return sortBy === undefined ? [] : [{ field: sortBy === true ? source : sortBy }];
}
