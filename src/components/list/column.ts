import type { RaRecord } from "ra-core";
import type { ReactNode } from "react";

/** A column of a DataTable; declared once, at module scope. */
export interface Column<Row extends RaRecord> {
  source: string;
  /** A key of the catalogue; `resources.{resource}.fields.{source}` when left out. */
  label?: string;
  /** The text of the cell; the value of `source` when left out. */
  render?: (row: Row) => ReactNode;
  /** The field the API sorts by when the header is pressed; true for `source` itself. */
  sortBy?: string | true;
  align?: "start" | "end";
  width?: string;
  /** Keeps dates, numbers and addresses on one line. */
  noWrap?: boolean;
}

export function sortField(column: { source: string; sortBy?: string | true }): string | undefined {
  return column.sortBy === true ? column.source : column.sortBy;
}
