import type { PartOfSpeech } from "../../domain/entries/partsOfSpeech.ts";
import { enabledText } from "../../domain/entries/state.ts";
import { atLine, fileSentences } from "../../domain/files/sentences.ts";
import type { FormatCandidate } from "../../domain/imports/schemas.ts";
import type { Tables } from "./characters.ts";

/**
 * An entry as a row states it, before the rules of entries apply. An import leaves what is missing
 * as it is, or gives it a default in a new entry.
 */
export interface StatedEntry {
  surface: string;
  reading: string;
  partOfSpeech?: string;
  weight?: number | string;
  note?: string;
  enabled?: boolean | string;
}

export interface WrittenEntry {
  entryId: number;
  surface: string;
  reading: string;
  partOfSpeech: PartOfSpeech;
  weight: number;
  note: string;
  enabled: boolean;
}

/** A row that is no entry, with the reason as a Japanese sentence. */
export interface Refused {
  reason: string;
  /** What the row states nevertheless; missing if its cells cannot be told apart. */
  stated?: StatedEntry;
  /** What holds the cells, if that is not the whole row. */
  raw?: string;
}

export const MOST_COLUMNS = 100;

/** How a format divides a file into rows and cells. */
export interface Syntax {
  delimiter: string;
  /** Whether cells may stand in quotes (RFC 4180). */
  quoted: boolean;
  /** What a line of comment begins with. */
  comment?: string;
  newline: "\r\n" | "\n";
  /** The most columns that a row may have; MOST_COLUMNS if missing. */
  columns?: number;
  /** By which tables its programs read CP932 and EUC-JP; those of the WHATWG if missing. */
  tables?: Tables;
}

export interface FileRecord {
  /** The row where it stands in a spreadsheet, counted from 1. */
  line: number;
  cells: string[];
  /** Its text, undivided. */
  raw: string;
  /** Whether a comment sign hides it from the engine. */
  disabled: boolean;
}

type ReadCells = (cells: readonly string[]) => readonly (StatedEntry | Refused)[];

/** How rows are read whose columns a row of headings names. */
export interface HeadedRows {
  /** The index of the row of headings among the first ones; -1 without one. */
  find(rows: readonly (readonly string[])[]): number;
  /** What a row of headings says; throws if a column is missing or there twice. */
  below(
    cells: readonly string[],
    line: number,
  ): {
    read: ReadCells;
    /** How many columns have a heading, those between included. */
    columns: number;
    /** Headings whose columns are not imported. */
    ignored: string[];
  };
}

/** How a format reads entries, and by what it is recognised (recognise.ts). */
export interface FileReader {
  syntax: Syntax;
  /** How the first filled line begins, where that alone says what the file is. */
  header?: RegExp;
  /** Formats with headings are recognised by these. */
  headed?: HeadedRows;
  fits(cells: readonly string[]): boolean;
  read: ReadCells;
  /** Divides a file whose rows are no lines. */
  records?(text: string): FileRecord[];
}

export interface FileFormat extends FileReader {
  /** Rows that stand before the entries of an exported file. */
  head: readonly string[];
  /** The cells of an entry; undefined for a disabled one where the format has no place for it. */
  write(entry: WrittenEntry): readonly string[] | undefined;
  /**
   * For each file, of whose entries it says so, a function that says why the format cannot hold an
   * enabled one; undefined if it can. It may remember the entries before.
   */
  refusal?: (entries: readonly WrittenEntry[]) => (entry: WrittenEntry) => Refusal | undefined;
}

/** Why a format cannot hold an entry, as a Japanese sentence, and of what it says so. */
interface Refusal {
  field: "surface" | "reading";
  message: string;
}

/** The mark after a comment sign of an entry that is disabled; engines skip such lines. */
export const DISABLED_MARK = enabledText(false);

type Sentences = typeof fileSentences;
export type FileProblemCode = keyof Sentences;
type Values<C extends FileProblemCode> = Sentences[C] extends (...values: infer V) => string
  ? V
  : [];

/** Why a whole file cannot be read; `message` is a complete sentence, with the line if there is one. */
export interface FileProblem {
  code: FileProblemCode;
  message: string;
  /** Counted from 1; null for problems of the file. */
  line: number | null;
  /** The formats among which a person has to choose; of FORMAT_DOUBTFUL. */
  candidates?: FormatCandidate[];
}

export class UnreadableFile extends Error {
  override readonly name = "UnreadableFile";
  readonly problem: FileProblem;

  constructor(problem: FileProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

export function unreadable<C extends FileProblemCode>(
  code: C,
  line: number | null = null,
  ...values: Values<C>
): UnreadableFile {
  const sentence: string | ((...values: string[]) => string) = fileSentences[code];
  const text = typeof sentence === "string" ? sentence : sentence(...values.map(String));
  return new UnreadableFile({ code, message: line === null ? text : atLine(line, text), line });
}

/**
 * What Excel makes of cells when it opens a file: a date of 1-2, a power of ten of 1E5 or of many
 * digits, an error of what begins with =.
 */
const CONVERTED =
  /^(?:\d{1,2}月\d{1,2}日|\d{1,2}-(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)-\d{2}|-?\d(?:\.\d+)?E[+-]\d{2,3}|#(?:NAME\?|REF!|VALUE!|DIV\/0!|N\/A|NUM!|NULL!)|#{4,})$/u;

/** Longer than any of these, and than a number with zeros before it. */
const LONGEST = 40;

type Cells = Readonly<Partial<Record<string, string | undefined>>>;

/**
 * The rows with a cell that a spreadsheet seems to have converted: to a date, to a power of ten, or to a
 * number that is shorter than others of its column, which have kept the zeros before them.
 */
export function convertedLines(rows: readonly { line: number; cells: Cells }[]): number[] {
  const widths = new Map<string, number>();
  const filled = rows.map(({ line, cells }) => ({ line, cells: shortTexts(cells) }));
  for (const { cells } of filled) {
    for (const [column, text] of cells) {
      if (!/^0\d+$/.test(text)) continue;
      widths.set(column, Math.max(widths.get(column) ?? 0, text.length));
    }
  }
  const isShorter = (column: string, text: string) =>
    /^[1-9]\d*$/.test(text) && text.length < (widths.get(column) ?? 0);
  const lines = filled.flatMap(({ line, cells }) =>
    cells.some(([column, text]) => CONVERTED.test(text) || isShorter(column, text)) ? [line] : [],
  );
  return [...new Set(lines)];
}

function shortTexts(cells: Cells): [string, string][] {
  return Object.entries(cells).flatMap(([column, cell]): [string, string][] =>
    cell !== undefined && cell.length <= LONGEST ? [[column, cell.trim()]] : [],
  );
}
