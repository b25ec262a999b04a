import { rowSentences } from "../../domain/files/sentences.ts";
import { katakana } from "../../domain/text/katakana.ts";
import type { FileFormat } from "./format.ts";
import { isUnidicTag } from "./mecab.ts";
import { partOfSpeechIn, readColumns } from "./partsOfSpeech.ts";
import { isNumbered } from "./records.ts";

const TAGS = 6;
const COLUMNS = 18;

/** Connection ids of unidic-mecab 2.1.2, whose left-id.def and right-id.def are the same. */
const IDS: Readonly<Record<string, string>> = {
  "名詞,普通名詞,一般": "5146",
  "名詞,普通名詞,サ変可能": "5133",
  "名詞,固有名詞,一般": "4786",
  "名詞,固有名詞,人名,一般": "4788",
  "名詞,固有名詞,人名,名": "4789",
  "名詞,固有名詞,人名,姓": "4790",
  "名詞,固有名詞,地名,一般": "4792",
  "名詞,数詞": "4794",
  "形状詞,一般": "5669",
  "感動詞,一般": "5687",
  "接尾辞,名詞的,一般": "5771",
  "接尾辞,名詞的,助数詞": "5873",
  接頭辞: "5932",
  "補助記号,一般": "5968",
  連体詞: "5979",
  副詞: "8",
};

/** Costs by weight; Sudachi recommends 5,000 to 9,000 for nouns. */
const COSTS: Readonly<Record<number, number>> = { 1: 9000, 2: 7000, 3: 5000 };

/** The weight of a cost that an export wrote; undefined for any other cost. */
function weightOfCost(cost: string | undefined): number | undefined {
  return [1, 2, 3].find((weight) => cost?.trim() === String(COSTS[weight]));
}

/** Sudachi looks words up after this normalisation and does not apply it to the dictionary. */
function lookedUp(surface: string): string {
  return surface.toLowerCase().normalize("NFKC");
}

/** Sudachi takes \u002c and \u{2c} for the character; only a small u counts. */
const ESCAPE = /\\u(?:([\da-fA-F]{4})|\{(10[\da-fA-F]{4}|[\da-fA-F]{1,5})\})/gu;

function unescaped(cell: string): string {
  return cell.replace(ESCAPE, (_, unit?: string, point?: string) =>
    String.fromCodePoint(Number.parseInt(unit ?? point ?? "", 16)),
  );
}

/** A text that Sudachi takes as it is: the u of what looks like an escape is escaped. */
function escaped(text: string): string {
  return text.replaceAll(/\\u(?=[\da-fA-F]{4}|\{[\da-fA-F]+\})/gu, "\\\\u0075");
}

/** The 18 columns of a user dictionary; column 4 is the surface as it is shown. */
export const sudachi: FileFormat = {
  syntax: { delimiter: ",", quoted: true, newline: "\n" },
  head: [],
  fits: (cells) => isNumbered(cells) && cells.length >= COLUMNS - 1 && isUnidicTag(cells[5]),
  read: (row) => {
    if (row.length < COLUMNS - 1) return [{ reason: rowSentences.tooFewColumns(COLUMNS) }];
    const cells = row.map(unescaped);
    const weight = weightOfCost(cells[3]);
    return [
      {
        surface: cells[4] || cells[0] || "",
        reading: cells[11] ?? "",
        partOfSpeech: readColumns("sudachi", cells.slice(5, 5 + TAGS)),
        ...(weight === undefined ? {} : { weight }),
      },
    ];
  },
  write: (entry) => {
    if (!entry.enabled) return undefined;
    const { surface, reading, weight } = entry;
    const tag = partOfSpeechIn("sudachi", entry.partOfSpeech);
    const id = IDS[tag] ?? "";
    const tags = tag.split(",");
    return [
      escaped(lookedUp(surface)),
      id,
      id,
      String(COSTS[weight]),
      escaped(surface),
      ...tags,
      ...Array<string>(TAGS - tags.length).fill("*"),
      katakana(reading),
      escaped(surface),
      ...Array<string>(5).fill("*"),
    ];
  },
};
