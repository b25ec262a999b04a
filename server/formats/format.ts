import type { PartOfSpeech } from "../../domain/entries/partsOfSpeech.ts";
import { enabledText } from "../../domain/entries/state.ts";
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
