import type { ReactNode } from "react";
import { type RaRecord, useListSortContext } from "react-admin";
import { app } from "../../i18n/ja/app.ts";
import { type Column, sortsOf } from "./column.ts";
import controls from "./controls.module.css";
import styles from "./DataTable.module.css";

const ARROW = { ASC: "↑", DESC: "↓" } as const;
const ARIA_SORT = { ASC: "ascending", DESC: "descending" } as const;

/** Sorts the list by a field; pressed again, the other way round. */
export function SortButton({ field, label }: { field: string; label: string }) {
  const { sort, setSort } = useListSortContext();
  const order = sort.field === field ? sort.order : undefined;
  const text = label;
  return (
    <button
      type="button"
      className={styles.sort}
      title={app.table.sort(text)}
      onClick={() => setSort({ field, order: order === "ASC" ? "DESC" : "ASC" })}
    >
      {text}
      <span aria-hidden className={styles.arrow} data-order={order}>
        {order === undefined ? "↕" : ARROW[order]}
      </span>
    </button>
  );
}

/** `aria-sort` of a heading with a SortButton. */
export function ariaSort(order: keyof typeof ARIA_SORT | undefined) {
  return order === undefined ? "none" : ARIA_SORT[order];
}

interface HeaderCellProps<Row extends RaRecord> {
  column: Column<Row>;
  label: string;
  /** The checkbox of all rows. */
  box: ReactNode;
}

export function HeaderCell<Row extends RaRecord>({ column, label, box }: HeaderCellProps<Row>) {
  const { sort } = useListSortContext();
  const sorts = sortsOf(column);
  const order = sorts.some(({ field }) => field === sort.field) ? sort.order : undefined;
  const frame = {
    scope: "col",
    // The name of the checkbox is none of the column.
    "aria-label": box ? label : undefined,
    "data-align": column.align,
    style: column.width ? { width: `${column.width}px` } : undefined,
  };
  return (
    <th {...frame} aria-sort={sorts.length > 0 ? ariaSort(order) : undefined}>
      {box}
      {sorts.length === 0 ? label : null}
      {column.sorts ? <span className={styles.several}>{label}</span> : null}
      {sorts.map((each) => (
        <SortButton key={each.field} field={each.field} label={each.label ?? label} />
      ))}
    </th>
  );
}

interface SortSelectProps<Row extends RaRecord> {
  columns: readonly Column<Row>[];
  labels: readonly string[];
}

const ORDERS = ["ASC", "DESC"] as const;

/** Sorts on a phone, where cards have no headings. */
export function SortSelect<Row extends RaRecord>({ columns, labels }: SortSelectProps<Row>) {
  const { sort, setSort } = useListSortContext();
  const sorts = columns.flatMap((column, index) =>
    sortsOf(column).map(({ field, label }) => ({
      field,
      text: label ? label : (labels[index] ?? ""),
    })),
  );
  if (sorts.length === 0) return null;
  const current = `${sort.field},${sort.order}`;
  const isListed = sorts.some(({ field }) => field === sort.field);

  function choose(value: string) {
    const [field = "", order] = value.split(",");
    setSort({ field, order: order === "DESC" ? "DESC" : "ASC" });
  }

  return (
    <label className={`${styles.sortSelect} screen-only`}>
      {app.table.sortBy}
      <select
        className={controls.control}
        value={isListed ? current : ""}
        onChange={(event) => choose(event.target.value)}
      >
        {isListed ? null : <option value="">{app.table.unsorted}</option>}
        {sorts.flatMap(({ field, text }) =>
          ORDERS.map((order) => (
            <option key={`${field},${order}`} value={`${field},${order}`}>
              {app.table.order[order](text)}
            </option>
          )),
        )}
      </select>
    </label>
  );
}
