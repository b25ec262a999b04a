import {
  type FocusEvent,
  type MouseEvent,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import {
  type Identifier,
  type RaRecord,
  useCreatePath,
  useListContext,
  useNavigate,
  useResourceContext,
  useTranslateLabel,
} from "react-admin";
import { createPortal } from "react-dom";
import { parsePath, useHref } from "react-router";
import { app } from "../../i18n/ja/app.ts";
import { type Choice, ChoiceBox, useChoice } from "./choice.tsx";
import { type Column, fitted, OrderPlace, stacked, widthVariables } from "./column.ts";
import { useRowCopies } from "./copies.tsx";
import styles from "./DataTable.module.css";
import edges from "./scrollEdges.module.css";
import cards from "./TableCards.module.css";
import { HeaderCell, SortSelect } from "./TableHead.tsx";
import { EmptyRow, type EmptyTexts, ErrorRow, SkeletonRows, TableRow } from "./TableRows.tsx";
import { useShownColumns } from "./useOpening.ts";
import { useScrollEdges } from "./useScrollEdges.ts";

/** A quick answer is not worth dimming the rows, which costs more than filling them. */
const STALE_AFTER_MS = 150;

interface DataTableProps<Row extends RaRecord> {
  columns: readonly Column<Row>[];
  /** The target of a row: a page of the resource, a path, or false for none. */
  rowLink?: RowPath<Row>;
  /** Buttons at the end of each row. Memoize the function. */
  rowActions?: (row: Row) => ReactNode;
  /** The width of the buttons in px. Default: they share what the columns leave. */
  actionsWidth?: number;
  /** Rows can be chosen, for what its bar does with them. */
  choice?: Choice<Row>;
  /** For a table that may show no rows. */
  empty?: EmptyTexts;
  /** The next step while there are no rows at all, such as a link that adds one. */
  next?: ReactNode;
  /** Where to look instead while no row matches, such as another search. */
  elsewhere?: ReactNode;
}

/**
 * The table of a list page (docs/product/screens.md#lists) on react-admin's list context; cards on
 * phones.
 */
export function DataTable<Row extends RaRecord>(props: DataTableProps<Row>) {
  const { rowLink = "show", rowActions, actionsWidth, choice, empty, next, elsewhere } = props;
  const chosenColumns = useShownColumns(props.columns);
  const columns = useMemo(() => stacked(chosenColumns), [chosenColumns]);
  const { data, isPending, isPlaceholderData, isFetching, error, perPage } = useListContext<Row>();
  const translateLabel = useTranslateLabel();
  const links = useRowLinks(rowLink);
  const copies = useRowCopies();
  const keys = useRowKeys(data);
  const { chosen, page, choose, toggle, onChoose } = useChoice(data);
  // The rows of another page or filter; a live change reads the same rows again.
  const stale = useLasting(Boolean(isFetching && isPlaceholderData), STALE_AFTER_MS);
  const frame = useRef<HTMLDivElement>(null);
  useScrollEdges(frame);

  const labels = useMemo(
    () =>
      columns.map((column) => {
        const parts = column.second ? [column, column.second] : [column];
        return parts.map(({ source, label }) =>
          String(translateLabel({ source, ...(label === undefined ? {} : { label }) })),
        );
      }),
    [columns, translateLabel],
  );
  const widths = useMemo(
    () => fitted(columns, { rows: data ?? [], labels, hasBox: choice !== undefined }),
    [columns, labels, data, choice],
  );
  // Only new data renders the rows again, not the start or end of a request.
  const rows = useMemo(
    () =>
      data?.map((row) => (
        <TableRow
          key={keys.get(row.id)}
          row={row}
          columns={columns}
          labels={labels}
          href={links.hrefOf(row)}
          rowActions={rowActions}
          box={
            choice ? (
              <ChoiceBox
                label={choice.name(row)}
                checked={chosen?.includes(row) ?? false}
                onChange={(...change) => toggle(row, ...change)}
              />
            ) : null
          }
        />
      )),
    [data, keys, columns, labels, links.hrefOf, rowActions, choice, chosen, toggle],
  );
  const sortSelect = useMemo(
    () => <SortSelect columns={columns} labels={labels} />,
    [columns, labels],
  );
  const orderPlace = useContext(OrderPlace)?.[0];
  const hasActions = rowActions !== undefined;
  const onPage = page.filter((row) => chosen?.includes(row)).length;
  const isAll = onPage > 0 && onPage === page.length;
  const headings = useMemo(
    () => (
      <tr>
        {columns.map((column, index) => (
          <HeaderCell
            key={column.source}
            column={column}
            labels={labels[index] ?? []}
            box={
              choice && index === 0 ? (
                <ChoiceBox
                  label={app.table.choosePage}
                  checked={isAll}
                  mixed={onPage > 0 && !isAll}
                  onChange={(all) => choose(page, all)}
                />
              ) : null
            }
          />
        ))}
        {hasActions ? (
          <th scope="col" data-actions>
            <span className="visually-hidden">{app.table.actions}</span>
          </th>
        ) : null}
      </tr>
    ),
    [columns, labels, hasActions, choice, isAll, onPage, choose, page],
  );
  const width = columns.length + (hasActions ? 1 : 0);

  function onClick(event: MouseEvent<HTMLElement>) {
    copies.onClick(event);
    links.onClick(event);
  }

  return (
    <>
      {orderPlace ? createPortal(sortSelect, orderPlace) : sortSelect}
      <div
        ref={frame}
        className={`${styles.frame} ${edges.edge}`}
        data-choice={choice ? "" : undefined}
        data-lines={columns.some(({ second, below }) => second || below) || undefined}
        data-stale={stale || undefined}
        style={widthVariables(widths, hasActions ? [{ width: actionsWidth }] : [])}
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: focus bubbles here from the links */}
        <div className={styles.scroller} onFocus={showWhole}>
          <table className={`${styles.table} ${cards.cards}`} aria-busy={isPending || isFetching}>
            <thead>{headings}</thead>
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: each row holds a link for the keyboard */}
            <tbody onClick={onClick}>
              {error ? <ErrorRow width={width} error={error} /> : null}
              {isPending && !error ? <SkeletonRows rows={perPage} width={width} /> : null}
              {data?.length === 0 && !error && empty ? (
                <EmptyRow width={width} texts={empty} next={next} elsewhere={elsewhere} />
              ) : null}
              {rows}
            </tbody>
          </table>
        </div>
      </div>
      {copies.dialog}
      {choice && chosen ? (
        <Suspense>
          <choice.Bar chosen={chosen} page={page} onChoose={onChoose} />
        </Suspense>
      ) : null}
    </>
  );
}

