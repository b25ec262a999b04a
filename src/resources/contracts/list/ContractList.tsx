import { resourceTopic } from "../../../../domain/events.ts";
import { dateSentences } from "../../../../domain/text/dateSentences.ts";
import { formatDateTime } from "../../../../domain/text/dates.ts";
import { CsvButton } from "../../../components/csv/CsvDownload.tsx";
import { contractStatusChip } from "../../../components/display/StatusChip.tsx";
import { ImportLink } from "../../../components/imports/ImportLink.tsx";
import { CreateLink } from "../../../components/list/CreateLink.tsx";
import type { Column } from "../../../components/list/column.ts";
import { DataTable } from "../../../components/list/DataTable.tsx";
import { ListPage } from "../../../components/list/ListPage.tsx";
import { OrganizationFilter } from "../../../components/list/OrganizationFilter.tsx";
import { SearchMonth, SearchText } from "../../../components/list/SearchFields.tsx";
import { SearchForm } from "../../../components/list/SearchForm.tsx";
import type { Draft } from "../../../components/list/searchDraft.ts";
import { lazyPart } from "../../../components/load/lazyScreen.tsx";
import { contracts } from "../../../i18n/ja/resources/contracts.ts";
import { listSorts } from "../../../providers/data/listSorts.ts";
import { useLiveReads } from "../../../providers/live/useLiveReads.ts";
import type { ContractRecord } from "../../records.ts";
import { contractPeriod } from "../ContractPeriod.tsx";
import { countUsage, minutesUsage } from "../ContractUsageBars.tsx";
import { nameOfContract } from "../nameOfContract.ts";
import { ContractOverview } from "./ContractOverview.tsx";

/** The API refuses such months as well. */
function validate({ startMonth, endMonth }: Draft): Record<string, string> {
  const ends = typeof startMonth === "string" && typeof endMonth === "string" && endMonth !== "";
  return ends && endMonth < startMonth ? { endMonth: dateSentences.endMonthBeforeStart } : {};
}

function ContractSearch() {
  return (
    <SearchForm validate={validate}>
      <OrganizationFilter />
      <SearchText
        source="q"
        label={contracts.list.keyword}
        placeholder={contracts.list.keywordHint}
      />
      <SearchMonth source="startMonth" label={contracts.list.fromMonth} />
      <SearchMonth source="endMonth" label={contracts.list.toMonth} />
    </SearchForm>
  );
}

function ContractListActions() {
  return (
    <>
      <CsvButton endpoint="GET /contracts/export" />
      <ImportLink />
      <CreateLink label={contracts.list.add} />
    </>
  );
}

const CONTRACTS = resourceTopic("contracts");

const choice = {
  name: nameOfContract,
  Bar: lazyPart(async () => (await import("./ContractBulk.tsx")).ContractBulk),
};

// Declared once, so that a page change renders only the table.
const overview = <ContractOverview />;
const search = <ContractSearch />;
const actions = <ContractListActions />;

export function ContractList() {
  useLiveReads(CONTRACTS, "contracts");
  return (
    <ListPage
      title={contracts.name}
      sort={listSorts.contracts}
      columns={contractColumns}
      overview={overview}
      search={search}
      actions={actions}
    >
      <DataTable
        columns={contractColumns}
        choice={choice}
        empty={contracts.empty}
        next={<CreateLink label={contracts.list.add} />}
      />
    </ListPage>
  );
}

const contractColumns: readonly Column<ContractRecord>[] = [
  { source: "organizationNo", width: 136, sortBy: true, noWrap: true, copies: true },
  { source: "organizationName", names: true, long: true, sortBy: true },
  {
    source: "status",
    width: 106,
    render: ({ status }) => contractStatusChip(status),
  },
  {
    source: "period",
    width: 180,
    sorts: [
      { field: "startDate", label: contracts.list.sortByStart },
      { field: "endDate", label: contracts.list.sortByEnd },
    ],
    render: contractPeriod,
  },
  {
    source: "transcriptCount",
    width: 126,
    align: "end",
    sorts: [{ field: "usage", label: contracts.list.sortByUsage }],
    render: countUsage,
  },
  {
    source: "transcriptMinutes",
    width: 142,
    align: "end",
    render: minutesUsage,
  },
  { source: "adminName", long: true, width: 116 },
  { source: "adminEmail", long: true, width: 220, copies: true },
  {
    source: "updatedAt",
    width: 136,
    sortBy: true,
    render: ({ updatedAt }) => formatDateTime(updatedAt),
  },
];
