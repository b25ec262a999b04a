import { formatDateTime } from "../../../domain/text/dates.ts";
import { formatNumber } from "../../../domain/text/numbers.ts";
import type { Column } from "../../components/list/column.ts";
import { workspaces } from "../../i18n/ja/resources/workspaces.ts";
import type { WorkspaceRecord } from "../records.ts";

export const workspaceColumns: readonly Column<WorkspaceRecord>[] = [
  { source: "workspaceName", long: true, sortBy: true },
  {
    source: "memberCount",
    align: "end",
    width: 140,
    render: ({ memberCount }) => <People count={memberCount} />,
  },
  {
    source: "updatedAt",
    sortBy: true,
    noWrap: true,
    width: 160,
    render: ({ updatedAt }) => formatDateTime(updatedAt),
  },
];

export function People({ count }: { count: number }) {
  return workspaces.people(formatNumber(count));
}
