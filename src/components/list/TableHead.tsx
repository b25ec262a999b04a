import type { ReactNode } from "react";
import { type RaRecord, useListSortContext } from "react-admin";
import { app } from "../../i18n/ja/app.ts";
import { type Column, type Labels, type ShownColumn, type Sort, sortsOf } from "./column.ts";
import controls from "./controls.module.css";
import styles from "./TableHead.module.css";

const ARROW = { ASC: "↑", DESC: "↓" } as const;
const ARIA_SORT = { ASC: "ascending", DESC: "descending" } as const;

/** Sorts the list by a field; pressed again, the other way round. */
export function SortButton({ field, label, first }: Sort & { label: string }) {
  const { sort, setSort } = useListSortContext();
  const order = sort.field === field ? sort.order : undefined;
  const next = order === "ASC" ? "DESC" : "ASC";
  return (
    <button
      type="button"
      className={`gap-4 strong ${styles.sort}`}
      title={app.table.sort(label)}
      onClick={() => setSort({ field, order: order === undefined ? (first ?? next) : next })}
    >
      {label}
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
  column: ShownColumn<Row>;
  labels: Labels;
  /** The checkbox of all rows. */
  box: ReactNode;
}

export function HeaderCell<Row extends RaRecord>({ column, labels, box }: HeaderCellProps<Row>) {
  const { sort } = useListSortContext();
  const parts = column.second ? [column, column.second] : [column];
  const sorts = parts.flatMap(sortsOf);
  const order = sorts.some(({ field }) => field === sort.field) ? sort.order : undefined;
  const frame = {
    scope: "col",
    // The name of the checkbox is none of the column.
    "aria-label": box ? labels.join(" ") : undefined,
    "data-align": column.align,
    style: column.width && !column.fits ? { width: `${column.width}px` } : undefined,
  };
  return (
    <th {...frame} aria-sort={sorts.length > 0 ? ariaSort(order) : undefined}>
      {box}
      {parts.map((part, index) => (
        <Heading key={part.source} column={part} label={labels[index] ?? ""} />
      ))}
    </th>
  );
}

function Heading<Row extends RaRecord>({ column, label }: { column: Column<Row>; label: string }) {
  const sorts = sortsOf(column);
  return (
    <span className="block">
      {sorts.length === 0 ? label : null}
      {column.sorts ? <span className={`block ${styles.several}`}>{label}</span> : null}
      {sorts.map((each) => (
        <SortButton key={each.field} {...each} label={each.label ?? label} />
      ))}
    </span>
  );
}

interface SortSelectProps<Row extends RaRecord> {
  columns: readonly ShownColumn<Row>[];
  labels: readonly Labels[];
}

const ORDERS = ["ASC", "DESC"] as const;

/** Says the order in words, and changes it: on a phone cards have no headings. */
export function SortSelect<Row extends RaRecord>({ columns, labels }: SortSelectProps<Row>) {
  const { sort, setSort } = useListSortContext();
  const sorts = columns.flatMap((column, index) =>
    (column.second ? [column, column.second] : [column]).flatMap((part, line) =>
      sortsOf(part).map(({ field, label, words }) => ({
        field,
        words,
        text: label ?? labels[index]?.[line] ?? "",
      })),
    ),
  );
  if (sorts.length === 0) return null;
  const current = `${sort.field},${sort.order}`;
  const isListed = sorts.some(({ field }) => field === sort.field);

  function choose(value: string) {
    const [field = "", order] = value.split(",");
    setSort({ field, order: order === "DESC" ? "DESC" : "ASC" });
  }

  return (
    <label className={`hidden ${styles.sortSelect} screen-only`}>
      <span>{app.table.sortBy}</span>
      <select
        className={controls.control}
        value={isListed ? current : ""}
        onChange={(event) => choose(event.target.value)}
      >
        {isListed ? null : <option value="">{app.table.unsorted}</option>}
        {sorts.flatMap(({ field, text, words }) =>
          ORDERS.map((order) => (
            <option key={`${field},${order}`} value={`${field},${order}`}>
              {words ? words[order] : app.table.order[order](text)}
            </option>
          )),
        )}
      </select>
    </label>
  );
}
