import { PARTS_OF_SPEECH, type PartOfSpeech } from "../../domain/entries/partsOfSpeech.ts";
import { fitnessSentences } from "../../domain/files/fitnessSentences.ts";
import { rowSentences } from "../../domain/files/sentences.ts";
import { katakana } from "../../domain/text/katakana.ts";
import type { FileFormat } from "./format.ts";
import { readColumns } from "./partsOfSpeech.ts";

/** Names are free: ours, カスタム名詞 as in Kuromoji's examples, or IPADIC's with hyphens. */
function readName(name: string): PartOfSpeech {
  const plain = name.trim().replace(/^カスタム/u, "");
  return (
    PARTS_OF_SPEECH.find((ours) => ours === plain) ?? readColumns("mecab", plain.split(/[-,]/u))
  );
}

/** 表層形,分割,読み,品詞: segments and readings are divided by spaces, as many of each. */
export const kuromoji: FileFormat = {
  syntax: { delimiter: ",", quoted: true, comment: "#", newline: "\n" },
  head: [],
  read: (cells) => {
    const [surface = "", , reading = "", name = ""] = cells;
    if (cells.length < 4) return [{ reason: rowSentences.tooFewColumns(4) }];
    return [{ surface, reading, partOfSpeech: readName(name) }];
  },
  refusal: () => {
    const seen = new Set<string>();
    return ({ surface }) => {
      if (surface.includes(" ")) return fitnessSentences.space;
      const sign = surface.startsWith("#") ? "#" : surface.includes('"') ? '"' : undefined;
      if (sign !== undefined) return fitnessSentences.reservedSign(sign);
      if (seen.has(surface)) return fitnessSentences.repeatedSurface;
      seen.add(surface);
      return undefined;
    };
  },
  write: ({ surface, reading, partOfSpeech }) => [
    surface,
    surface,
    katakana(reading),
    partOfSpeech,
  ],
};
