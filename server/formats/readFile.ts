import { Buffer } from "node:buffer";
import type { EntryCells } from "../../domain/entries/rules.ts";
import { FILE_LIMITS, type FileEncoding, type ImportFormat } from "../../domain/files/formats.ts";
import { fileSentences, rowSentences } from "../../domain/files/sentences.ts";
import {
  decode,
  indexOfUndecodable,
  isIso2022jp,
  isUtf16,
  lineOfNul,
  looksGarbled,
  recogniseEncoding,
} from "./encodings.ts";
import { checkEntry, type FileEntry } from "./fitness.ts";
import {
  convertedLines,
  type FileProblem,
  type FileReader,
  type FileRecord,
  UnreadableFile,
  unreadable,
} from "./format.ts";
import { fileReaders } from "./formats.ts";
import { cellsOf } from "./own.ts";
import { type Recognition, recogniseFormat } from "./recognise.ts";
import { quotesCells, readRecords } from "./records.ts";

/** How files begin that people rename to .csv: signatures of the formats' specifications. */
const SIGNATURES: readonly [bytes: string, kind: string][] = [
  ["504b0304", "Excelブック（.xlsx）やZIPファイル"],
  ["504b0506", "Excelブック（.xlsx）やZIPファイル"],
  ["d0cf11e0a1b11ae1", "Excelブック（.xls）"],
  ["89504e470d0a1a0a", "画像ファイル"],
  ["ffd8ff", "画像ファイル"],
  ["47494638", "画像ファイル"],
  ["52494646", "画像や音声のファイル"],
  ["25504446", "PDFファイル"],
  ["62706c697374", "Appleのプロパティリスト"],
  ["1f8b08", "圧縮ファイル"],
  ["377abcaf271c", "圧縮ファイル"],
  ["52617221", "圧縮ファイル"],
];

/** The Japanese name of a kind of file that is no text; undefined for everything else. */
function binaryKind(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 8)).toString("hex");
  return SIGNATURES.find(([signature]) => start.startsWith(signature))?.[1];
}

/** What the user chose in place of what is recognised. */
export interface FileHints {
  format?: ImportFormat | undefined;
  encoding?: FileEncoding | undefined;
}

/** A row of a file: an entry that keeps the rules, or the reason why it is none. */
export type FileRow = { line: number; entry: FileEntry } | ErrorRow;

/** Either its cells are known, or they cannot be told apart. */
interface ErrorRow {
  line: number;
  reason: string;
  cells: EntryCells | null;
  raw: string | null;
}

export interface ReadFile {
  format: ImportFormat;
  encoding: FileEncoding;
  /** What the file itself says, whatever the user chose; null where it says nothing. */
  recognised: { format: ImportFormat | null; encoding: FileEncoding | null };
  /** A sentence where the text may be garbled by a chosen encoding. */
  warning: string | null;
  /** Headings of our own format whose columns are not imported. */
  ignoredColumns: string[];
  /** Rows with a cell that a spreadsheet seems to have converted. */
  convertedLines: number[];
  rows: FileRow[];
}

/**
 * Reads a dictionary file of at most FILE_LIMITS: recognises encoding and format unless they are
 * given, and checks each row by the rules of entries. Never throws for what a file holds.
 */
export function readDictionaryFile(
  bytes: Uint8Array,
  hints: FileHints = {},
): ReadFile | { problem: FileProblem } {
  try {
    return read(bytes, hints);
  } catch (error) {
    if (error instanceof UnreadableFile) return { problem: error.problem };
    throw error;
  }
}

interface FileText {
  text: string;
  encoding: FileEncoding;
  /** What the file itself says, whatever was chosen. */
  ownEncoding: FileEncoding | undefined;
  /** The chosen encoding reads worse than its own. */
  garbled: boolean;
}

/** The text of a file in its encoding or the chosen one. Throws UnreadableFile. */
export function textOf(bytes: Uint8Array, chosen?: FileEncoding): FileText {
  if (bytes.length > FILE_LIMITS.bytes) throw unreadable("TOO_LARGE");
  if (bytes.length === 0) throw unreadable("EMPTY");
  const kind = binaryKind(bytes);
  if (kind) throw unreadable("NOT_TEXT", null, kind);

  if (isIso2022jp(bytes)) throw unreadable("ENCODING_FOREIGN");

  const ownEncoding = recogniseEncoding(bytes);
  const encoding = chosen ?? ownEncoding;
  const nul = isUtf16(encoding) ? undefined : lineOfNul(bytes);
  if (nul !== undefined) throw unreadable("NUL", nul);
  if (!encoding) throw unreadable("ENCODING_UNKNOWN");

  const text = decode(bytes, encoding);
  if (text.trim() === "") throw unreadable("EMPTY");
  const garbled = looksGarbled(bytes, { recognised: ownEncoding, encoding }, text);
  const broken = indexOfUndecodable(bytes, encoding, text);
  if (broken >= 0) throw unreadable("GARBLED", lineAt(text, broken));
  // In UTF-16, where a byte of 0 means nothing. No database takes the character.
  const nulCharacter = text.indexOf("\0");
  if (nulCharacter >= 0) throw unreadable("NUL", lineAt(text, nulCharacter));
  return { text, encoding, ownEncoding, garbled };
}

