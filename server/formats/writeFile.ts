import { stringify } from "csv-stringify/sync";
import iconv from "iconv-lite";
import type { DictionaryFormat, ExportEncoding } from "../../domain/files/formats.ts";
import { katakana } from "../../domain/text/katakana.ts";
import { canEncode, isJapanese, standIn } from "./characters.ts";
import { CODECS } from "./encodings.ts";
import { DISABLED_MARK, type Syntax, type WrittenEntry } from "./format.ts";
import { fileFormats } from "./formats.ts";
import { quotesCells } from "./records.ts";

interface LackingCharacter {
  character: string;
  count: number;
  entryId: number;
  surface: string;
  /** The line of the file, counted from 1. */
  line: number;
}

/** An entry that a format cannot hold; it is not in the file. */
type UnfitEntry = Pick<WrittenEntry, "entryId" | "surface" | "reading">;

export interface WrittenFile {
  /** The file; characters that the encoding lacks have been replaced. */
  bytes: Uint8Array;
  total: number;
  lacking: LackingCharacter[];
  unfit: UnfitEntry[];
}

/** Writes entries in the given order. Disabled ones are comments, or left out without comments. */
export function writeDictionaryFile(
  entries: readonly WrittenEntry[],
  format: DictionaryFormat,
  encoding: ExportEncoding,
): WrittenFile {
  const { head, syntax, write, refusal } = fileFormats[format];
  const refused = refusal?.(entries);
  const lines = [...head];
  const lacking: LackingCharacter[] = [];
  const unfit: UnfitEntry[] = [];
  for (const entry of entries) {
    const { entryId, surface, reading, enabled } = entry;
    if (enabled && refused?.(entry) !== undefined) {
      unfit.push({ entryId, surface, reading });
      continue;
    }
    const cells = write(inKana(entry, encoding));
    if (!cells) continue;
    const at = lines.length + 1;
    const { line, lacks } = replaceLacking(lineOf(cells, entry, syntax), encoding, syntax);
    lines.push(line);
    for (const [character, count] of lacks)
      lacking.push({ character, count, entryId, surface, line: at });
  }
  const total = lines.length - head.length;
  // A lone quotation mark says that those of the words are no quotes of a spreadsheet.
  const isTaken = !syntax.quoted && quotesCells(lines.join("\n"));
  if (isTaken && syntax.comment !== undefined) lines.push(`${syntax.comment} "`);
  const text = lines.map((line) => line + syntax.newline).join("");
  const addBOM = encoding === "utf-8-bom" || encoding === "utf-16le";
  const bytes = iconv.encode(text, CODECS[encoding], { addBOM });
  return { bytes, total, lacking, unfit };
}

/** Hiragana that CP932 and EUC-JP have as katakana only. Readings are read in either. */
const KATAKANA_ONLY = /[ゔゕゖ]/gu;

function inKana(entry: WrittenEntry, encoding: ExportEncoding): WrittenEntry {
  if (!isJapanese(encoding)) return entry;
  return { ...entry, reading: entry.reading.replaceAll(KATAKANA_ONLY, (kana) => katakana(kana)) };
}

/** The cells of an entry as a line of a file, without its end. */
export function lineOf(
  cells: readonly string[],
  { enabled }: Pick<WrittenEntry, "enabled">,
  syntax: Syntax,
): string {
  const { comment, delimiter, quoted } = syntax;
  const line = quoted
    ? stringify([[...cells]], {
        delimiter,
        eof: false,
        ...(comment === undefined ? {} : { quoted_match: new RegExp(`^${comment}`, "u") }),
      })
    : cells.join(delimiter);
  if (enabled || comment === undefined) return line;
  return comment + DISABLED_MARK + delimiter + line;
}

function replaceLacking(line: string, encoding: ExportEncoding, { tables }: Syntax) {
  const lacks = new Map<string, number>();
  if (!isJapanese(encoding)) return { line, lacks };
  const replaced = [...line].map((character) => {
    if (canEncode(character, encoding, tables)) return character;
    lacks.set(character, (lacks.get(character) ?? 0) + 1);
    return standIn(character, encoding);
  });
  return { line: lacks.size === 0 ? line : replaced.join(""), lacks };
}
