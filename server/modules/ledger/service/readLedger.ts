import type { ListQuery, Sort } from "../../../../domain/api/parameters.ts";
import type { Page } from "../../../../domain/paging.ts";
import { formatDate, formatDateTime, tokyoDate } from "../../../../domain/text/dates.ts";
import type { LedgerEntry } from "../../../../domain/usage/ledger.ts";
import {
  ledgerFile,
  ledgerKindLabels,
  ledgerLabels,
  secondsHeading,
  workspaceLabel,
} from "../../../../domain/usage/ledgerLabels.ts";
import type { Deps } from "../../../context.ts";
import type { CsvFile } from "../../../exports/csvFile.ts";
import type { CsvColumn } from "../../../exports/csvText.ts";
import { pageAnswer } from "../../../pageAnswer.ts";
import { notFound } from "../../../problem.ts";
import { findContract } from "../../contracts/queries/contracts.ts";
import { presentLedgerEntry } from "../present.ts";
import { ledgerPage, wholeLedger } from "../queries/ledgerList.ts";
import type { LedgerFilters } from "../queries/ledgerRows.ts";

type Column = CsvColumn<LedgerEntry>;

const column = (field: keyof typeof ledgerLabels, value: Column["value"]): Column => ({
  label: ledgerLabels[field],
  value,
});

const columns: readonly Column[] = [
  column("ledgerId", ({ ledgerId }) => ledgerId),
  column("kind", ({ kind }) => ledgerKindLabels[kind]),
  column("usageDate", ({ usageDate }) => formatDate(usageDate)),
  column("occurredAt", ({ occurredAt }) => formatDateTime(occurredAt)),
  column("recordedAt", ({ recordedAt }) => formatDateTime(recordedAt)),
  column("workspaceId", ({ workspaceId }) => workspaceId ?? ""),
  column("workspaceName", (entry) => workspaceLabel(entry)),
  column("transcriptCount", ({ transcriptCount }) => transcriptCount),
  { label: secondsHeading, value: ({ seconds }) => seconds },
  column("eventId", ({ eventId }) => eventId ?? ""),
  column("reason", ({ reason }) => reason ?? ""),
  column("adjustedByName", ({ adjustedByName }) => adjustedByName ?? ""),
];

/**
 * The selected rows of a contract's ledger as a CSV file, as they are now
 * (docs/product/files.md#csv-of-lists). Throws 404, and OVERLOADED while too many files are being
 * downloaded.
 */
export async function exportLedger(
  { db, exports, now }: Pick<Deps, "db" | "exports" | "now">,
  contractId: number,
  { sort, ...filters }: LedgerFilters & { sort: Sort<"occurredAt"> },
): Promise<CsvFile> {
  const contract = await findContract(db, contractId);
  if (!contract) throw notFound();
  return exports.open({
    title: ledgerFile,
    asciiTitle: "ledger",
    day: tokyoDate(now()),
    columns,
    prepare: wholeLedger(contract, filters, sort.direction),
    present: presentLedgerEntry,
  });
}

/** A page of a contract's ledger; throws 404 for an unknown contract. */
export async function listLedger(
  { db }: Pick<Deps, "db">,
  contractId: number,
  query: ListQuery<"occurredAt">,
  filters: LedgerFilters,
): Promise<Page<LedgerEntry>> {
  const contract = await findContract(db, contractId);
  if (!contract) throw notFound();
  const { rows, total } = await ledgerPage(db, contract, query, filters);
  return pageAnswer(query, { content: rows.map(presentLedgerEntry), total });
}
