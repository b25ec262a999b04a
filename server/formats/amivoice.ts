import { fitnessSentences } from "../../domain/files/fitnessSentences.ts";
import { rowSentences } from "../../domain/files/sentences.ts";
import { type FileFormat, isKana, type Refused, type StatedEntry } from "./format.ts";
import { partOfSpeechIn, readTag } from "./partsOfSpeech.ts";

/** Signs that a word of AmiVoice cannot have: they divide words, and _ is shown as a space. */
const RESERVED = /[|:_]/u;

const DIVIDERS = [/\t/u, / +/u, /,/u];

/** Surface, reading and class of a word, divided by tab, space or comma; _ is a space. */
export function amivoiceCells(word: string): string[] {
  const divided = DIVIDERS.map((divider) => word.trim().split(divider)).filter(
    (cells) => cells.length > 1,
  );
  const cells = divided.find(([, reading = ""]) => isKana(reading)) ?? divided[0] ?? [word];
  return cells.map((cell) => cell.trim());
}

function readWord(word: string): StatedEntry | Refused {
  const [surface = "", reading, name = ""] = amivoiceCells(word);
  if (reading === undefined) return { reason: rowSentences.reading, raw: word };
  const stated = { surface: surface.replaceAll("_", " "), reading };
  return name === "" ? stated : { ...stated, partOfSpeech: readTag("amivoice", name) };
}

/** One word a line, or several on one divided by |, as the parameter profileWords has them. */
export const amivoice: FileFormat = {
  syntax: { delimiter: "|", quoted: false, newline: "\n" },
  head: [],
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
