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
