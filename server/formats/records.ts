import { Buffer } from "node:buffer";
import { CsvError, parse } from "csv-parse/sync";
import { FILE_LIMITS } from "../../domain/files/formats.ts";
import { DISABLED_MARK, type FileRecord, MOST_COLUMNS, type Syntax, unreadable } from "./format.ts";
import { MOST_TITLE_ROWS } from "./headings.ts";

/** Whether a row has a surface, ids and a cost, as the tables of MeCab and of its relatives. */
export function isNumbered(cells: readonly string[]): boolean {
  return cells.length >= 10 && cells.slice(1, 4).every((cell) => /^-?\d*$/.test(cell));
}

/** Whether a row is one of JUMAN, whose tables are like MeCab's but for the reading in column 9. */
export function isJuman(cells: readonly string[]): boolean {
  return isNumbered(cells) && /^[ぁ-ゖー]+$/u.test(cells[9] ?? "");
}

/**
 * The text of a cell in quotation marks that begins at a place, those inside doubled (RFC 4180), and
 * where it ends; undefined if it has no end.
 */
function quotedAt(line: string, position: number): { inner: string; end: number } | undefined {
  if (line[position] !== '"') return undefined;
  let mark = line.indexOf('"', position + 1);
  while (mark >= 0 && line[mark + 1] === '"') mark = line.indexOf('"', mark + 2);
  return mark < 0 ? undefined : { inner: line.slice(position + 1, mark), end: mark + 1 };
}

/** The cells of a line without their quotation marks, which belong to them where one is misplaced. */
export function splitQuoted(line: string, delimiter: string): string[] {
  if (!line.includes('"')) return line.split(delimiter);
  const cells: string[] = [];
  for (let at = 0; ; at += delimiter.length) {
    const quoted = quotedAt(line, at);
    const next = line.indexOf(delimiter, quoted?.end ?? at);
    const end = next < 0 ? line.length : next;
    const isMisplaced = quoted === undefined ? line[at] === '"' : quoted.end !== end;
    if (isMisplaced) return line.split(delimiter);
    cells.push(quoted?.inner.replaceAll('""', '"') ?? line.slice(at, end));
    if (end === line.length) return cells;
    at = end;
  }
}

/**
 * Whether a text between tabs was saved by a spreadsheet, which quotes the cells that need it: with a
 * quotation mark or, in Excel, with a comma. In other lists the marks belong to the words.
 */
export function quotesCells(text: string): boolean {
  if (!text.includes('"')) return false;
  const found = { quotes: false, commas: false, bareCommas: false };
  for (const line of text.split(/[\r\n]+/)) {
    const cells = line.split("\t");
    const areAllQuoted = cells.every((cell) => cell === "" || cell.startsWith('"'));
    for (const cell of cells) {
      if (!cell.includes('"')) {
        found.bareCommas ||= cell.includes(",");
        continue;
      }
      const quoted = quotedAt(cell, 0);
      if (quoted?.end !== cell.length) return false;
      if (quoted.inner.includes('"') || areAllQuoted) found.quotes = true;
      else if (quoted.inner.includes(",")) found.commas = true;
      else return false;
    }
  }
  return found.commas ? !found.bareCommas : found.quotes;
}

/** In bytes; longer than any entry with its quotes, and than the segmentation of a word in Sudachi. */
const LONGEST_LINE = 10_000;

/** Where the last row ended, as a line of the text and as a row of a spreadsheet, counted from 1. */
interface LastRecord {
  line: number;
  row: number;
}

/**
 * Splits a text into rows and cells, without blank rows and comments. Little more than the limit is
 * read. Throws UnreadableFile with the row of broken quotes and of an overlong one.
 */
export function readRecords(text: string, syntax: Syntax): FileRecord[] {
  const all = text.replace(/\r\n?/g, "\n").split("\n");
  const { lines, disabled } = withoutComments(all, syntax);
  const records: FileRecord[] = [];
  const last: LastRecord = { line: 0, row: 0 };
  const { columns = MOST_COLUMNS } = syntax;
  try {
    parse(lines.join("\n"), {
      delimiter: syntax.delimiter,
      quote: syntax.quoted ? '"' : null,
      record_delimiter: "\n",
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: LONGEST_LINE,
      // Titles, headings, and one more than may be imported.
      to: MOST_TITLE_ROWS + 1 + FILE_LIMITS.rows + 1,
      on_record: (cells: string[], { lines: end }) => {
        const line = end - cells.join("").split("\n").length + 1;
        // A cell of several lines is in one row, a blank line is a row.
        last.row += line - last.line;
        last.line = end;
        if (cells.length > columns) throw unreadable("TOO_MANY_COLUMNS", last.row, String(columns));
        if (cells.some((cell) => cell.trim() !== ""))
          records.push({
            line: last.row,
            cells,
            raw: all.slice(line - 1, end).join("\n"),
            disabled: disabled.has(line),
          });
        return null;
      },
    });
  } catch (error) {
    if (error instanceof CsvError) throw quoteProblem(error, lines, last, syntax);
    throw error;
  }
  return records;
}

/** Blanks comments, so that lines keep their numbers, and uncovers entries marked as disabled. */
function withoutComments(lines: string[], { comment, delimiter }: Syntax) {
  const disabled = new Set<number>();
  if (comment === undefined) return { lines, disabled };
  const mark = comment + DISABLED_MARK + delimiter;
  const enabled = lines.map((line, n) => {
    if (!line.startsWith(comment)) return line;
    if (!line.startsWith(mark)) return "";
    disabled.add(n + 1);
    return line.slice(mark.length);
  });
  return { lines: enabled, disabled };
}

/** The broken row begins after the last good one; an open quote swallows the lines below. */
function quoteProblem(
  { code }: CsvError,
  lines: readonly string[],
  last: LastRecord,
  { delimiter, columns: most = MOST_COLUMNS }: Syntax,
) {
  const first = lines.findIndex((line, n) => n >= last.line && line !== "");
  const line = lines[first] ?? "";
  const row = last.row + first - last.line + 1;
  const isLong = code === "CSV_MAX_RECORD_SIZE" && Buffer.byteLength(line) > LONGEST_LINE;
  if (!isLong) {
    const isOpen = code === "CSV_QUOTE_NOT_CLOSED" || code === "CSV_MAX_RECORD_SIZE";
    return unreadable(isOpen ? "QUOTE_NOT_CLOSED" : "QUOTE_MISPLACED", row);
  }
  const columns = line.slice(0, LONGEST_LINE).split(delimiter).length;
  return columns > most
    ? unreadable("TOO_MANY_COLUMNS", row, String(most))
    : unreadable("LINE_TOO_LONG", row);
}
