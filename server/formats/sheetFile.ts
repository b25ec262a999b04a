import type { FileEncoding } from "../../domain/files/formats.ts";
import { isFormula, restored } from "../../domain/files/formulas.ts";
import { rowSentences } from "../../domain/files/sentences.ts";
import { importErrorLabels, sheetSentences } from "../../domain/imports/sentences.ts";
import { listedWord } from "../../domain/text/listedWord.ts";
import { searchKey } from "../../domain/text/searchKey.ts";
import { shortened } from "../../domain/text/shortened.ts";
import { type FileProblem, UnreadableFile, unreadable } from "./fileProblem.ts";
import type { Syntax } from "./format.ts";
import { MOST_TITLE_ROWS } from "./headings.ts";
import { textOf } from "./readFile.ts";
import { type FileRecord, readRecords } from "./records.ts";

export type Cells<Field extends string> = Partial<Record<Field, string>>;

/** A row of a file. Without a reason its cells are as records have them; else as they stand there. */
interface SheetRow<Field extends string> {
  line: number;
  cells: Cells<Field>;
  reason: string | null;
}

export interface SheetFile<Field extends string> {
  encoding: FileEncoding;
  /** Headings that are not known, without those of a file of error rows. */
  ignoredColumns: string[];
  rows: SheetRow<Field>[];
}

/** What a sheet of records looks like: people, contracts. */
export interface SheetKind<Field extends string> {
  headings: Readonly<Partial<Record<Field, string>>>;
  /** What people write above a column besides our heading. */
  otherNames: Readonly<Partial<Record<Field, readonly string[]>>>;
  /** The fields that the sheet may have. */
  fields: readonly Field[];
  /** A file without these columns is refused. */
  needed: readonly Field[];
  most: number;
  /** The cells as records have them, or the sentences that say what is wrong. */
  check: (cells: Cells<Field>) => { cells: Cells<Field> } | { reasons: readonly string[] };
}

const csv: Syntax = { delimiter: ",", quoted: true, newline: "\r\n" };
const tsv: Syntax = { ...csv, delimiter: "\t" };

/** What a file of error rows has besides; its columns are passed over. */
const ERROR_HEADINGS: readonly string[] = [importErrorLabels.line, importErrorLabels.reason];

/**
 * Reads a sheet with headings in any order, above which titles may stand, and checks each row. Never
 * throws for what a file holds.
 */
export function readSheet<Field extends string>(
  bytes: Uint8Array,
  kind: SheetKind<Field>,
): SheetFile<Field> | { problem: FileProblem } {
  try {
    const { text, encoding } = textOf(bytes);
    return { encoding, ...rowsOf(text, kind) };
  } catch (error) {
    if (error instanceof UnreadableFile) return { problem: error.problem };
    throw error;
  }
}

function rowsOf<Field extends string>(
  text: string,
  kind: SheetKind<Field>,
): Omit<SheetFile<Field>, "encoding"> {
  const [firstLine = ""] = text.trimStart().split(/[\r\n]/, 1);
  const records = readRecords(text, firstLine.includes("\t") ? tsv : csv);
  const headings = findHeadings(records, kind);
  const rows = records.slice(headings.at + 1);
  if (rows.length === 0) throw unreadable("NO_ROWS");
  if (rows.length > kind.most) throw unreadable("TOO_MANY_ROWS");
  return {
    ignoredColumns: headings.ignored,
    rows: rows.map((record) => rowOf(record, headings, kind)),
  };
}

interface Headings<Field> {
  at: number;
  places: ReadonlyMap<Field, number>;
  /** How many columns have a heading, those between included. */
  columns: number;
  ignored: string[];
}

/** The row of headings. Throws if a needed column is missing. */
function findHeadings<Field extends string>(
  records: readonly FileRecord[],
  kind: SheetKind<Field>,
): Headings<Field> {
  const fieldOf = fieldFinder(kind);
  let best = { at: 0, named: 0 };
  for (const [at, { cells }] of records.slice(0, MOST_TITLE_ROWS + 1).entries()) {
    const named = cells.filter((cell) => fieldOf(cell) !== undefined).length;
    if (named > best.named) best = { at, named };
  }
  const { cells = [], line = 1 } = records[best.at] ?? {};
  const places = new Map<Field, number>();
  for (const [place, cell] of cells.entries()) {
    const field = fieldOf(cell);
    if (field === undefined) continue;
    if (places.has(field)) throw unreadable("COLUMN_TWICE", line, shortened(cell));
    places.set(field, place);
  }
  for (const needed of kind.needed) {
    const heading = kind.headings[needed] ?? needed;
    if (!places.has(needed)) throw unreadable("HEADING_MISSING", line, heading);
  }
  const taken = new Set(places.values());
  const ignored = cells
    .filter((cell, place) => isFilled(cell) && !taken.has(place))
    .map(shortened)
    .filter((heading) => !ERROR_HEADINGS.includes(heading));
  return { at: best.at, places, columns: cells.findLastIndex(isFilled) + 1, ignored };
}

const isFilled = (cell: string) => cell.trim() !== "";

function fieldFinder<Field extends string>({ fields, headings, otherNames }: SheetKind<Field>) {
  const known = new Map(
    fields.flatMap((field) =>
      [headings[field] ?? field, field, ...(otherNames[field] ?? [])].map(
        (name): [string, Field] => [searchKey(name), field],
      ),
    ),
  );
  return (cell: string): Field | undefined => {
    const name = listedWord(cell);
    return name === undefined ? undefined : known.get(searchKey(name));
  };
}

function rowOf<Field extends string>(
  { line, cells: written }: FileRecord,
  { places, columns }: Headings<Field>,
  { headings, check }: SheetKind<Field>,
): SheetRow<Field> {
  const cells: Cells<Field> = {};
  const reasons: string[] = [];
  for (const [field, place] of places) {
    const cell = (written[place] ?? "").trim();
    cells[field] = restored(cell);
    if (isFormula(cell)) reasons.push(sheetSentences.formula(headings[field] ?? field));
  }
  const checked = check(cells);
  if ("reasons" in checked && reasons.length === 0) reasons.push(...checked.reasons);
  if (written.slice(columns).some(isFilled)) reasons.push(rowSentences.tooManyColumns);
  if ("reasons" in checked || reasons.length > 0) {
    return { line, cells, reason: [...new Set(reasons)].join("") };
  }
  return { line, cells: checked.cells, reason: null };
}
