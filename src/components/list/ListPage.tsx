import { type ReactNode, useRef } from "react";
import { ListBase, type SortPayload, useListContext } from "react-admin";
import { PageTitle } from "../display/PageTitle.tsx";
import { ListFoot } from "./ListFoot.tsx";
import styles from "./ListPage.module.css";
import { useScrollOnPageChange } from "./useScrollOnPageChange.ts";
import { useWrittenConditions } from "./useWrittenConditions.ts";

interface ListPageProps {
  /** A key of the catalogue. */
  title: string;
  /** The resource; that of the surrounding route when left out. */
  resource?: string;
  sort?: SortPayload;
  perPage?: number;
  /** A filter that always holds and is not shown. */
  filter?: Record<string, unknown>;
  overview?: ReactNode;
  /** A SearchForm. */
  search?: ReactNode;
  /** Buttons: 契約を追加, CSVをダウンロード ... */
  actions?: ReactNode;
  /** Dialogs of the page. */
  modals?: ReactNode;
  /** A DataTable. */
  children: ReactNode;
}

/** The shared list page (spec 2): title, overview, search, actions, table, pager, dialogs. */
export function ListPage(props: ListPageProps) {
  const { resource, sort, filter, perPage = 10 } = props;
  return (
    <ListBase
      {...(resource ? { resource } : {})}
      {...(sort ? { sort } : {})}
      {...(filter ? { filter } : {})}
      perPage={perPage}
      queryOptions={QUERY_OPTIONS}
    >
      <ListView {...props} />
    </ListBase>
  );
}

// The table tells of a failure itself; a notice would say it twice.
const QUERY_OPTIONS = { onError: () => {} };

function ListView({ title, overview, search, actions, modals, children }: ListPageProps) {
  const table = useRef<HTMLElement>(null);
  const { page } = useListContext();
  useScrollOnPageChange(table, page);
  useWrittenConditions();
  return (
    <div className={styles.page}>
      <PageTitle title={title} actions={actions} />
      {overview ? <div>{overview}</div> : null}
      {search}
      <section ref={table}>
        {children}
        <ListFoot />
      </section>
      {modals}
    </div>
  );
}
