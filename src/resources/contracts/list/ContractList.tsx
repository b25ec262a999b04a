import { effectiveEnd, RUNNING_STATUSES } from "../../../../domain/contracts/rules.ts";
import { resourceTopic } from "../../../../domain/events.ts";
import { dateSentences } from "../../../../domain/text/dateSentences.ts";
import {
  daysBetween,
  formatDate,
  formatMinutes,
  formatTime,
  parseInstant,
  tokyoDate,
} from "../../../../domain/text/dates.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
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
import { app } from "../../../i18n/ja/app.ts";
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
      <SearchMonth
        source="startMonth"
        label={contracts.list.fromMonth}
        short={contracts.list.months}
      />
      <SearchMonth source="endMonth" label={contracts.list.toMonth} short={app.search.to} />
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
  Bar: lazyPart(async () => (await import("./ContractBulk.tsx")).ContractBulk),
};

// Declared once, so that a page change renders only the table.
const overview = <ContractOverview />;
const search = <ContractSearch />;
const actions = <ContractListActions />;
const add = <CreateLink label={contracts.list.add} />;

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
      add={add}
    >
      <DataTable columns={contractColumns} choice={choice} empty={contracts.empty} next={add} />
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
  if (status === "UPCOMING") return contracts.list.startsIn(days(startDate));
  return RUNNING_STATUSES.some((running) => running === status)
    ? contracts.list.remainingDays(days(effectiveEnd(contract)))
    : null;
}

/** What the text of a usage takes with its percentage. */
function usageWidth(used: string, cap: string | null): string {
  return `${app.usage.label(used, cap ?? contracts.unlimited)}${cap === null ? "" : " 100%"}`;
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
      { field: "startDate", label: contracts.list.sortByStart, words: contracts.list.byStart },
      { field: "endDate", label: contracts.list.sortByEnd, words: contracts.list.byEnd },
    ],
    render: contractPeriod,
    below: termLeft,
  },
  {
    source: "transcriptCount",
    sorts: [
      {
        field: "usage",
        label: contracts.list.sortByUsage,
        words: contracts.list.byUsage,
        first: "DESC",
      },
    ],
    render: (contract) => countUsage(contract, PERCENT),
    fits: ({ usedTranscriptCount, maxTranscriptCount }) =>
      usageWidth(
        formatNumber(usedTranscriptCount),
        maxTranscriptCount === null ? null : contracts.count(formatNumber(maxTranscriptCount)),
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
