import {
  type DictionaryFormat,
  FILE_LIMITS,
  type FileEncoding,
} from "../../domain/dictionaryFormats.ts";
import type { EntryCells } from "../../domain/entryRules.ts";
import { fileSentences, rowSentences } from "../../domain/formatSentences.ts";
import { checkEntry, type FileEntry } from "./checkEntry.ts";
import {
  decode,
  indexOfUndecodable,
  isUtf16,
  lineOfNul,
  looksGarbled,
  recogniseEncoding,
} from "./encodings.ts";
import { binaryKind } from "./fileKinds.ts";
import { type FileProblem, UnreadableFile, unreadable } from "./fileProblem.ts";
import { fileFormats } from "./formats.ts";
import { cellsOf, ownReader, unknownHeadings } from "./own.ts";
import { recogniseFormat } from "./recognise.ts";
import { type FileRecord, readRecords } from "./records.ts";

/** What the user chose in place of what is recognised. */
export interface FileHints {
  format?: DictionaryFormat | undefined;
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
  format: DictionaryFormat;
  encoding: FileEncoding;
  /** What the file itself says, whatever the user chose; null where it says nothing. */
  recognised: { format: DictionaryFormat | null; encoding: FileEncoding | null };
  /** A sentence where the text may be garbled by a chosen encoding. */
  warning: string | null;
  /** Headings of our own format that are not known; their columns are not imported. */
  ignoredColumns: string[];
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

function read(bytes: Uint8Array, hints: FileHints): ReadFile {
  if (bytes.length > FILE_LIMITS.bytes) throw unreadable("TOO_LARGE");
  if (bytes.length === 0) throw unreadable("EMPTY");
  const kind = binaryKind(bytes);
  if (kind) throw unreadable("NOT_TEXT", null, kind);

  const ownEncoding = recogniseEncoding(bytes);
  const encoding = hints.encoding ?? ownEncoding;
  const nul = isUtf16(encoding) ? undefined : lineOfNul(bytes);
  if (nul !== undefined) throw unreadable("NUL", nul);
  if (!encoding) throw unreadable("ENCODING_UNKNOWN");

  const text = decode(bytes, encoding);
  if (text.trim() === "") throw unreadable("EMPTY");
  const garbled = looksGarbled(bytes, { recognised: ownEncoding, encoding }, text);
  const broken = indexOfUndecodable(bytes, encoding, text);
  if (broken >= 0) throw unreadable("GARBLED", text.slice(0, broken).split(/\r\n?|\n/).length);

  const ownFormat = recogniseFormat(text);
  const format = hints.format ?? ownFormat;
  if (!format) throw unreadable(garbled ? "GARBLED" : "FORMAT_UNKNOWN");
  return {
    format,
    encoding,
    recognised: { format: ownFormat ?? null, encoding: ownEncoding ?? null },
    warning: garbled ? fileSentences.GARBLED : null,
    ...rowsOf(text, format),
  };
}

function rowsOf(text: string, format: DictionaryFormat): Pick<ReadFile, "rows" | "ignoredColumns"> {
  const { syntax, read: readCells } = fileFormats[format];
  const records = readRecords(text, syntax);
  const isOwn = format === "csv" || format === "tsv";
  const head = isOwn ? records.shift() : undefined;
  const reader = isOwn ? ownReader(head?.cells ?? [], head?.line ?? 1) : readCells;
  if (records.length === 0) throw unreadable("NO_ROWS");
  if (records.length > FILE_LIMITS.rows) throw unreadable("TOO_MANY_ROWS");
  const rows = records.flatMap((record) => rowsOfRecord(record, reader, head?.cells.length));
  // AmiVoice may have several words on a line.
  if (rows.length > FILE_LIMITS.rows) throw unreadable("TOO_MANY_ROWS");
  return { rows, ignoredColumns: unknownHeadings(head?.cells ?? []) };
}

function rowsOfRecord(
  { line, cells, raw, disabled }: FileRecord,
  readCells: ReturnType<typeof ownReader>,
  columns = cells.length,
): FileRow[] {
  const isShifted = cells.slice(columns).some((cell) => cell.trim() !== "");
  return readCells(cells).map((read): FileRow => {
    const checked =
      "reason" in read ? read : checkEntry(disabled ? { ...read, enabled: false } : read);
    if (!("reason" in checked)) return { line, entry: checked };
    const { reason, stated } = checked;
    // A delimiter without quotes makes one cell two: what stands where is not known.
    if (isShifted) return { line, reason: reason + rowSentences.tooManyColumns, cells: null, raw };
    if (stated) return { line, reason, cells: cellsOf(stated), raw: null };
    return { line, reason, cells: null, raw: checked.raw ?? raw };
  });
}
