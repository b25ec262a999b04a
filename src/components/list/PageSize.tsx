import { useListContext, useNotify, useResourceContext } from "react-admin";
import { formatNumber } from "../../../domain/text/numbers.ts";
import { PAGE_SIZES } from "../../../domain/views/rules.ts";
import { app } from "../../i18n/ja/app.ts";
import { useApi } from "../../providers/data/useApi.ts";
import { messageFor } from "../../providers/problems/errorMessage.ts";
import controls from "../form/form.module.css";
import styles from "./ListPage.module.css";

/** 表示件数. The choice counts at once, and for the next time. */
export function PageSize() {
  const { perPage, setPerPage } = useListContext();
  const list = useResourceContext();
  const notify = useNotify();
  const api = useApi();

  function choose(size: number) {
    setPerPage(size);
    import("../views/keepChoice.ts")
      .then(({ keepSize }) => keepSize(api, { list, size }))
      .catch((error: unknown) => notify(messageFor(error), { type: "error" }));
  }

  return (
    <label className={`${styles.size} screen-only`}>
      {app.pager.size}
      <select
        className={controls.control}
        value={perPage}
        onChange={({ target }) => choose(Number(target.value))}
      >
        {[...new Set<number>([...PAGE_SIZES, perPage])].map((size) => (
          <option key={size} value={size}>
            {app.table.count(formatNumber(size))}
          </option>
        ))}
      </select>
    </label>
  );
}
