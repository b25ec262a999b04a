import { PARTS_OF_SPEECH, type PartOfSpeech } from "../../domain/entries/partsOfSpeech.ts";
import { fitnessSentences, rowSentences } from "../../domain/files/sentences.ts";
import { katakana } from "../../domain/text/katakana.ts";
import { isKana } from "./characters.ts";
import type { FileFormat, FileReader } from "./format.ts";
import { readColumns } from "./partsOfSpeech.ts";

/** Names are free: ours, カスタム名詞 as in Kuromoji's examples, or IPADIC's with hyphens. */
function readName(name: string): PartOfSpeech {
  const plain = name.trim().replace(/^カスタム/u, "");
  return (
    PARTS_OF_SPEECH.find((ours) => ours === plain) ?? readColumns("mecab", plain.split(/[-,]/u))
  );
}

const isName = (name: string) => name.startsWith("カスタム") || readName(name) !== "その他";

function messageOf(surface: string, seen: ReadonlySet<string>): string | undefined {
  if (surface.includes(" ")) return fitnessSentences.space;
  const sign = surface.startsWith("#") ? "#" : surface.includes('"') ? '"' : undefined;
  if (sign !== undefined) return fitnessSentences.reservedSign(sign);
  return seen.has(surface) ? fitnessSentences.repeatedSurface : undefined;
}

const withoutSpaces = (text: string) => text.replaceAll(/\s/gu, "");

/** 表層形,分割,読み,品詞: segments and readings are divided by spaces, as many of each. */
export const kuromoji: FileFormat = {
  syntax: { delimiter: ",", quoted: true, comment: "#", newline: "\n" },
  head: [],
  fits: ([surface = "", segments = "", reading = "", ...names]) =>
    names.length === 1 && isKana(reading) && withoutSpaces(surface) === withoutSpaces(segments),
  read: (cells) => {
    const [surface = "", , reading = "", name = ""] = cells;
    if (cells.length < 4) return [{ reason: rowSentences.tooFewColumns(4) }];
    return [{ surface, reading, partOfSpeech: readName(name) }];
  },
  refusal: () => {
    const seen = new Set<string>();
    return ({ surface }) => {
      const message = messageOf(surface, seen);
      if (message === undefined) seen.add(surface);
      return message === undefined ? undefined : { field: "surface", message };
    };
  },
  write: ({ surface, reading, partOfSpeech }) => [
    surface,
    surface,
    katakana(reading),
    partOfSpeech,
  ],
};

/** 表層形,品詞,読み: the simple user dictionaries of Janome and Lindera. */
export const janome: FileReader = {
  syntax: { delimiter: ",", quoted: true, newline: "\n" },
  fits: ([surface = "", name = "", reading = "", ...others]) =>
    surface !== "" && others.length === 0 && /^[ァ-ヺー・\s]+$/u.test(reading) && isName(name),
  read: (cells) => {
    const [surface = "", name = "", reading = ""] = cells;
    if (cells.length < 3) return [{ reason: rowSentences.tooFewColumns(3) }];
    return [{ surface, reading, partOfSpeech: readName(name) }];
  },
};
