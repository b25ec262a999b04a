import { formatDateTime } from "../../../../domain/dates.ts";
import { ContractStatusChip } from "../../../components/display/ContractStatusChip.tsx";
import type { Column } from "../../../components/list/column.ts";
import { ContractPeriod } from "../ContractPeriod.tsx";
import { CountUsage, MinutesUsage } from "../ContractUsageBars.tsx";
import type { ContractRecord } from "../contractRecord.ts";

export const contractColumns: readonly Column<ContractRecord>[] = [
  { source: "organizationNo", width: 106, sortBy: true, noWrap: true },
  { source: "organizationName", long: true, sortBy: true },
  { source: "status", width: 106, render: ({ status }) => <ContractStatusChip status={status} /> },
  {
    source: "period",
    width: 180,
    sorts: [
      { field: "startDate", label: "resources.contracts.list.sortByStart" },
      { field: "endDate", label: "resources.contracts.list.sortByEnd" },
    ],
    render: (contract) => <ContractPeriod contract={contract} />,
  },
  {
    source: "transcriptCount",
    width: 126,
    align: "end",
    sorts: [{ field: "usage", label: "resources.contracts.list.sortByUsage" }],
    render: (contract) => <CountUsage contract={contract} />,
  },
  {
    source: "transcriptMinutes",
    width: 142,
    align: "end",
    render: (contract) => <MinutesUsage contract={contract} />,
  },
  { source: "adminName", long: true, width: 100 },
  { source: "adminEmail", long: true, width: 232 },
  {
    source: "updatedAt",
    width: 136,
    sortBy: true,
    render: ({ updatedAt }) => formatDateTime(updatedAt),
  },
];
