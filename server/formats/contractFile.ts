import {
  CONTRACT_FIELDS,
  type ContractField,
  contractRowSentences,
  NEEDED_FIELDS,
  ROW_FIELDS,
} from "../../domain/contractImports/sentences.ts";
import { contractFields, contractLabels, unlimitedLabel } from "../../domain/contracts/fields.ts";
import { contract, MAX_CAP } from "../../domain/contracts/schemas.ts";
import { mask, propertiesOf } from "../../domain/fields.ts";
import { type Fault, fault } from "../../domain/imports/rows.ts";
import { MOST_ROWS } from "../../domain/imports/rules.ts";
import { fieldSentences } from "../../domain/problems/sentences.ts";
import { firstDayOfMonth, lastDayOfMonth } from "../../domain/text/dates.ts";
import { searchKey } from "../../domain/text/searchKey.ts";
import { listedWord } from "../../domain/text/shortened.ts";
import { readDate, readMonth } from "../../domain/text/writtenDates.ts";
import { readMinutes, readNumber } from "../../domain/text/writtenNumbers.ts";
import type { Cells, SheetKind } from "./sheetFile.ts";

/** A file of contracts, such as the export of their list. Rows are checked field by field. */
export const contractSheet: SheetKind<ContractField> = {
  columns: {
    fields: CONTRACT_FIELDS,
    labels: contractLabels,
    otherNames: propertiesOf(contractFields, "otherNames"),
    readings: { adminName: "adminNameKana" },
  },
  missing: (has) => {
    const field = NEEDED_FIELDS.find((needed) => !has(needed));
    return field && contractLabels[field];
  },
  most: MOST_ROWS,
  compose: (cells) => cells,
  fieldOf: (column) => column,
  check: checkContract,
};

const fields = contract.pick(mask(ROW_FIELDS)).partial();

const required = (field: ContractField) => fieldSentences.required(contractLabels[field]);

/** The cells as contracts have them: dates as YYYY-MM-DD, caps as digits or 無制限. */
function checkContract(written: Cells<ContractField>) {
  const cells: Cells<ContractField> = {};
  const faults: Fault<ContractField>[] = [];
  const stated: Record<string, unknown> = {};
  for (const [field, cell] of entriesOf(written)) {
    if (cell === "") continue;
    const value = readers[field]?.(cell) ?? cell;
    cells[field] = value;
    stated[field] = isCap(field) && value !== unlimitedLabel ? Number(value) : value;
    if (isCap(field) && value === unlimitedLabel) stated[field] = null;
  }
  for (const field of NEEDED_FIELDS) if (!cells[field]) faults.push(fault(required(field), field));
  const { organizationNo: _, ...others } = stated;
  const { data, error } = fields.safeParse(others);
  for (const { path, message } of error?.issues ?? []) {
    const about = CONTRACT_FIELDS.filter((field) => field === path[0]);
    faults.push(fault(sentenceOf(path[0], message), ...about));
  }
  if (faults.length > 0) return { faults };
  for (const [field, value] of Object.entries(data ?? {})) {
    if (isText(field) && typeof value === "string") cells[field] = value;
  }
  return { cells };
}

function entriesOf(written: Cells<ContractField>): [ContractField, string][] {
  return CONTRACT_FIELDS.flatMap((field) => {
    const cell = written[field];
    return cell === undefined ? [] : [[field, cell] satisfies [ContractField, string]];
  });
}

type Cap = "maxTranscriptCount" | "maxTranscriptMinutes";

const isCap = (field: ContractField): field is Cap =>
  field === "maxTranscriptCount" || field === "maxTranscriptMinutes";

const isText = (field: string): field is ContractField =>
  CONTRACT_FIELDS.some((one) => one === field && !isCap(one));

const isUnlimited = (cell: string) =>
  searchKey(listedWord(cell) ?? "") === searchKey(unlimitedLabel);

const capReader =
  (read: (cell: string) => number | undefined) =>
  (cell: string): string | undefined =>
    isUnlimited(cell) ? unlimitedLabel : read(cell)?.toString();

/** The first or the last day of a month that stands alone. */
function dayIn(cell: string, dayOf: (month: string) => string): string | undefined {
  const month = readMonth(cell);
  return month && dayOf(month);
}

/** How cells are read that are no texts; what is not understood stays and is refused. */
const readers: Readonly<Partial<Record<ContractField, (cell: string) => string | undefined>>> = {
  organizationNo: listedWord,
  startDate: (cell) => readDate(cell) ?? dayIn(cell, firstDayOfMonth),
  endDate: (cell) => readDate(cell) ?? dayIn(cell, lastDayOfMonth),
  maxTranscriptCount: capReader((cell) => readNumber(cell, "件")),
  maxTranscriptMinutes: capReader(readMinutes),
};

function sentenceOf(field: PropertyKey | undefined, message: string): string {
  switch (field) {
    case "startDate":
    case "endDate":
      return message === fieldSentences.date ? contractRowSentences.date(field) : message;
    case "maxTranscriptCount":
    case "maxTranscriptMinutes":
      return message === fieldSentences.atMost(MAX_CAP, contractLabels[field])
        ? message
        : contractRowSentences.cap(field);
    case "adminNameKana":
      return message === fieldSentences.kana ? contractRowSentences.of(field, message) : message;
    default:
      return message;
  }
}
