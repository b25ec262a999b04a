import { Buffer } from "node:buffer";
import { stringify } from "csv-stringify/sync";
import iconv from "iconv-lite";
import type { DictionaryFormat, ExportEncoding } from "../../domain/dictionaryFormats.ts";
import { CODECS } from "./encodings.ts";
import { DISABLED_MARK, type Syntax, type WrittenEntry } from "./format.ts";
import { fileFormats } from "./formats.ts";

/** A character that an encoding lacks, in one entry. */
interface LackingCharacter {
  character: string;
  /** How often the entry has it. */
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
  /** How many entries it has. */
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
  const { head, syntax, write } = fileFormats[format];
  const lines = [...head];
  const lacking: LackingCharacter[] = [];
  const unfit: UnfitEntry[] = [];
  for (const entry of entries) {
    const cells = write(entry);
    if (!cells) {
      const { entryId, surface, reading } = entry;
      if (entry.enabled) unfit.push({ entryId, surface, reading });
      continue;
    }
    const line = lineOf(cells, entry, syntax);
    lines.push(replaceLacking(line, encoding, lacking, entry, lines.length + 1));
  }
  const text = lines.map((line) => line + syntax.newline).join("");
  const addBOM = encoding === "utf-8-bom" || encoding === "utf-16le";
  const bytes = iconv.encode(text, CODECS[encoding], { addBOM });
  return { bytes, total: lines.length - head.length, lacking, unfit };
}

function lineOf(cells: readonly string[], { enabled }: WrittenEntry, syntax: Syntax): string {
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

/** The half of pairs that Japanese encodings do not tell apart, and the one that they have. */
const TWINS: Readonly<Record<string, string>> = {
  "〜": "～",
  "‖": "∥",
  "−": "－",
  "—": "―",
  "¢": "￠",
  "£": "￡",
  "¬": "￢",
  "¥": "￥",
  "‾": "￣",
};
const MISSING = "〓";

const known: Record<"cp932" | "euc-jp", Map<string, boolean>> = {
  cp932: new Map(),
  "euc-jp": new Map(),
};

/** Whether a character comes back from an encoding as it was. */
export function canEncode(character: string, encoding: ExportEncoding): boolean {
  if (encoding !== "cp932" && encoding !== "euc-jp") return true;
  let can = known[encoding].get(character);
  if (can === undefined) {
    const bytes = iconv.encode(character, CODECS[encoding]);
    can = iconv.decode(Buffer.from(bytes), CODECS[encoding]) === character;
    known[encoding].set(character, can);
  }
  return can;
}

function replaceLacking(
  line: string,
  encoding: ExportEncoding,
  lacking: LackingCharacter[],
  { entryId, surface }: WrittenEntry,
  at: number,
): string {
  if (encoding !== "cp932" && encoding !== "euc-jp") return line;
  const counts = new Map<string, number>();
  const replaced = [...line].map((character) => {
    if (canEncode(character, encoding)) return character;
    counts.set(character, (counts.get(character) ?? 0) + 1);
    const twin = TWINS[character];
    return twin !== undefined && canEncode(twin, encoding) ? twin : MISSING;
  });
  for (const [character, count] of counts)
    lacking.push({ character, count, entryId, surface, line: at });
  return counts.size === 0 ? line : replaced.join("");
}
