import { atLine, unchosenSentences } from "../../domain/files/sentences.ts";
import type { ChosenReading, StagedRow } from "../../domain/imports/rows.ts";
import { importSentences, MOST_CONVERTED } from "../../domain/imports/rules.ts";
import type { CheckedFile, ConvertedRows } from "../../domain/imports/schemas.ts";
import { formatNumber } from "../../domain/text/numbers.ts";
import type { FileProblem } from "../formats/format.ts";
import type { SheetFile } from "../formats/sheetFile.ts";
import { limitExceeded, type ProblemError, ruleBroken, validationFailed } from "../problem.ts";

const LONGEST_NAME = 200;

/**
 * The name of an uploaded file as it is kept. It comes from another machine. It is cut first, as
 * normalizing a long one takes long.
 */
export function shownFileName(name: string): string {
  const cut = name.slice(0, LONGEST_NAME * 4).normalize("NFC");
  return [...cut.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, "")].slice(0, LONGEST_NAME).join("");
}

/** The rows of a file of people or contracts, counted from 1, and what its check says of it. */
export interface UploadedSheet<Field extends string> {
  file: Omit<CheckedFile, "digest">;
  rows: StagedRow<Field>[];
}

/**
 * Reads a file of people or contracts. Throws 422 FILE_UNREADABLE with a sentence that names the line, 431
 * LIMIT_EXCEEDED; `own` sentences replace the general ones.
 */
export async function uploadedSheet<Field extends string>(
  file: File,
  read: (bytes: Uint8Array) => Promise<SheetFile<Field> | { problem: FileProblem }>,
  own: Readonly<Record<string, string>>,
): Promise<UploadedSheet<Field>> {
  const sheet = await read(new Uint8Array(await file.arrayBuffer()));
  if ("problem" in sheet) throw fileRefusal(sheet.problem, sentenceOf(sheet.problem, own));
  const { encoding, ignoredColumns, convertedLines, rows } = sheet;
  const fileName = shownFileName(file.name);
  return {
    file: { fileName, encoding, ignoredColumns, converted: convertedRows(convertedLines) },
    rows: rows.map((row, index) => ({ rowNo: index + 1, ...row })),
  };
}

/** 422 FILE_UNREADABLE, or 431 of a file that is too large. */
export function fileRefusal(
  { code, message: general, line, candidates }: FileProblem,
  message = general,
): ProblemError {
  const extra = { file: { code, line, candidates } };
  const details = { message, errors: { file: message }, extra };
  return code === "TOO_LARGE" || code === "TOO_MANY_ROWS"
    ? limitExceeded(details)
    : ruleBroken("FILE_UNREADABLE", details);
}

function sentenceOf(
  { code, message, line }: FileProblem,
  own: Readonly<Record<string, string>>,
): string {
  const sentences: Readonly<Record<string, string>> = { ...unchosenSentences, ...own };
  const sentence = sentences[code];
  if (sentence === undefined) return message;
  return line === null ? sentence : atLine(line, sentence);
}

/** Rows that a spreadsheet seems to have converted, by their lines. */
export function convertedRows(lines: readonly number[]): ConvertedRows {
  return { total: lines.length, lines: lines.slice(0, MOST_CONVERTED) };
}

/** Throws 422 IMPORT_HAS_ERRORS unless they are to be left out. */
export function refuseErrorRows(errors: number, skipErrors: boolean): void {
  if (errors === 0 || skipErrors) return;
  const message = importSentences.errorRows(formatNumber(errors));
  throw ruleBroken("IMPORT_HAS_ERRORS", { message });
}

/** Throws 422 `errors.readings` if a reading was chosen for a row that has none to choose. */
export function refuseReadings<Row extends { rowNo: number }>(
  rows: readonly Row[],
  chosen: readonly ChosenReading[],
  nameToRead: (row: Row) => string | null,
): void {
  const lacking = new Set(rows.filter((row) => nameToRead(row) !== null).map(({ rowNo }) => rowNo));
  if (chosen.some(({ rowNo }) => !lacking.has(rowNo))) {
    throw validationFailed({ readings: importSentences.readingNotLacking });
  }
}