function read(bytes: Uint8Array, hints: FileHints): ReadFile {
  const { text, encoding, ownEncoding, garbled } = textOf(bytes, hints.encoding);
  const recognised = recogniseFormat(text);
  const format = hints.format ?? chosenBy(recognised, garbled);
  const ownFormat = "format" in recognised ? recognised.format : null;
  const { rows, ignoredColumns } = rowsOf(text, format);
  return {
    format,
    encoding,
    recognised: { format: ownFormat, encoding: ownEncoding ?? null },
    warning: garbled ? fileSentences.GARBLED : null,
    ignoredColumns,
    convertedLines: convertedLines(rows.map(writtenCells)),
    rows,
  };
}

/** The texts of a row, without what is chosen from a list. */
function writtenCells(row: FileRow) {
  const { surface, reading, note } = "reason" in row ? (row.cells ?? {}) : row.entry;
  return { line: row.line, cells: { surface, reading, note } };
}

/** The format that a file itself names. Throws UnreadableFile where a person has to choose. */
function chosenBy(recognised: Recognition, garbled: boolean): ImportFormat {
  if ("format" in recognised) return recognised.format;
  if ("foreign" in recognised) throw unreadable("FORMAT_FOREIGN", null, recognised.foreign);
  if (garbled) throw unreadable("GARBLED");
  const { candidates } = recognised;
  if (candidates.length === 0) throw unreadable("FORMAT_UNKNOWN");
  throw new UnreadableFile({ ...unreadable("FORMAT_DOUBTFUL").problem, candidates });
}

/** The line of a place in a text, counted from 1. */
function lineAt(text: string, position: number): number {
  return text.slice(0, position).split(/\r\n?|\n/).length;
}

function rowsOf(text: string, format: ImportFormat): Pick<ReadFile, "rows" | "ignoredColumns"> {
  const { syntax, read: readCells, headed, records: recordsIn } = fileReaders[format];
  const quoted = syntax.quoted || (syntax.delimiter === "\t" && quotesCells(text));
  const records = recordsIn?.(text) ?? readRecords(text, { ...syntax, quoted });
  if (!headed) return { rows: rowsOfRecords(records, readCells), ignoredColumns: [] };
  const at = Math.max(0, headed.find(records.map(({ cells }) => cells)));
  const { cells = [], line = 1 } = records[at] ?? {};
  const { read: readBelow, columns, ignored } = headed.below(cells, line);
  return {
    rows: rowsOfRecords(records.slice(at + 1), readBelow, columns),
    ignoredColumns: ignored,
  };
}

function rowsOfRecords(
  records: readonly FileRecord[],
  read: FileReader["read"],
  columns?: number,
): FileRow[] {
  if (records.length === 0) throw unreadable("NO_ROWS");
  if (records.length > FILE_LIMITS.rows) throw unreadable("TOO_MANY_ROWS");
  const rows = records.flatMap((record) => rowsOfRecord(record, read, columns));
  // AmiVoice may have several words on a line.
  if (rows.length > FILE_LIMITS.rows) throw unreadable("TOO_MANY_ROWS");
  return rows;
}

function rowsOfRecord(
  { line, cells, raw, disabled }: FileRecord,
  readCells: FileReader["read"],
  columns = cells.length,
): FileRow[] {
  const isShifted = cells.slice(columns).some((cell) => cell.trim() !== "");
  return readCells(cells).map((read): FileRow => {
    const checked =
      "reason" in read ? read : checkEntry(disabled ? { ...read, enabled: false } : read);
    // A delimiter without quotes makes one cell two: what stands where is not known.
    if (isShifted) {
      const reason = "reason" in checked ? checked.reason : "";
      return { line, reason: reason + rowSentences.tooManyColumns, cells: null, raw };
    }
    if (!("reason" in checked)) return { line, entry: checked };
    const { reason, stated } = checked;
    if (stated) return { line, reason, cells: cellsOf(stated), raw: null };
    return { line, reason, cells: null, raw: checked.raw ?? raw };
  });
}
