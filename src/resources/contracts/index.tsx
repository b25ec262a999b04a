import DescriptionIcon from "@mui/icons-material/DescriptionOutlined";
import { Route } from "react-router";
import { effectiveEnd, RUNNING_STATUSES } from "../../../domain/contracts/rules.ts";
import { resourceTopic } from "../../../domain/events.ts";
import {
  dateSentences,
  daysBetween,
  formatDate,
  formatMinutes,
  formatTime,
  parseInstant,
  tokyoDate,
} from "../../../domain/text/dates.ts";
import { formatNumber } from "../../../domain/text/numbers.ts";
import { CsvButton } from "../../components/csv/CsvDownload.tsx";
import { contractStatusChip } from "../../components/display/StatusChip.tsx";
import { ImportLink } from "../../components/imports/ImportLink.tsx";
import { CreateLink } from "../../components/list/CreateLink.tsx";
import type { Column } from "../../components/list/column.ts";
import { DataTable } from "../../components/list/DataTable.tsx";
import { ListPage } from "../../components/list/ListPage.tsx";
import { OrganizationFilter } from "../../components/list/OrganizationFilter.tsx";
import { SearchMonth, SearchText } from "../../components/list/SearchFields.tsx";
import { SearchForm } from "../../components/list/SearchForm.tsx";
import type { Draft } from "../../components/list/searchDraft.ts";
import { lazyPart, lazyScreen } from "../../components/load/lazyScreen.tsx";
import { app } from "../../i18n/ja/app.ts";
import { contracts as contractTexts } from "../../i18n/ja/resources/contracts.ts";
import { listSorts } from "../../providers/data/listSorts.ts";
import { useLiveReads } from "../../providers/live/useLiveReads.ts";
import type { ContractRecord } from "../records.ts";
import { contractPeriod, nameOfContract } from "./ContractPeriod.tsx";
import { countUsage, minutesUsage } from "./ContractUsageBars.tsx";
import { ContractOverview } from "./list/ContractOverview.tsx";

const Import = lazyScreen(
  async () => (await import("./imports/ContractImportPage.tsx")).ContractImportPage,
);

/** Contracts in the admin area. Only the list is part of the area's own bundle. */
export const contracts = {
  list: ContractList,
  create: lazyScreen(async () => (await import("./form/ContractCreate.tsx")).ContractCreate),
  edit: lazyScreen(async () => (await import("./form/ContractEdit.tsx")).ContractEdit),
  show: lazyScreen(async () => (await import("./detail/ContractShow.tsx")).ContractShow),
  icon: DescriptionIcon,
  recordRepresentation: nameOfContract,
  children: <Route path="import" element={<Import />} />,
};

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
        label={contractTexts.list.keyword}
        placeholder={contractTexts.list.keywordHint}
      />
      <SearchMonth
        source="startMonth"
        label={contractTexts.list.fromMonth}
        short={contractTexts.list.months}
      />
      <SearchMonth source="endMonth" label={contractTexts.list.toMonth} short={app.search.to} />
    </SearchForm>
  );
}

function ContractListActions() {
  return (
    <>
      <CsvButton endpoint="GET /contracts/export" />
      <ImportLink />
    </>
  );
}

const CONTRACTS = resourceTopic("contracts");

const choice = {
  name: nameOfContract,
  Bar: lazyPart(async () => (await import("./list/ContractBulk.tsx")).ContractBulk),
};

// Declared once, so that a page change renders only the table.
const overview = <ContractOverview />;
const search = <ContractSearch />;
const actions = <ContractListActions />;
const add = <CreateLink label={contractTexts.list.add} />;

function ContractList() {
  useLiveReads(CONTRACTS, "contracts");
  return (
    <ListPage
      title={contractTexts.name}
      sort={listSorts.contracts}
      columns={contractColumns}
      overview={overview}
      search={search}
      actions={actions}
      add={add}
    >
      <DataTable columns={contractColumns} choice={choice} empty={contractTexts.empty} next={add} />
    </ListPage>
  );
}

const PERCENT = { percent: true } as const;

/** Until when: the second line of a period. That of a terminated contract says since when it is over. */
function termLeft(contract: ContractRecord): string | null {
  const { status, startDate, terminationDate } = contract;
  if (terminationDate !== null) return null;
  const today = tokyoDate(new Date());
  const days = (to: string) => formatNumber(daysBetween(today, to));
  if (status === "UPCOMING") return contractTexts.list.startsIn(days(startDate));
  return RUNNING_STATUSES.some((running) => running === status)
    ? contractTexts.list.remainingDays(days(effectiveEnd(contract)))
    : null;
}

/** What the text of a usage takes with its percentage. */
function usageWidth(used: string, cap: string | null): string {
  return `${app.usage.label(used, cap ?? contractTexts.unlimited)}${cap === null ? "" : " 100%"}`;
}

const contractColumns: readonly Column<ContractRecord>[] = [
  { source: "organizationName", names: true, long: true, sortBy: true, fits: true, width: 260 },
  { source: "organizationNo", under: "organizationName", sortBy: true, copies: true },
  {
    source: "status",
    width: 98,
    render: ({ status }) => contractStatusChip(status),
  },
  {
    source: "period",
    width: 188,
    sorts: [
      {
        field: "startDate",
        label: contractTexts.list.sortByStart,
        words: contractTexts.list.byStart,
      },
      { field: "endDate", label: contractTexts.list.sortByEnd, words: contractTexts.list.byEnd },
    ],
    render: contractPeriod,
    below: termLeft,
  },
  {
    source: "transcriptCount",
    sorts: [
      {
        field: "usage",
        label: contractTexts.list.sortByUsage,
        words: contractTexts.list.byUsage,
        first: "DESC",
      },
    ],
    render: (contract) => countUsage(contract, PERCENT),
    fits: ({ usedTranscriptCount, maxTranscriptCount }) =>
      usageWidth(
        formatNumber(usedTranscriptCount),
        maxTranscriptCount === null ? null : contractTexts.count(formatNumber(maxTranscriptCount)),
      ),
  },
  {
    source: "transcriptMinutes",
    render: (contract) => minutesUsage(contract, PERCENT),
    fits: ({ usedTranscriptMinutes, maxTranscriptMinutes }) =>
      usageWidth(
        formatMinutes(usedTranscriptMinutes),
        maxTranscriptMinutes === null ? null : formatMinutes(maxTranscriptMinutes),
      ),
  },
  { source: "adminName", long: true, fits: true, width: 320 },
  { source: "adminEmail", under: "adminName", copies: true },
  {
    source: "updatedAt",
    width: 100,
    sortBy: true,
    noWrap: true,
    render: ({ updatedAt }) => formatDate(tokyoDate(parseInstant(updatedAt))),
    below: ({ updatedAt }) => formatTime(updatedAt),
  },
];
