import ExpandMoreIcon from "@mui/icons-material/ExpandMore";
import Button from "@mui/material/Button";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import {
  ListBase,
  type ListBaseProps,
  ListContextProvider,
  type SortPayload,
  type UseGetListHookValue,
  useCanAccess,
  useGetList,
  useListContext,
  useResourceContext,
} from "react-admin";
import { app } from "../../i18n/ja/app.ts";
import { ActionMenu } from "../display/ActionMenu.tsx";
import { PageTitle } from "../display/PageTitle.tsx";
import order from "../load/inOrder.module.css";
import { lazyDialog } from "../load/lazyScreen.tsx";
import { type NamedColumn, OrderPlace } from "./column.ts";
import styles from "./ListPage.module.css";
import { ListFoot } from "./Pager.tsx";
import { ShownColumns, useChosenColumns, useOpening, useWrittenConditions } from "./useOpening.ts";

const ViewsMenu = lazyDialog(async () => (await import("../views/ViewsMenu.tsx")).ViewsMenu);
const ViewsDialog = lazyDialog(async () => (await import("../views/ViewsDialog.tsx")).ViewsDialog);

/** A menu of the views of the surrounding list, from which the dialog that changes them opens. */
export function ViewsButton() {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [dialog, setDialog] = useState<"save" | "manage">();
  const close = () => setAnchor(undefined);
  return (
    <>
      <Button
        variant="outlined"
        color="secondary"
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        endIcon={<ExpandMoreIcon />}
        // On a phone it stands in a menu, which stays open below its own.
        onClick={(event) => {
          event.stopPropagation();
          setAnchor(event.currentTarget);
        }}
        onBlur={(event) => anchor && event.stopPropagation()}
      >
        {app.table.views}
      </Button>
      {anchor ? (
        <ViewsMenu
          anchor={anchor}
          onClose={close}
          onOpen={(next) => {
            close();
            setDialog(next);
          }}
        />
      ) : null}
      {dialog ? (
        <ViewsDialog saves={dialog === "save"} onClose={() => setDialog(undefined)} />
      ) : null}
    </>
  );
}

const ColumnsDialog = lazyDialog(
  async () => (await import("../views/ColumnsDialog.tsx")).ColumnsDialog,
);

function ColumnsButton({ columns }: { columns: readonly NamedColumn[] }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="outlined"
        color="secondary"
        className={styles.columns}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {app.table.columns}
      </Button>
      {open ? <ColumnsDialog columns={columns} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

interface ListPageProps {
  title: string;
  resource?: string;
  sort?: SortPayload;
  /** A permanent filter that is not shown. */
  filter?: Record<string, unknown>;
  overview?: ReactNode;
  search?: ReactNode;
  /** It has no views. */
  unviewed?: true;
  /** Beside ビュー and 列; on a phone in one menu with them. */
  actions?: ReactNode;
  /** The one that adds a record. */
  add?: ReactNode;
  dialogs?: ReactNode;
  /** Those of the table, where people may choose which of them it shows. */
  columns?: readonly NamedColumn[];
  children: ReactNode;
}

/**
 * The shared list page (docs/product/screens.md#lists): title, overview, search, actions, table,
 * pager, dialogs.
 */
export function ListPage(props: ListPageProps) {
  const { resource, sort, filter } = props;
  const opening = useOpening(resource);
  const chosen = useChosenColumns(useResourceContext(resource ? { resource } : {}) ?? "");
  return (
    <ListRead
      {...(resource ? { resource } : {})}
      {...(sort ? { sort } : {})}
      {...(filter ? { filter } : {})}
      {...opening}
    >
      <ShownColumns value={props.columns ? chosen : null}>
        <ListView {...props} />
      </ShownColumns>
    </ListRead>
  );
}

function ListView(props: ListPageProps) {
  const { title, overview, search, actions, add, dialogs, columns, children } = props;
  const orderPlace = useState<HTMLElement | null>(null);
  const table = useRef<HTMLElement>(null);
  const { page } = useListContext();
  useScrollOnPageChange(table, page);
  useWrittenConditions();
  return (
    <div className={`stack gap-16 ${styles.page} ${order.inOrder}`}>
      <PageTitle
        title={title}
        backName={app.table.list(title)}
        actions={
          <>
            <ActionMenu>
              {props.unviewed ? null : <ViewsButton />}
              {columns ? <ColumnsButton columns={columns} /> : null}
              {actions}
            </ActionMenu>
            {add}
          </>
        }
      />
      <OrderPlace value={orderPlace}>
        <ListCard>
          {overview ? <div className="screen-only">{overview}</div> : null}
          {search}
          <section ref={table} className={order.inOrder}>
            {children}
            <ListFoot />
          </section>
        </ListCard>
      </OrderPlace>
      {dialogs}
    </div>
  );
}

/** The conditions of a list and its table; on a phone the rows are the cards. */
export function ListCard({ children }: { children: ReactNode }) {
  return (
    <div className={`stack gap-12 card shrink ${styles.card} ${order.inOrder}`}>{children}</div>
  );
}

function useScrollOnPageChange(table: RefObject<HTMLElement | null>, page: number) {
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    // Runs after react-admin's own effect, which scrolls to the top of the window.
    const frame = requestAnimationFrame(() => table.current?.scrollIntoView({ block: "start" }));
    return () => cancelAnimationFrame(frame);
  }, [table, page]);
}

