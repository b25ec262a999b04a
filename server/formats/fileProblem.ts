import { atLine, fileSentences } from "../../domain/files/sentences.ts";
import type { FormatCandidate } from "../../domain/imports/schemas.ts";

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
