import { formatDateTime } from "../../../../domain/dates.ts";
import { ContractStatusChip } from "../../../components/display/ContractStatusChip.tsx";
import type { Column } from "../../../components/list/column.ts";
import { ContractPeriod } from "../ContractPeriod.tsx";
import { CountUsage, MinutesUsage } from "../ContractUsageBars.tsx";
import type { ContractRecord } from "../contractRecord.ts";

export const contractColumns: readonly Column<ContractRecord>[] = [
  { source: "organizationNo", sortBy: true, noWrap: true },
  { source: "organizationName", sortBy: true },
  { source: "status", render: ({ status }) => <ContractStatusChip status={status} /> },
  {
    source: "period",
    sorts: [
      { field: "startDate", label: "resources.contracts.list.sortByStart" },
      { field: "endDate", label: "resources.contracts.list.sortByEnd" },
    ],
    render: (contract) => <ContractPeriod contract={contract} />,
  },
  {
    source: "transcriptCount",
    align: "end",
    sorts: [{ field: "usage", label: "resources.contracts.list.sortByUsage" }],
    render: (contract) => <CountUsage contract={contract} />,
  },
  {
    source: "transcriptMinutes",
    align: "end",
    render: (contract) => <MinutesUsage contract={contract} />,
  },
  { source: "adminName" },
  { source: "adminEmail" },
  {
    source: "updatedAt",
    sortBy: true,
    render: ({ updatedAt }) => formatDateTime(updatedAt),
  },
];
