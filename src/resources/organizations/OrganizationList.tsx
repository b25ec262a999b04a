import { LinkBase, useCreatePath } from "react-admin";
import { formatDate, formatDateTime } from "../../../domain/text/dates.ts";
import { formatNumber } from "../../../domain/text/numbers.ts";
import { ContractStatusChip } from "../../components/display/StatusChip.tsx";
import { CreateLink } from "../../components/list/CreateLink.tsx";
import type { Column } from "../../components/list/column.ts";
import { DataTable } from "../../components/list/DataTable.tsx";
import { ListPage } from "../../components/list/ListPage.tsx";
import { SearchSelect, SearchText } from "../../components/list/SearchFields.tsx";
import { SearchForm } from "../../components/list/SearchForm.tsx";
import { contracts } from "../../i18n/ja/resources/contracts.ts";
import { organizations } from "../../i18n/ja/resources/organizations.ts";
import { listSorts } from "../../providers/data/listSorts.ts";
import type { OrganizationRecord } from "../records.ts";

export function OrganizationList() {
  return (
    <ListPage
      title={organizations.name}
      sort={listSorts.organizations}
      columns={organizationColumns}
      overview={<HowAdded />}
      search={<OrganizationSearch />}
    >
      <DataTable
        columns={organizationColumns}
        rowLink="show"
        empty={organizations.empty}
        next={<CreateLink resource="contracts" label={contracts.list.add} />}
      />
    </ListPage>
  );
}

/** Organizations have no form of their own: they come with their first contract. */
function HowAdded() {
  const createPath = useCreatePath();
  return (
    <p className={"row gap-0-12 quiet links"}>
      {organizations.list.howAdded}
      <LinkBase to={createPath({ resource: "contracts", type: "create" })}>
        {contracts.list.add}
      </LinkBase>
    </p>
  );
}

const gaps = [{ id: "true", name: organizations.list.withGap }];

function OrganizationSearch() {
  return (
    <SearchForm>
      <SearchText
        source="q"
        label={organizations.list.keyword}
        placeholder={organizations.list.keywordHint}
      />
      <SearchSelect source="gap" label={organizations.list.gap} choices={gaps} />
    </SearchForm>
  );
}

const organizationColumns: readonly Column<OrganizationRecord>[] = [
  { source: "organizationNo", width: 106, sortBy: true, noWrap: true, copies: true },
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

function CurrentContract({ organization }: { organization: OrganizationRecord }) {
  const { currentContractStatus: status, nextContractStartDate: next } = organization;
  if (status) return <ContractStatusChip status={status} />;
  if (!next) return organizations.noContract;
  return (
    <span>
      <ContractStatusChip status="UPCOMING" /> {organizations.from(formatDate(next))}
    </span>
  );
}

function Count({ of, count }: { of: "users" | "items"; count: number }) {
  return organizations.count[of](formatNumber(count));
}
