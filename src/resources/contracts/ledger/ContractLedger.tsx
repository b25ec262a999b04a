import { useMemo } from "react";
import { type RaRecord, ResourceContextProvider } from "react-admin";
import { dateSentences, formatDateTime, formatSeconds } from "../../../../domain/text/dates.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import type { LedgerEntry } from "../../../../domain/usage/ledger.ts";
import { workspaceLabel } from "../../../../domain/usage/ledgerLabels.ts";
import { LEDGER_KINDS } from "../../../../domain/usage/ledgerRules.ts";
import { CsvButton } from "../../../components/csv/CsvDownload.tsx";
import { StatusChip } from "../../../components/display/StatusChip.tsx";
import type { Column } from "../../../components/list/column.ts";
import { DataTable } from "../../../components/list/DataTable.tsx";
import { ListRead } from "../../../components/list/ListPage.tsx";
import { ListFoot } from "../../../components/list/Pager.tsx";
import { SearchDate, SearchSelect } from "../../../components/list/SearchFields.tsx";
import { SearchForm } from "../../../components/list/SearchForm.tsx";
import type { Draft } from "../../../components/list/searchDraft.ts";
import { contracts } from "../../../i18n/ja/resources/contracts.ts";
import { ledger } from "../../../i18n/ja/resources/ledger.ts";
import { ROWS_PER_PAGE } from "../../../providers/data/listSorts.ts";
import type { ContractRecord } from "../../records.ts";
import { useUsage } from "../UsageForecast.tsx";
import { workspacesIn } from "../usage/usageSeries.ts";

const LATEST_FIRST = { field: "occurredAt", order: "DESC" } as const;

/** The reported transcripts and the adjustments of a contract. */
export function ContractLedger({ contract }: { contract: ContractRecord }) {
  return (
    <ListRead
      resource={`contracts/${contract.contractId}/ledger`}
      sort={LATEST_FIRST}
      perPage={ROWS_PER_PAGE}
      // The page has asked already, and its address is that of the contract.
      disableAuthentication
      disableSyncWithLocation
    >
      <ResourceContextProvider value="ledger">
        <div className="stack gap-12">
          <LedgerSearch contractId={contract.contractId} />
          <div className="flex end screen-only">
            <CsvButton endpoint="GET /contracts/{id}/ledger/export" id={contract.contractId} />
          </div>
          <div>
            <DataTable<LedgerRecord> columns={ledgerColumns} rowLink={false} empty={ledger.empty} />
            <ListFoot />
          </div>
        </div>
      </ResourceContextProvider>
    </ListRead>
  );
}

/** The API refuses such dates as well. */
function validate({ startDate, endDate }: Draft): Record<string, string> {
  const ends = typeof startDate === "string" && typeof endDate === "string" && endDate !== "";
  return ends && endDate < startDate ? { endDate: dateSentences.endDateBeforeStart } : {};
}

const kinds = LEDGER_KINDS.map((kind) => ({ id: kind, name: ledger.kind[kind] }));

function LedgerSearch({ contractId }: { contractId: number }) {
  const { data } = useUsage(contractId, { by: "month", split: "workspace" });
  // The API names use without a workspace by 0.
  const workspaces = useMemo(
    () =>
      workspacesIn(data?.points ?? []).map((place) => ({
        id: String(place.workspaceId ?? 0),
        name: workspaceLabel(place),
      })),
    [data],
  );
  return (
    <SearchForm validate={validate}>
      <SearchDate source="startDate" label={ledger.from} />
      <SearchDate source="endDate" label={ledger.to} />
      <SearchSelect source="workspaceId" label={ledger.fields.workspaceName} choices={workspaces} />
      <SearchSelect source="kind" label={ledger.fields.kind} choices={kinds} />
    </SearchForm>
  );
}

type LedgerRecord = LedgerEntry & RaRecord;

const isAdjustment = ({ kind }: LedgerEntry) => kind === "ADJUSTMENT";

/** The figure of an adjustment has its sign. */
function withSign(entry: LedgerEntry, value: number, text: string): string {
  if (value < 0) return `-${text}`;
  return isAdjustment(entry) && value > 0 ? `+${text}` : text;
}

const ledgerColumns: readonly Column<LedgerRecord>[] = [
  {
    source: "occurredAt",
    width: 150,
    sortBy: true,
    names: true,
    render: ({ occurredAt }) => formatDateTime(occurredAt),
  },
  {
    source: "kind",
    width: 96,
    render: (entry) => (
      <StatusChip tone={isAdjustment(entry) ? "info" : "neutral"} label={ledger.kind[entry.kind]} />
    ),
  },
  { source: "workspaceName", width: 180, long: true, render: (entry) => workspaceLabel(entry) },
  {
    source: "transcriptCount",
    width: 96,
    align: "end",
    noWrap: true,
    render: (entry) => {
      const count = formatNumber(Math.abs(entry.transcriptCount));
      return withSign(entry, entry.transcriptCount, contracts.count(count));
    },
  },
  {
    source: "seconds",
    width: 140,
    align: "end",
    noWrap: true,
    render: (entry) => withSign(entry, entry.seconds, formatSeconds(Math.abs(entry.seconds))),
  },
  {
    source: "detail",
    long: true,
    render: (entry) => entry.reason ?? entry.eventId ?? "",
    below: ({ adjustedByName }) => adjustedByName,
  },
  { source: "recordedAt", width: 150, render: ({ recordedAt }) => formatDateTime(recordedAt) },
];
