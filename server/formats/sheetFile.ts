import type { FileEncoding } from "../../domain/files/formats.ts";
import { isFormula, restored } from "../../domain/files/formulas.ts";
import { rowSentences } from "../../domain/files/sentences.ts";
import { allFaults, type Fault, fault, type StagedRow } from "../../domain/imports/rows.ts";
import { sheetSentences } from "../../domain/imports/rules.ts";
import { shortened } from "../../domain/text/shortened.ts";
import {
  convertedLines,
  type FileProblem,
  type FileRecord,
  type Syntax,
  UnreadableFile,
  unreadable,
} from "./format.ts";
import { HeadingFinder, type Headings, MOST_TITLE_ROWS, type SheetColumns } from "./headings.ts";
import { textOf } from "./readFile.ts";
import { readRecords } from "./records.ts";

export type Cells<Field extends string> = Partial<Record<Field, string>>;

type SheetRow<Field extends string> = Omit<StagedRow<Field>, "rowNo">;

export interface SheetFile<Field extends string> {
  encoding: FileEncoding;
  /** Headings that are not known, without those of a file of error rows. */
  ignoredColumns: string[];
  /** Rows with a cell that a spreadsheet seems to have converted. */
  convertedLines: number[];
  rows: SheetRow<Field>[];
}

/** What a sheet of records looks like: people, contracts. Columns may be parts of a field. */
export interface SheetKind<Field extends string, Column extends string = Field> {
  columns: SheetColumns<Column>;
  /** The label of a column without which the file is refused; undefined if it has all of them. */
  missing: (has: (column: Column) => boolean) => string | undefined;
  most: number;
  /** The cells of the fields from those of the columns. */
  compose: (cells: Cells<Column>) => Cells<Field>;
  fieldOf: (column: Column) => Field;
  /** The cells as records have them, or what is wrong with them. */
  check: (cells: Cells<Field>) => { cells: Cells<Field> } | { faults: readonly Fault<Field>[] };
}

/** Lists of people of other programs have more columns than words. */
const MOST_COLUMNS = 500;
const csv: Syntax = { delimiter: ",", quoted: true, newline: "\r\n", columns: MOST_COLUMNS };
const tsv: Syntax = { ...csv, delimiter: "\t" };

/**
 * Reads a sheet with headings in any order, above which titles may stand, and checks each row. Never
 * throws for what a file holds.
 */
export function readSheet<Field extends string, Column extends string>(
  bytes: Uint8Array,
  kind: SheetKind<Field, Column>,
): SheetFile<Field> | { problem: FileProblem } {
  try {
    const { text, encoding } = textOf(bytes);
    return { encoding, ...rowsOf(text, kind) };
  } catch (error) {
    if (error instanceof UnreadableFile) return { problem: error.problem };
    throw error;
  }
}

function rowsOf<Field extends string, Column extends string>(
  text: string,
  kind: SheetKind<Field, Column>,
): Omit<SheetFile<Field>, "encoding"> {
  const records = readRecords(text, syntaxOf(text));
  const { at, headings } = headingsIn(records, kind);
  const found = records.slice(at + 1);
  if (found.length === 0) throw unreadable("NO_ROWS");
  if (found.length > kind.most) throw unreadable("TOO_MANY_ROWS");
  const rows = found.map((record) => rowOf(record, headings, kind));
  return { ignoredColumns: headings.ignored, convertedLines: convertedLines(rows), rows };
}

/** By the first lines, where titles may stand. */
function syntaxOf(text: string): Syntax {
  const head = text
    .trimStart()
    .split(/[\r\n]+/, MOST_TITLE_ROWS + 1)
    .join("");
  return head.split("\t").length > head.split(",").length ? tsv : csv;
}

/** The row of headings: that with all needed columns, else the one with the most. Throws if one is missing. */
function headingsIn<Field extends string, Column extends string>(
  records: readonly FileRecord[],
  { columns, missing }: SheetKind<Field, Column>,
) {
  const finder = new HeadingFinder(columns);
  const lacking = ({ positions }: Headings<Column>) => missing((column) => positions.has(column));
  const rows = records.slice(0, MOST_TITLE_ROWS + 1).map(({ cells }) => cells);
  const whole = finder.find(rows, { accepts: (found) => lacking(found) === undefined });
  const at = whole >= 0 ? whole : fullest(rows.map((row) => finder.headingsOf(row).positions.size));
  const { cells = [], line = 1 } = records[at] ?? {};
  const headings = finder.headingsOf(cells);
  if (headings.twice !== undefined)
    throw unreadable("COLUMN_TWICE", line, shortened(headings.twice));
  const label = lacking(headings);
  if (label !== undefined) throw unreadable("HEADING_MISSING", line, label);
  return { at, headings };
}

/** The index of the first one of the largest numbers. */
function fullest(sizes: readonly number[]): number {
  return Math.max(0, sizes.indexOf(Math.max(...sizes)));
}

const isFilled = (cell: string) => cell.trim() !== "";

/** What people write into a cell that has to stay empty. */
const BLANK = /^[-－‐‑–—―−ーｰ]$/u;

function rowOf<Field extends string, Column extends string>(
  { line, cells: written }: FileRecord,
  { positions, columns }: Headings<Column>,
  { columns: { labels }, compose, fieldOf, check }: SheetKind<Field, Column>,
): SheetRow<Field> {
  const found: Cells<Column> = {};
  const faults: Fault<Field>[] = [];
  for (const [column, position] of positions) {
    const cell = (written[position] ?? "").trim();
    const isBlank = BLANK.test(cell);
    found[column] = isBlank ? "" : restored(cell);
    if (!isBlank && isFormula(cell)) {
      faults.push(fault(sheetSentences.formula(labels[column]), fieldOf(column)));
    }
  }
  const cells = compose(found);
  const checked = check(cells);
  if ("faults" in checked && faults.length === 0) faults.push(...checked.faults);
  if (written.slice(columns).some(isFilled)) faults.push(fault(rowSentences.tooManyColumns));
  if ("faults" in checked || faults.length > 0) return { line, cells, ...allFaults(faults) };
  return { line, cells: checked.cells, reason: null, wrong: [] };
}
