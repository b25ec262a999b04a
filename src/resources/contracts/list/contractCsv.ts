import { stringify } from "csv-stringify/browser/esm/sync";
import type { Contract } from "../../../../domain/contracts.ts";
import { formatDate, formatDateTime } from "../../../../domain/dates.ts";

export type Text = (key: string) => string;

interface Column {
  /** The key of the heading below resources.contracts. */
  heading: string;
  value: (contract: Contract, text: Text) => string | number;
}

const columns: readonly Column[] = [
  { heading: "fields.contractId", value: (contract) => contract.contractId },
  { heading: "fields.organizationNo", value: (contract) => contract.organizationNo },
  { heading: "fields.organizationName", value: (contract) => contract.organizationName },
  { heading: "fields.status", value: (contract, text) => text(`status.${contract.status}`) },
  { heading: "fields.startDate", value: (contract) => formatDate(contract.startDate) },
  { heading: "fields.endDate", value: (contract) => formatDate(contract.endDate) },
  {
    heading: "fields.usageState",
    value: (contract, text) => text(`usageState.${contract.usageState}`),
  },
  { heading: "fields.usedTranscriptCount", value: (contract) => contract.usedTranscriptCount },
  {
    heading: "fields.maxTranscriptCount",
    value: (contract, text) => contract.maxTranscriptCount ?? text("unlimited"),
  },
  { heading: "csv.usedMinutes", value: (contract) => contract.usedTranscriptMinutes },
  {
    heading: "fields.maxTranscriptMinutes",
    value: (contract, text) => contract.maxTranscriptMinutes ?? text("unlimited"),
  },
  { heading: "fields.adminName", value: (contract) => contract.adminName },
  { heading: "fields.adminEmail", value: (contract) => contract.adminEmail },
  {
    heading: "fields.terminationDate",
    value: (contract) => (contract.terminationDate ? formatDate(contract.terminationDate) : ""),
  },
  { heading: "fields.terminationReason", value: (contract) => contract.terminationReason ?? "" },
  { heading: "fields.memo", value: (contract) => contract.memo },
  { heading: "fields.createdAt", value: (contract) => formatDateTime(contract.createdAt) },
  { heading: "fields.updatedAt", value: (contract) => formatDateTime(contract.updatedAt) },
];

// Spreadsheets treat cells that begin with = + - @ as formulas; escape_formulas prefixes them with
// '. By default csv-stringify does not quote a lone line feed if records end in CRLF.
const format = {
  record_delimiter: "windows",
  escape_formulas: true,
  quoted_match: /[\r\n]/,
} as const;

/** Byte order mark and heading row. Without the mark Excel reads UTF-8 as Shift_JIS. */
export function csvHead(text: Text): string {
  return `\ufeff${stringify([columns.map((column) => text(column.heading))], format)}`;
}

/** The rows of some contracts, each ending in CRLF, with formulas escaped. */
export function csvRows(contracts: readonly Contract[], text: Text): string {
  return stringify(
    contracts.map((contract) => columns.map((column) => column.value(contract, text))),
    format,
  );
}
