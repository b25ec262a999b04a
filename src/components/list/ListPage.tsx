import Button from "@mui/material/Button";
import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from "react";
import { type SortPayload, useListContext, useResourceContext } from "react-admin";
import { app } from "../../i18n/ja/app.ts";
import { ActionMenu } from "../display/ActionMenu.tsx";
import { PageTitle } from "../display/PageTitle.tsx";
import order from "../load/inOrder.module.css";
import { lazyDialog } from "../load/lazyScreen.tsx";
import type { NamedColumn } from "./column.ts";
import { ListFoot } from "./ListFoot.tsx";
import styles from "./ListPage.module.css";
import { ListRead } from "./ListRead.tsx";
import { OrderPlace } from "./orderPlace.ts";
import { ShownColumns, useChosenColumns } from "./shownColumns.ts";
import { useOpening } from "./useOpening.ts";
import { useWrittenConditions } from "./useWrittenConditions.ts";
import { ViewsButton } from "./ViewsButton.tsx";

const ColumnsDialog = lazyDialog(
  async () => (await import("../views/ColumnsDialog.tsx")).ColumnsDialog,
);

interface ColumnsButtonProps {
  columns: readonly NamedColumn[];
}

function ColumnsButton({ columns }: ColumnsButtonProps) {
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
      {open ? (
        <Suspense>
          <ColumnsDialog columns={columns} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
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
  return <div className={`stack gap-12 card ${styles.card} ${order.inOrder}`}>{children}</div>;
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
