import { ENTRY_HEADINGS } from "../../domain/entryHeadings.ts";
import { entryLabels } from "../../domain/entryLabelSentences.ts";
import {
  ENTRY_FIELDS,
  type EntryCells,
  type EntryField,
  NEEDED_FIELDS,
} from "../../domain/entryRules.ts";
import { enabledText } from "../../domain/entryState.ts";
import { importErrorLabels } from "../../domain/importSentences.ts";
import { unreadable } from "./fileProblem.ts";
import type { FileFormat, StatedEntry, WrittenEntry } from "./format.ts";

/** Spreadsheets take a cell that begins so for a formula; ' is the escape itself. */
const ESCAPED = /^['=+\-@＝＋－＠]/u;
const ESCAPE = /^'(?=['=+\-@＝＋－＠])/u;

/** A cell that no spreadsheet calculates; `restored` is its reverse for every text. */
export function defused(cell: string): string {
  return ESCAPED.test(cell) ? `'${cell}` : cell;
}

function restored(cell: string): string {
  return cell.replace(ESCAPE, "");
}

function columnOf(heading: string): EntryField | undefined {
  const name = heading.normalize("NFKC").trim();
  return ENTRY_FIELDS.find((column) => entryLabels[column] === name || column === name);
}

/**
 * Where a row of headings has each column; undefined if it is no row of headings. Words of other
 * formats are called like ours too: 表記,表記,ヒョウキ,名詞.
 */
export function headings(cells: readonly string[]): Map<EntryField, number> | undefined {
  const columns = cells.map(columnOf);
  const found = new Map<EntryField, number>();
  for (const [n, column] of columns.entries()) if (column) found.set(column, n);
  const needed = NEEDED_FIELDS.filter((field) => found.has(field)).length;
  const isClear = needed === NEEDED_FIELDS.length || (needed > 0 && !columnTwice(columns));
  return isClear ? found : undefined;
}

function columnTwice(columns: readonly (EntryField | undefined)[]): EntryField | undefined {
  return columns.find((column, n) => column && columns.indexOf(column) < n);
}

/** What a file of error rows has besides; both together are such a file's. */
const ERROR_HEADINGS: readonly string[] = [importErrorLabels.line, importErrorLabels.reason];

/** Headings that mean nothing here; their columns are not imported. */
export function unknownHeadings(cells: readonly string[]): string[] {
  const unknown = cells.filter((cell) => cell.trim() !== "" && !columnOf(cell));
  return ERROR_HEADINGS.every((heading) => unknown.includes(heading))
    ? unknown.filter((heading) => !ERROR_HEADINGS.includes(heading))
    : unknown;
}

/** Reads rows below headings in any order. Throws if a needed column is missing or one is there twice. */
export function ownReader(cells: readonly string[], line: number): FileFormat["read"] {
  const twice = columnTwice(cells.map(columnOf));
  if (twice) throw unreadable("COLUMN_TWICE", line, entryLabels[twice]);
  const places = headings(cells);
  for (const needed of NEEDED_FIELDS) {
    if (!places?.has(needed)) throw unreadable("COLUMN_MISSING", line, entryLabels[needed]);
  }
  return (row) => {
    const cell = (column: EntryField) => restored((row[places?.get(column) ?? -1] ?? "").trim());
    const stated: StatedEntry = { surface: cell("surface"), reading: cell("reading") };
    // An empty cell clears the note; the other columns have no empty value.
    if (places?.has("note")) stated.note = cell("note");
    for (const column of ["partOfSpeech", "weight", "enabled"] as const) {
      const value = cell(column);
      if (value !== "") stated[column] = value;
    }
    return [stated];
  };
}

/** What an entry states as our own format writes it, but for `defused`. */
export function cellsOf(stated: StatedEntry): EntryCells {
  const cells: EntryCells = {};
  for (const field of ENTRY_FIELDS) {
    const value = stated[field];
    if (value !== undefined)
      cells[field] = typeof value === "boolean" ? enabledText(value) : String(value);
  }
  return cells;
}

function write(entry: WrittenEntry): string[] {
  const cells = cellsOf(entry);
  return ENTRY_FIELDS.map((field) => defused(cells[field] ?? ""));
}

const own = (delimiter: string): FileFormat => ({
  syntax: { delimiter, quoted: true, newline: "\r\n" },
  head: [ENTRY_HEADINGS.join(delimiter)],
  read: () => [],
  write,
});

export const csv = own(",");
export const tsv = own("\t");
