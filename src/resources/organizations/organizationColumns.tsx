import { formatDate, formatDateTime } from "../../../domain/text/dates.ts";
import { formatNumber } from "../../../domain/text/numbers.ts";
import { ContractStatusChip } from "../../components/display/ContractStatusChip.tsx";
import type { Column } from "../../components/list/column.ts";
import { useTranslate } from "../../i18n/translate.ts";
import type { OrganizationRecord } from "../records.ts";

export const organizationColumns: readonly Column<OrganizationRecord>[] = [
  { source: "organizationNo", width: 106, sortBy: true, noWrap: true },
  {
    source: "organizationName",
    names: true,
    long: true,
    sortBy: true,
    below: ({ organizationNameKana }) => organizationNameKana,
  },
  {
    source: "currentContractStatus",
    width: 180,
    render: (organization) => <CurrentContract organization={organization} />,
  },
  {
    source: "userCount",
    width: 100,
    align: "end",
    render: ({ userCount }) => <Count of="users" count={userCount} />,
  },
  {
    source: "workspaceCount",
    width: 140,
    align: "end",
    render: ({ workspaceCount }) => <Count of="items" count={workspaceCount} />,
  },
  {
    source: "dictionaryCount",
    width: 100,
    align: "end",
    render: ({ dictionaryCount }) => <Count of="items" count={dictionaryCount} />,
  },
  {
    source: "updatedAt",
    width: 150,
    sortBy: true,
    noWrap: true,
    render: ({ updatedAt }) => formatDateTime(updatedAt),
  },
];

export function CurrentContract({ organization }: { organization: OrganizationRecord }) {
  const translate = useTranslate();
  const { currentContractStatus: status, nextContractStartDate: next } = organization;
  if (status) return <ContractStatusChip status={status} />;
  if (!next) return translate("resources.organizations.noContract");
  return (
    <span>
      <ContractStatusChip status="UPCOMING" />{" "}
      {translate("resources.organizations.from", { date: formatDate(next) })}
    </span>
  );
}

export function Count({ of, count }: { of: "users" | "items"; count: number }) {
  const translate = useTranslate();
  return translate(`resources.organizations.count.${of}`, { count: formatNumber(count) });
}
