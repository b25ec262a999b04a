import { formatDateTime } from "../../../domain/text/dates.ts";
import { formatNumber } from "../../../domain/text/numbers.ts";
import type { Column } from "../../components/list/column.ts";
import { useTranslate } from "../../i18n/translate.ts";
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
  const translate = useTranslate();
  return translate("resources.workspaces.people", { count: formatNumber(count) });
}
