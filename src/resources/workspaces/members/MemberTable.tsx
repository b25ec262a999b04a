import { type ReactNode, useCallback, useEffect } from "react";
import { ListContextProvider, ResourceContextProvider, useList } from "react-admin";
import { searchKeys } from "../../../../domain/text/searchKey.ts";
import { StatusChip, UserStatusChip } from "../../../components/display/StatusChip.tsx";
import { ClearableInput } from "../../../components/form/ClearableInput.tsx";
import { useSearchedKey } from "../../../components/form/useSearchedKey.ts";
import type { Column } from "../../../components/list/column.ts";
import { DataTable } from "../../../components/list/DataTable.tsx";
import list from "../../../components/list/ListPage.module.css";
import { Pager } from "../../../components/list/Pager.tsx";
import { useTranslate } from "../../../i18n/translate.ts";
import type { MemberRecord } from "./memberChanges.ts";
import styles from "./members.module.css";

const PAGE_SIZE = 10;

interface MemberTableProps {
  rows: MemberRecord[];
  action?: (row: MemberRecord) => ReactNode;
  empty?: ReactNode;
}

/** Filters and pages the members in the browser, because the API returns them all. */
export function MemberTable({ rows, action, empty }: MemberTableProps) {
  const translate = useTranslate();
  const search = useSearchedKey();
  const { key } = search;
  const matches = useCallback(
    ({ userName, userNameKana, email }: MemberRecord) =>
      searchKeys(userName, userNameKana, email).includes(key),
    [key],
  );
  const members = useList({ data: rows, perPage: PAGE_SIZE, filterCallback: matches });
  const { page, setPage, total = 0 } = members;
  const lastPage = Math.max(1, Math.ceil(total / PAGE_SIZE));

  // useList keeps its page when rows are removed.
  useEffect(() => {
    if (page > lastPage) setPage(lastPage);
  }, [page, lastPage, setPage]);

  const isLong = rows.length > PAGE_SIZE;
  // The empty table names the filter as the reason, if there is one.
  const context = {
    ...members,
    filterValues: key ? { key } : {},
    setFilters: () => search.change(""),
  };
  return (
    <ResourceContextProvider value="workspaces.members">
      <ListContextProvider value={context}>
        <div className={styles.members}>
          {isLong ? <MemberFilter search={search} /> : null}
          <DataTable
            columns={memberColumns}
            rowLink={false}
            empty={empty}
            {...(action ? { rowActions: action } : {})}
          />
          {isLong ? (
            <div className={list.foot}>
              <p role="status" className={list.range}>
                {total > 0 ? translate("resources.workspaces.people", { count: total }) : ""}
              </p>
              <Pager
                page={page - 1}
                size={PAGE_SIZE}
                total={total}
                onPage={(index) => setPage(index + 1)}
              />
            </div>
          ) : null}
        </div>
      </ListContextProvider>
    </ResourceContextProvider>
  );
}

function MemberFilter({ search }: { search: ReturnType<typeof useSearchedKey> }) {
  const translate = useTranslate();
  const label = translate("resources.workspaces.members.filter");
  const { onChange: _, ...input } = search.input;
  return (
    <div className={styles.filter}>
      <ClearableInput
        {...input}
        onChange={search.change}
        type="search"
        name="memberFilter"
        aria-label={label}
        placeholder={label}
        clearLabel={label}
        autoComplete="off"
      />
    </div>
  );
}

const memberColumns: readonly Column<MemberRecord>[] = [
  {
    source: "userName",
    label: "resources.users.fields.userName",
    render: ({ userName, change }) => (
      <span className={styles.name}>
        {userName}
        <ChangeMark change={change} />
      </span>
    ),
  },
  { source: "email", label: "resources.users.fields.email" },
  {
    source: "status",
    label: "resources.users.fields.status",
    render: ({ status }) => <UserStatusChip status={status} />,
  },
];

function ChangeMark({ change }: Pick<MemberRecord, "change">) {
  const translate = useTranslate();
  if (change === null) return null;
  return change === "added" ? (
    <StatusChip tone="info" label={translate("resources.workspaces.members.willJoin")} />
  ) : (
    <StatusChip tone="warning" label={translate("resources.workspaces.members.willLeave")} />
  );
}
