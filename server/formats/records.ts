import { Buffer } from "node:buffer";
import { CsvError, parse } from "csv-parse/sync";
import { FILE_LIMITS } from "../../domain/files/formats.ts";
import { unreadable } from "./fileProblem.ts";
import { DISABLED_MARK, type FileRecord, MOST_COLUMNS, type Syntax } from "./format.ts";
import { MOST_TITLE_ROWS } from "./headings.ts";

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
