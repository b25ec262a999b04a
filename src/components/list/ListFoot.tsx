import { useListContext, useResourceContext, useTranslate } from "react-admin";
import { formatNumber } from "../../../domain/numbers.ts";
import styles from "./ListPage.module.css";
import { Pager } from "./Pager.tsx";

export function ListFoot() {
  const { page, perPage, total, setPage } = useListContext();
  const translate = useTranslate();
  const unit = useResourceContext() === "users" ? "people" : "records";
  const shown = total ?? 0;
  const from = (page - 1) * perPage + 1;
  const range = {
    total: formatNumber(shown),
    unit: translate(`app.table.units.${unit}`),
    from: formatNumber(from),
    to: formatNumber(Math.min(page * perPage, shown)),
  };
  return (
    <div className={styles.foot}>
      <p className={styles.range} role="status">
        {shown > 0 ? translate(shown > perPage ? "app.pager.range" : "app.table.total", range) : ""}
      </p>
      <Pager page={page - 1} size={perPage} total={shown} onPage={(index) => setPage(index + 1)} />
    </div>
  );
}
