import {
  contractFile,
  contractLabels,
  contractStatusLabels,
  unlimitedLabel,
  usageStateLabels,
} from "../../../domain/contracts/labels.ts";
import type { Contract } from "../../../domain/contracts/schemas.ts";
import { formatDate, formatDateTime } from "../../../domain/text/dates.ts";
import type { CsvColumn } from "../../exports/csvText.ts";

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
export const contractCsv = {
  all: [...contractColumns, ...providersNotes, ...times],
  own: [...contractColumns, ...times],
} as const;
