import { type RaRecord, useListSortContext } from "react-admin";
import { useTranslate } from "../../i18n/translate.ts";
import controls from "../form/form.module.css";
import { type Column, sortsOf } from "./column.ts";
import styles from "./DataTable.module.css";

interface SortSelectProps<Row extends RaRecord> {
  columns: readonly Column<Row>[];
  labels: readonly string[];
}

const ORDERS = ["ASC", "DESC"] as const;

/** Sorts on a phone, where cards have no headings. */
export function SortSelect<Row extends RaRecord>({ columns, labels }: SortSelectProps<Row>) {
  const translate = useTranslate();
  const { sort, setSort } = useListSortContext();
  const sorts = columns.flatMap((column, index) =>
    sortsOf(column).map(({ field, label }) => ({
      field,
      text: label ? translate(label) : (labels[index] ?? ""),
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
      {translate("app.table.sortBy")}
      <select
        className={controls.control}
        value={isListed ? current : ""}
        onChange={(event) => choose(event.target.value)}
      >
        {isListed ? null : <option value="">{translate("app.table.unsorted")}</option>}
        {sorts.flatMap(({ field, text }) =>
          ORDERS.map((order) => (
            <option key={`${field},${order}`} value={`${field},${order}`}>
              {translate(`app.table.order.${order}`, { label: text })}
            </option>
          )),
        )}
      </select>
    </label>
  );
}