type Conditions = Pick<
  ListBaseProps,
  | "resource"
  | "sort"
  | "perPage"
  | "filter"
  | "filterDefaultValues"
  | "storeKey"
  | "disableAuthentication"
  | "disableSyncWithLocation"
>;

interface ListReadProps extends Conditions {
  children: ReactNode;
}

// ListBase keeps the conditions and their address. Its own read would go to page 1 whenever a page
// cannot be read: the key is another one, so that it knows nothing of what is read here.
const NO_READ = { enabled: false, meta: { of: "conditions" } };

/**
 * A list that stays at its conditions when they cannot be read, as ListBase does not. Below it,
 * the list context has no rows of other conditions beside an error.
 */
export function ListRead({ children, ...conditions }: ListReadProps) {
  return (
    <ListBase {...conditions} queryOptions={NO_READ}>
      <ReadContext asksAccess={!conditions.disableAuthentication}>{children}</ReadContext>
    </ListBase>
  );
}

function ReadContext({ asksAccess, children }: { asksAccess: boolean; children: ReactNode }) {
  const list = useListContext();
  const { resource, page, perPage, sort, filterValues, filter, setPage } = list;
  // ListBase leads away who has no access.
  const { canAccess } = useCanAccess({ resource, action: "list", enabled: asksAccess });
  const wanted = {
    pagination: { page, perPage },
    sort,
    filter: { ...filterValues, ...filter },
  };
  const read = useGetList(resource, wanted, {
    enabled: !asksAccess || canAccess === true,
    placeholderData: (before) => before,
    retry: false,
  });
  const { isFetching, isPlaceholderData, refetch } = read;
  const total = isPlaceholderData ? undefined : read.total;
  const failure = useFailure(JSON.stringify([resource, wanted]), read.error);

  // The last rows of a page may have been deleted.
  useEffect(() => {
    const last = Math.max(1, Math.ceil((total ?? page * perPage) / perPage));
    if (!isFetching && (page < 1 || page > last)) setPage(last);
  }, [isFetching, total, page, perPage, setPage]);

  const shared = { ...list, isFetching, isPlaceholderData, refetch };
  return (
    <ListContextProvider value={{ ...shared, ...rowsOf(read, failure) }}>
      {children}
    </ListContextProvider>
  );
}

const NO_ROWS = { data: undefined, total: undefined, meta: undefined } as const;

function rowsOf(
  { data, total = 0, isPlaceholderData, error }: UseGetListHookValue,
  failure: Error | null,
) {
  if (failure && (isPlaceholderData || !data)) {
    return { ...NO_ROWS, error: failure, isPending: false } as const;
  }
  if (!data) return { ...NO_ROWS, error: null, isPending: true } as const;
  return error
    ? ({ data, total, error, isPending: false } as const)
    : ({ data, total, error, isPending: false } as const);
}

/** The last error of a read until another one is wanted, also while it is read again. */
function useFailure(wanted: string, error: Error | null): Error | null {
  const [failed, setFailed] = useState({ wanted, error });
  const isOther = failed.wanted !== wanted;
  if (isOther || (error && failed.error !== error)) setFailed({ wanted, error });
  return error ?? (isOther ? null : failed.error);
}
