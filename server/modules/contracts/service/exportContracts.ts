import type { Sort } from "../../../../domain/api/parameters.ts";
import {
  contractFile,
  contractLabels,
  contractStatusLabels,
  unlimitedLabel,
  usageStateLabels,
} from "../../../../domain/contracts/labels.ts";
import type { ContractSort } from "../../../../domain/contracts/rules.ts";
import type { Contract } from "../../../../domain/contracts/schemas.ts";
import { formatDate, formatDateTime, tokyoDate } from "../../../../domain/text/dates.ts";
import type { Deps } from "../../../context.ts";
import type { CsvFile } from "../../../exports/csvFile.ts";
import type { CsvColumn } from "../../../exports/csvText.ts";
import { presentContract } from "../present.ts";
import { allContracts } from "../queries/contractExport.ts";
import type { ContractFilters } from "../queries/contractFilters.ts";

type Column = CsvColumn<Contract>;

const column = (field: keyof typeof contractLabels, value: Column["value"]): Column => ({
  label: contractLabels[field],
  value,
});

const contractColumns: readonly Column[] = [
  column("contractId", ({ contractId }) => contractId),
  column("organizationNo", ({ organizationNo }) => organizationNo),
  column("organizationName", ({ organizationName }) => organizationName),
  column("organizationNameKana", ({ organizationNameKana }) => organizationNameKana ?? ""),
  column("status", ({ status }) => contractStatusLabels[status]),
  column("startDate", ({ startDate }) => formatDate(startDate)),
  column("endDate", ({ endDate }) => formatDate(endDate)),
  column("usageState", ({ usageState }) => usageStateLabels[usageState]),
  column("usedTranscriptCount", ({ usedTranscriptCount }) => usedTranscriptCount),
  column("maxTranscriptCount", ({ maxTranscriptCount }) => maxTranscriptCount ?? unlimitedLabel),
  { label: contractFile.usedMinutes, value: ({ usedTranscriptMinutes }) => usedTranscriptMinutes },
  column(
    "maxTranscriptMinutes",
    ({ maxTranscriptMinutes }) => maxTranscriptMinutes ?? unlimitedLabel,
  ),
  column("adminName", ({ adminName }) => adminName),
  column("adminNameKana", ({ adminNameKana }) => adminNameKana ?? ""),
  column("adminEmail", ({ adminEmail }) => adminEmail),
  column("terminationDate", ({ terminationDate }) =>
    terminationDate ? formatDate(terminationDate) : "",
  ),
];

const providersNotes: readonly Column[] = [
  column("terminationReason", ({ terminationReason }) => terminationReason ?? ""),
  column("memo", ({ memo }) => memo),
];

const times: readonly Column[] = [
  column("createdAt", ({ createdAt }) => formatDateTime(createdAt)),
  column("updatedAt", ({ updatedAt }) => formatDateTime(updatedAt)),
];

/** `own` is for the organization itself, without the provider's internal notes. */
const contractCsv = {
  all: [...contractColumns, ...providersNotes, ...times],
  own: [...contractColumns, ...times],
} as const;

/**
 * The matching contracts as a CSV file, as they are now (docs/product/files.md#csv-of-lists).
 * Throws OVERLOADED while too many files are being downloaded.
 */
export function exportContracts(
  { exports, now }: Pick<Deps, "exports" | "now">,
  { sort, ...filters }: ContractFilters & { sort: Sort<ContractSort> },
  columns: keyof typeof contractCsv,
): Promise<CsvFile> {
  const today = tokyoDate(now());
  return exports.open({
    title: contractFile.name,
    asciiTitle: "contracts",
    day: today,
    columns: contractCsv[columns],
    prepare: allContracts(filters, sort, today),
    present: (row) => presentContract(row, today),
  });
}
