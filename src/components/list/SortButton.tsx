import { useListSortContext } from "react-admin";
import { useTranslate } from "../../i18n/translate.ts";
import styles from "./DataTable.module.css";

const ARROW = { ASC: "↑", DESC: "↓" } as const;
const ARIA_SORT = { ASC: "ascending", DESC: "descending" } as const;

/** Sorts the list by a field; pressed again, the other way round. */
export function SortButton({ field, label }: { field: string; label: string }) {
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

/** `aria-sort` of a heading with a SortButton. */
export function ariaSort(order: keyof typeof ARIA_SORT | undefined) {
  return order === undefined ? "none" : ARIA_SORT[order];
}
