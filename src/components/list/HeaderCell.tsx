import { type RaRecord, useListContext, useTranslate } from "ra-core";
import { type Column, sortField } from "./column.ts";
import styles from "./DataTable.module.css";

interface HeaderCellProps<Row extends RaRecord> {
  column: Column<Row>;
  label: string;
}

export function HeaderCell<Row extends RaRecord>({ column, label }: HeaderCellProps<Row>) {
  const { sort, setSort } = useListContext();
  const translate = useTranslate();
  const field = sortField(column);
  const order = field !== undefined && sort.field === field ? sort.order : undefined;
  const frame = {
    scope: "col",
    "data-align": column.align,
    style: column.width ? { width: column.width } : undefined,
  };
  if (field === undefined) return <th {...frame}>{label}</th>;
  return (
    <th {...frame} aria-sort={order === undefined ? "none" : ARIA_SORT[order]}>
      <button
        type="button"
        className={styles.sort}
        title={translate("app.table.sort", { label })}
        onClick={() => setSort({ field, order: order === "ASC" ? "DESC" : "ASC" })}
      >
        {label}
        <span aria-hidden className={styles.arrow} data-order={order}>
          {order === undefined ? "↕" : ARROW[order]}
        </span>
      </button>
    </th>
  );
}

const ARIA_SORT = { ASC: "ascending", DESC: "descending" } as const;
const ARROW = { ASC: "↑", DESC: "↓" };
