import { fitnessSentences, rowSentences } from "../../domain/files/sentences.ts";
import { isKana, isReadingOf } from "./characters.ts";
import type { FileFormat, Refused, StatedEntry, WrittenEntry } from "./format.ts";
import { knowsTag, partOfSpeechIn, readTag } from "./partsOfSpeech.ts";
import { quotesCells, splitQuoted } from "./records.ts";

/** Signs that a word of AmiVoice cannot have: they divide words, and _ is shown as a space. */
export const AMIVOICE_RESERVED = /[|:_]/u;

/** A word as AmiVoice names its parts; many parts of speech have no class. */
interface AmivoiceWord {
  written: string;
  spoken: string;
  classname?: string;
}

export function amivoiceWord({
  surface,
  reading,
  partOfSpeech,
}: Pick<WrittenEntry, "surface" | "reading" | "partOfSpeech">): AmivoiceWord {
  const classname = partOfSpeechIn("amivoice", partOfSpeech);
  const word = { written: surface.replaceAll(" ", "_"), spoken: reading };
  return classname === "" ? word : { ...word, classname };
}

/** Of the entries of a dictionary with a reading the one that is used: by 強さ, then the older one. */
function firstOfReadings(entries: readonly WrittenEntry[]): ReadonlyMap<string, WrittenEntry> {
  const first = new Map<string, WrittenEntry>();
  for (const entry of entries) {
    if (!entry.enabled || AMIVOICE_RESERVED.test(entry.surface)) continue;
    const other = first.get(entry.reading);
    const comesFirst =
      !other ||
      entry.weight > other.weight ||
      (entry.weight === other.weight && entry.entryId < other.entryId);
    if (comesFirst) first.set(entry.reading, entry);
  }
  return first;
}

/** By tab, space or comma; between tabs and commas, spreadsheets quote. */
const DIVIDE: readonly ((word: string) => string[])[] = [
  (word) => (quotesCells(word) ? splitQuoted(word, "\t") : word.split("\t")),
  (word) => word.split(/ +/u),
  (word) => splitQuoted(word, ","),
];

/** Surface, reading and class of a word; _ is a space. */
function wordCells(word: string): string[] {
  const divided = DIVIDE.map((divide) => divide(word)).filter((cells) => cells.length > 1);
  const cells = divided.find(([, reading = ""]) => isKana(reading)) ?? divided[0] ?? [word];
  return cells.map((cell) => cell.trim());
}

/** Another third cell than a class may be a note. */
function looksLikeWord(word: string): boolean {
  const [surface = "", reading = "", name = "", ...others] = wordCells(word);
  const isWord = surface !== "" && isKana(reading) && !isReadingOf(surface, reading);
  return isWord && others.length === 0 && knowsTag("amivoice", name);
}

function readWord(word: string): StatedEntry | Refused {
  const [surface = "", reading, name = ""] = wordCells(word.trim());
  if (reading === undefined) return { reason: rowSentences.reading, raw: word };
  const stated = { surface: surface.replaceAll("_", " "), reading };
  return name === "" ? stated : { ...stated, partOfSpeech: readTag("amivoice", name) };
}

/** One word a line, or several on one divided by |, as the parameter profileWords has them. */
export const amivoice: FileFormat = {
  syntax: { delimiter: "|", quoted: false, newline: "\n" },
  head: [],
  fits: (cells) => cells.every((word) => word.trim() === "" || looksLikeWord(word)),
  read: (cells) => cells.filter((word) => word.trim() !== "").map(readWord),
  refusal: (entries) => {
    const first = firstOfReadings(entries);
    return ({ entryId, surface, reading }) => {
      const sign = AMIVOICE_RESERVED.exec(surface)?.[0];
      if (sign !== undefined) {
        const { shownAsSpace, reservedSign } = fitnessSentences;
        return { field: "surface", message: sign === "_" ? shownAsSpace : reservedSign(sign) };
      }
      return (first.get(reading)?.entryId ?? entryId) === entryId
        ? undefined
        : { field: "reading", message: fitnessSentences.repeatedReading };
    };
  },
  write: (entry) => (entry.enabled ? [Object.values(amivoiceWord(entry)).join(" ")] : undefined),
};
