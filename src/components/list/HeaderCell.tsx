import { type RaRecord, useListSortContext } from "react-admin";
import { type Column, sortsOf } from "./column.ts";
import styles from "./DataTable.module.css";
import { ariaSort, SortButton } from "./SortButton.tsx";

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
    <th {...frame} aria-sort={ariaSort(order)}>
      {column.sorts ? <span className={styles.several}>{label}</span> : null}
      {sorts.map((each) => (
        <SortButton key={each.field} field={each.field} label={each.label ?? label} />
      ))}
    </th>
  );
}
