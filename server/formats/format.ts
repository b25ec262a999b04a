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

/** An entry that is written to a file. */
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

/** How a format divides a file into rows and cells. */
export interface Syntax {
  delimiter: string;
  /** Whether cells may stand in quotes (RFC 4180). */
  quoted: boolean;
  /** What a line of comment begins with. */
  comment?: string;
  newline: "\r\n" | "\n";
  /** By which tables its programs read CP932 and EUC-JP; those of the WHATWG if missing. */
  tables?: Tables;
}

/** How a format reads entries. */
export interface FileReader {
  syntax: Syntax;
  read(cells: readonly string[]): readonly (StatedEntry | Refused)[];
}

/** How a format reads and writes entries. */
export interface FileFormat extends FileReader {
  /** Rows that stand before the entries of an exported file. */
  head: readonly string[];
  /** The cells of an entry; undefined for a disabled one where the format has no place for it. */
  write(entry: WrittenEntry): readonly string[] | undefined;
  /**
   * For each file a function that tells why the format cannot hold the surface of an enabled entry,
   * as a Japanese sentence; undefined if it can. It may remember the entries before.
   */
  refusal?: () => (entry: WrittenEntry) => string | undefined;
}

/** The mark after a comment sign of an entry that is disabled; engines skip such lines. */
export const DISABLED_MARK = enabledText(false);

/** Whether a text reads like a reading: nothing but kana. */
export function isKana(text: string): boolean {
  return /^[ぁ-ゖァ-ヺｦ-ﾟー゛゜ゝゞヽヾ・･\s]+$/u.test(text);
}
