import { Buffer } from "node:buffer";
import { CsvError, parse } from "csv-parse/sync";
import { FILE_LIMITS } from "../../domain/files/formats.ts";
import { unreadable } from "./fileProblem.ts";
import { DISABLED_MARK, type Syntax } from "./format.ts";
import { MOST_TITLE_ROWS } from "./headings.ts";

/** In bytes; longer than any entry with its quotes, and than the segmentation of a word in Sudachi. */
const LONGEST_LINE = 10_000;
const MOST_COLUMNS = 100;

/** One row of a file. */
export interface FileRecord {
  /** The line where it begins, counted from 1. */
  line: number;
  cells: string[];
  /** Its text, undivided. */
  raw: string;
  /** Whether a comment sign hides it from the engine. */
  disabled: boolean;
}

/**
 * Splits a text into rows and cells, without blank rows and comments. Little more than the limit is
 * read. Throws UnreadableFile with the line of broken quotes and of an overlong row.
 */
export function readRecords(text: string, syntax: Syntax): FileRecord[] {
  const all = text.replace(/\r\n?/g, "\n").split("\n");
  const { lines, disabled } = withoutComments(all, syntax);
  const records: FileRecord[] = [];
  let lastLine = 0;
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
        lastLine = end;
        const line = end - cells.join("").split("\n").length + 1;
        if (cells.length > MOST_COLUMNS)
          throw unreadable("TOO_MANY_COLUMNS", line, String(MOST_COLUMNS));
        if (cells.some((cell) => cell.trim() !== ""))
          records.push({
            line,
            cells,
            raw: all.slice(line - 1, end).join("\n"),
            disabled: disabled.has(line),
          });
        return null;
      },
    });
  } catch (error) {
    if (error instanceof CsvError) throw quoteProblem(error, lines, lastLine, syntax);
    throw error;
  }
  return records;
}

/** Blanks comments, so that lines keep their numbers, and uncovers entries marked as disabled. */
function withoutComments(lines: string[], { comment, delimiter }: Syntax) {
  const disabled = new Set<number>();
  if (comment === undefined) return { lines, disabled };
  const mark = comment + DISABLED_MARK + delimiter;
  const kept = lines.map((line, n) => {
    if (!line.startsWith(comment)) return line;
    if (!line.startsWith(mark)) return "";
    disabled.add(n + 1);
    return line.slice(mark.length);
  });
  return { lines: kept, disabled };
}

/** The broken row begins after the last good one; an open quote swallows the lines below. */
function quoteProblem(
  { code }: CsvError,
  lines: readonly string[],
  lastLine: number,
  { delimiter }: Syntax,
) {
  const first = lines.findIndex((line, n) => n >= lastLine && line !== "");
  const line = lines[first] ?? "";
  const isLong = code === "CSV_MAX_RECORD_SIZE" && Buffer.byteLength(line) > LONGEST_LINE;
  if (!isLong) {
    const isOpen = code === "CSV_QUOTE_NOT_CLOSED" || code === "CSV_MAX_RECORD_SIZE";
    return unreadable(isOpen ? "QUOTE_NOT_CLOSED" : "QUOTE_MISPLACED", first + 1);
  }
  const columns = line.slice(0, LONGEST_LINE).split(delimiter).length;
  return columns > MOST_COLUMNS
    ? unreadable("TOO_MANY_COLUMNS", first + 1, String(MOST_COLUMNS))
    : unreadable("LINE_TOO_LONG", first + 1);
}
