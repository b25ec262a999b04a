import { useRef, useState } from "react";
import { useListContext, useNotify, useResourceContext } from "react-admin";
import { formatNumber } from "../../../domain/text/numbers.ts";
import { PAGE_SIZES } from "../../../domain/views/rules.ts";
import { app } from "../../i18n/ja/app.ts";
import { ROWS_PER_PAGE } from "../../providers/data/listSorts.ts";
import { useApi } from "../../providers/data/useApi.ts";
import { messageFor } from "../../providers/problems/errorMessage.ts";
import { useHandOnFocus } from "../focus/useHandOnFocus.ts";
import controls from "./controls.module.css";
import list from "./ListPage.module.css";
import styles from "./Pager.module.css";

interface PagerProps {
  /** Zero-based; shown one-based. */
  page: number;
  size: number;
  total: number;
  onPage: (page: number) => void;
}

/** Shown only if there is more than one page. */
export function Pager({ page, size, total, onPage }: PagerProps) {
  const pager = useRef<HTMLElement>(null);
  useHandOnFocus(pager, '[aria-current="page"]');
  if (total <= size) return null;
  const pages = Math.ceil(total / size);
  return (
    <nav
      ref={pager}
      className={`wrap gap-4 ${styles.pager} screen-only`}
      aria-label={app.pager.label}
    >
      <button type="button" disabled={page <= 0} onClick={() => onPage(page - 1)}>
        {app.pager.previous}
      </button>
      {pageWindow(page, pages).map((index) => (
        <button
          key={index}
          type="button"
          className={styles.page}
          aria-label={app.pager.page(index + 1)}
          aria-current={index === page ? "page" : undefined}
          onClick={() => onPage(index)}
        >
          {index + 1}
        </button>
      ))}
      <button type="button" disabled={page >= pages - 1} onClick={() => onPage(page + 1)}>
        {app.pager.next}
      </button>
    </nav>
  );
}

const MOST_BUTTONS = 5;

/** The zero-based pages that get a button: at most 5 around the current one. */
export function pageWindow(page: number, pages: number): number[] {
  const count = Math.min(MOST_BUTTONS, pages);
  const first = Math.max(0, Math.min(page - Math.floor(MOST_BUTTONS / 2), pages - count));
  return Array.from({ length: count }, (_, index) => first + index);
}

export function ListFoot() {
  const { page, perPage, setPage, data } = useListContext();
  const unit = app.table.units[useResourceContext() === "users" ? "people" : "records"];
  const shown = useKnownTotal() ?? 0;
  const total = formatNumber(shown);
  const range = {
    total,
    unit,
    from: formatNumber((page - 1) * perPage + 1),
    to: formatNumber(Math.min(page * perPage, shown)),
  };
  const rangeText = shown > perPage ? app.pager.range(range) : app.table.total(total, unit);
  return (
    <div className={`row spread gap-8-16 ${list.foot}`}>
      <p className="note numeric" role="status">
        {data && shown > 0 ? rangeText : ""}
      </p>
      <div className="row gap-8-16">
        {shown > ROWS_PER_PAGE ? <PageSize /> : null}
        <Pager
          page={page - 1}
          size={perPage}
          total={shown}
          onPage={(index) => setPage(index + 1)}
        />
      </div>
    </div>
  );
}

/** The total of these filters, also of a page that cannot be read: the pager leads away from it. */
function useKnownTotal(): number | undefined {
  const { total, filterValues, isPlaceholderData } = useListContext();
  const of = JSON.stringify(filterValues);
  const [known, setKnown] = useState({ of, total });
  const isNews = total !== undefined && !isPlaceholderData;
  if (isNews && (known.of !== of || known.total !== total)) setKnown({ of, total });
  return total ?? (known.of === of ? known.total : undefined);
}

/** 表示件数. The choice counts at once, and for the next time. */
function PageSize() {
  const { perPage, setPerPage } = useListContext();
  const resource = useResourceContext();
  const notify = useNotify();
  const api = useApi();

  function choose(size: number) {
    setPerPage(size);
    import("../views/keepChoice.ts")
      .then(({ keepSize }) => keepSize(api, { list: resource, size }))
      .catch((error: unknown) => notify(messageFor(error), { type: "error" }));
  }

  return (
    <label className={`body-text line gap-8 nowrap ${list.size} screen-only`}>
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
