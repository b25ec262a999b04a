import { type ReactNode, useCallback, useEffect } from "react";
import { ListContextProvider, useList } from "react-admin";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { searchKeys } from "../../../../domain/text/searchKey.ts";
import { StatusChip, UserStatusChip } from "../../../components/display/StatusChip.tsx";
import { ClearableInput } from "../../../components/form/TextInput.tsx";
import { useSearchedKey } from "../../../components/form/useSearchedKey.ts";
import type { Column } from "../../../components/list/column.ts";
import { DataTable } from "../../../components/list/DataTable.tsx";
import list from "../../../components/list/ListPage.module.css";
import { Pager } from "../../../components/list/Pager.tsx";
import { users } from "../../../i18n/ja/resources/users.ts";
import { workspaces } from "../../../i18n/ja/resources/workspaces.ts";
import styles from "../workspaces.module.css";
import type { MemberRecord } from "./memberChanges.ts";

const PAGE_SIZE = 10;

interface MemberTableProps {
  rows: MemberRecord[];
  action?: (row: MemberRecord) => ReactNode;
  /** The next step while there are no members. */
  next?: ReactNode;
}

/** Filters and pages the members in the browser, because the API returns them all. */
export function MemberTable({ rows, action, next }: MemberTableProps) {
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
    <ListContextProvider value={context}>
      <div className="stack">
        {isLong ? <MemberFilter search={search} /> : null}
        <DataTable
          columns={memberColumns}
          rowLink={false}
          empty={workspaces.members.empty}
          next={next}
          {...(action ? { rowActions: action } : {})}
        />
        {isLong ? (
          <div className={`row spread gap-8-16 ${list.foot}`}>
            <p role="status" className="note numeric">
              {total > 0 ? workspaces.people(formatNumber(total)) : ""}
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
  );
}

function MemberFilter({ search }: { search: ReturnType<typeof useSearchedKey> }) {
  const label = workspaces.members.filter;
  const { onChange: _, ...input } = search.input;
  return (
    <div className={`below ${styles.filter}`}>
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
    label: users.fields.userName,
    render: ({ userName, change }) => (
      <span className="inline-row gap-2-12">
        {userName}
        <ChangeMark change={change} />
      </span>
    ),
  },
  { source: "email", label: users.fields.email },
  {
    source: "status",
    label: users.fields.status,
    render: ({ status }) => <UserStatusChip status={status} />,
  },
];

function ChangeMark({ change }: Pick<MemberRecord, "change">) {
  if (change === null) return null;
  return change === "added" ? (
    <StatusChip tone="info" label={workspaces.members.willJoin} />
  ) : (
    <StatusChip tone="warning" label={workspaces.members.willLeave} />
  );
}
