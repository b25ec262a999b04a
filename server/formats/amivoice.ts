import { fitnessSentences } from "../../domain/files/fitnessSentences.ts";
import { rowSentences } from "../../domain/files/sentences.ts";
import type { FileFormat, Refused, StatedEntry } from "./format.ts";
import { isKana, isReadingOf } from "./kana.ts";
import { partOfSpeechIn, readTag } from "./partsOfSpeech.ts";
import { quotesCells, splitQuoted } from "./quotes.ts";

/** Signs that a word of AmiVoice cannot have: they divide words, and _ is shown as a space. */
const RESERVED = /[|:_]/u;

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

/** Longer than any name of a class. */
const LONGEST_CLASS = 10;

function looksLikeWord(word: string): boolean {
  const [surface = "", reading = "", name = "", ...others] = wordCells(word);
  const isWord = surface !== "" && isKana(reading) && !isReadingOf(surface, reading);
  return isWord && others.length === 0 && name.length < LONGEST_CLASS;
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
  refusal:
    () =>
    ({ surface }) => {
      const sign = RESERVED.exec(surface)?.[0];
      if (sign === undefined) return undefined;
      return sign === "_" ? fitnessSentences.shownAsSpace : fitnessSentences.reservedSign(sign);
    },
  write: ({ surface, reading, partOfSpeech, enabled }) => {
    if (!enabled) return undefined;
    const name = partOfSpeechIn("amivoice", partOfSpeech);
    const cells = [surface.replaceAll(" ", "_"), reading, ...(name === "" ? [] : [name])];
    return [cells.join(" ")];
  },
};
