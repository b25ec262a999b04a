import { formatDateTime } from "../../../../domain/dates.ts";
import { contractStatusChip } from "../../../components/display/ContractStatusChip.tsx";
import type { Column } from "../../../components/list/column.ts";
import { contractPeriod } from "../ContractPeriod.tsx";
import { countUsage, minutesUsage } from "../ContractUsageBars.tsx";
import type { ContractRecord } from "../contractRecord.ts";

export const contractColumns: readonly Column<ContractRecord>[] = [
  { source: "organizationNo", width: 106, sortBy: true, noWrap: true },
  { source: "organizationName", names: true, long: true, sortBy: true },
  {
    source: "status",
    width: 106,
    reusable: true,
    render: ({ status }, translate) => contractStatusChip(status, translate),
  },
  {
    source: "period",
    width: 180,
    reusable: true,
    sorts: [
      { field: "startDate", label: "resources.contracts.list.sortByStart" },
      { field: "endDate", label: "resources.contracts.list.sortByEnd" },
    ],
    render: contractPeriod,
  },
  {
    source: "transcriptCount",
    width: 126,
    align: "end",
    sorts: [{ field: "usage", label: "resources.contracts.list.sortByUsage" }],
    reusable: true,
    render: countUsage,
  },
  {
    source: "transcriptMinutes",
    width: 142,
    align: "end",
    reusable: true,
    render: minutesUsage,
  },
  { source: "adminName", long: true, width: 116 },
  { source: "adminEmail", long: true, width: 220 },
  {
    source: "updatedAt",
    width: 136,
    sortBy: true,
    render: ({ updatedAt }) => formatDateTime(updatedAt),
  },
];
