import { type RaRecord, useListSortContext } from "react-admin";
import { useTranslate } from "../../i18n/translate.ts";
import { type Column, sortsOf } from "./column.ts";
import styles from "./DataTable.module.css";

interface HeaderCellProps<Row extends RaRecord> {
  column: Column<Row>;
  label: string;
}

export function HeaderCell<Row extends RaRecord>({ column, label }: HeaderCellProps<Row>) {
  const { sort } = useListSortContext();
  const sorts = sortsOf(column);
  const order = sorts.some(({ field }) => field === sort.field) ? sort.order : undefined;
  const frame = {
    scope: "col",
    "data-align": column.align,
    style: column.width ? { width: `${column.width}px` } : undefined,
  };
  if (sorts.length === 0) return <th {...frame}>{label}</th>;
  return (
    <th {...frame} aria-sort={order === undefined ? "none" : ARIA_SORT[order]}>
      {column.sorts ? <span className={styles.several}>{label}</span> : null}
      {sorts.map((each) => (
        <SortButton key={each.field} field={each.field} label={each.label ?? label} />
      ))}
    </th>
  );
}

function SortButton({ field, label }: { field: string; label: string }) {
  const { sort, setSort } = useListSortContext();
  const translate = useTranslate();
  const order = sort.field === field ? sort.order : undefined;
  const text = translate(label, { _: label });
  return (
    <button
      type="button"
      className={styles.sort}
      title={translate("app.table.sort", { label: text })}
      onClick={() => setSort({ field, order: order === "ASC" ? "DESC" : "ASC" })}
    >
      {text}
      <span aria-hidden className={styles.arrow} data-order={order}>
        {order === undefined ? "↕" : ARROW[order]}
      </span>
    </button>
  );
}

const ARIA_SORT = { ASC: "ascending", DESC: "descending" } as const;
const ARROW = { ASC: "↑", DESC: "↓" };
