import { type ReactNode, useState } from "react";
import { useTranslate } from "react-admin";
import { searchKeys } from "../../../../domain/searchKey.ts";
import type { WorkspaceMember } from "../../../../domain/workspaces.ts";
import { UserStatusChip } from "../../../components/display/UserStatusChip.tsx";
import { useSearchedKey } from "../../../components/form/useSearchedKey.ts";
import table from "../../../components/list/DataTable.module.css";
import list from "../../../components/list/ListPage.module.css";
import { Pager } from "../../../components/list/Pager.tsx";
import { MemberFilter } from "./MemberFilter.tsx";
import styles from "./members.module.css";

const PAGE_SIZE = 10;

interface MemberTableProps<Row extends WorkspaceMember> {
  rows: readonly Row[];
  /** Beside the name, such as what saving would do. */
  mark?: (row: Row) => ReactNode;
  /** The cell at the end of each row. */
  action?: (row: Row) => ReactNode;
}

/** Members at hand: filtered by name or e-mail and paged here, since they come all at once. */
export function MemberTable<Row extends WorkspaceMember>(props: MemberTableProps<Row>) {
  const { rows, mark, action } = props;
  const translate = useTranslate();
  const search = useSearchedKey();
  const [page, setPage] = useState(0);
  const isLong = rows.length > PAGE_SIZE;
  const found = rows.filter((row) => searchKeys(row.userName, row.email).includes(search.key));
  const lastPage = Math.max(0, Math.ceil(found.length / PAGE_SIZE) - 1);
  const shown = Math.min(page, lastPage);
  const label = (field: string) => translate(`resources.users.fields.${field}`);

  if (rows.length === 0) return <p>{translate("resources.workspaces.members.none")}</p>;
  return (
    <div className={styles.members}>
      {isLong ? <MemberFilter search={search} /> : null}
      <div className={table.frame}>
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">{label("userName")}</th>
              <th scope="col">{label("email")}</th>
              <th scope="col">{label("status")}</th>
              {action ? (
                <th scope="col">
                  <span className="visually-hidden">{translate("app.table.actions")}</span>
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {found.slice(shown * PAGE_SIZE, (shown + 1) * PAGE_SIZE).map((row) => (
              <tr key={row.userId}>
                <td data-label={label("userName")}>
                  <span className={styles.name}>
                    {row.userName}
                    {mark?.(row)}
                  </span>
                </td>
                <td data-label={label("email")}>{row.email}</td>
                <td data-label={label("status")}>
                  <UserStatusChip status={row.status} />
                </td>
                {action ? <td className={table.rowActions}>{action(row)}</td> : null}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {isLong ? (
        <div className={list.foot}>
          <p role="status" className={list.range}>
            {found.length === 0
              ? translate("resources.workspaces.members.noMatch")
              : translate("resources.workspaces.people", { count: found.length })}
          </p>
          <Pager page={shown} size={PAGE_SIZE} total={found.length} onPage={setPage} />
        </div>
      ) : null}
    </div>
  );
}