/** The browser leaves what gets the focus under the first column, which stays. */
function showWhole({ target }: FocusEvent<HTMLElement>) {
  target.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Whether `on` has been true for `ms` milliseconds without a break. */
function useLasting(on: boolean, ms: number): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!on) return;
    const timer = setTimeout(() => setLasting(true), ms);
    return () => {
      clearTimeout(timer);
      setLasting(false);
    };
  }, [on, ms]);
  return on && lasting;
}

type Keys = ReadonlyMap<Identifier, number>;

/**
 * React keys for rows: a row that stays keeps its key, and thus the focus inside it; a new row takes
 * the key of a removed one. So a page change fills the existing elements instead of replacing
 * them, which takes a third of the time.
 */
function useRowKeys(rows: readonly RaRecord[] | undefined): Keys {
  const [shown, setShown] = useState({ rows, keys: keysFor(rows ?? [], new Map()) });
  if (shown.rows === rows) return shown.keys;
  const keys = rows ? keysFor(rows, shown.keys) : shown.keys;
  setShown({ rows, keys });
  return keys;
}

function keysFor(rows: readonly RaRecord[], before: Keys): Keys {
  const taken = new Set(rows.map(({ id }) => before.get(id)));
  let next = 0;
  const free = () => {
    while (taken.has(next)) next += 1;
    return next++;
  };
  return new Map(rows.map(({ id }) => [id, before.get(id) ?? free()]));
}

type RowPath<Row extends RaRecord> = "show" | "edit" | ((row: Row) => string) | false;

const INTERACTIVE = "a, button, input, select, textarea, label, summary";

/**
 * One listener for all rows renders a page of 100 rows faster than a router link per row. The first
 * cell contains a real link for the keyboard and for new tabs; a click anywhere in the row follows
 * it.
 */
function useRowLinks<Row extends RaRecord>(rowLink: RowPath<Row>) {
  const resource = useResourceContext();
  const createPath = useCreatePath();
  const navigate = useNavigate();
  // The search is what the router adds to each link, such as the workspace of the tab.
  const { pathname = "", search = "" } = parsePath(useHref("/"));
  const base = pathname.replace(/\/$/, "");

  const hrefOf = useCallback(
    (row: Row): string | undefined => {
      if (rowLink === false) return undefined;
      const path =
        typeof rowLink === "function"
          ? rowLink(row)
          : createPath({ type: rowLink, id: row.id, ...(resource ? { resource } : {}) });
      return base + path + (path.includes("?") ? search.replace("?", "&") : search);
    },
    [rowLink, base, search, createPath, resource],
  );

  const onClick = useCallback(
    (event: MouseEvent<HTMLElement>) => {
      if (!(event.target instanceof Element) || event.defaultPrevented) return;
      const href = event.target.closest<HTMLElement>("[data-href]")?.dataset.href;
      const part = event.target.closest<HTMLElement>(INTERACTIVE);
      const isOwnLink = part?.getAttribute("href") === href;
      if (href === undefined || (part && !isOwnLink) || opensElsewhere(event)) return;
      if (!part && window.getSelection()?.isCollapsed === false) return;
      event.preventDefault();
      navigate(href.slice(base.length));
    },
    [navigate, base],
  );

  return { hrefOf, onClick };
}

function opensElsewhere(event: MouseEvent): boolean {
  return event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
}
