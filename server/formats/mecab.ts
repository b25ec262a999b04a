import { rowSentences } from "../../domain/files/sentences.ts";
import { katakana } from "../../domain/text/katakana.ts";
import type { FileFormat, FileReader, WrittenEntry } from "./format.ts";
import { partOfSpeechIn, readColumns } from "./partsOfSpeech.ts";
import { isJuman, isNumbered } from "./records.ts";

/** Parts of speech of UniDic, which stand first in its columns and in Sudachi's. */
export const isUnidicTag = (cell = ""): boolean =>
  /^(名詞|代名詞|形状詞|連体詞|副詞|接続詞|感動詞|動詞|形容詞|助動詞|助詞|接頭辞|接尾辞|記号|補助記号|空白)$/u.test(
    cell,
  );

/** Columns of the oldest lex.csv that is read, of UniDic 1.3. */
const UNIDIC_COLUMNS = 21;

/** 語彙素読み, the reading of the dictionary form. */
const LEMMA_READING = 10;

/** Where the kana of the form stand, by the number of columns: UniDic 2.2 and newer, UniDic 2.0 and 2.1. */
const KANA: readonly [columns: number, place: number][] = [
  [33, 24],
  [30, 21],
];

/**
 * lex.csv of UniDic: 書字形, 左文脈ID, 右文脈ID, コスト, 品詞1 to 4, 活用型, 活用形, 語彙素読み, 語彙素, 書字形出現形,
 * 発音形出現形 and others, among them the kana of the form. Sudachi has its parts of speech.
 */
export const unidic: FileReader = {
  syntax: { delimiter: ",", quoted: true, newline: "\n" },
  fits: (cells) => isNumbered(cells) && cells.length >= UNIDIC_COLUMNS && isUnidicTag(cells[4]),
  read: (cells) => {
    if (cells.length < UNIDIC_COLUMNS)
      return [{ reason: rowSentences.tooFewColumns(UNIDIC_COLUMNS) }];
    const position = KANA.find(([columns]) => cells.length >= columns)?.[1];
    const kana = position === undefined ? "" : (cells[position] ?? "");
    return [
      {
        surface: cells[0] ?? "",
        reading: kana === "" || kana === "*" ? (cells[LEMMA_READING] ?? "") : kana,
        partOfSpeech: readColumns("sudachi", cells.slice(4, 8)),
      },
    ];
  },
};

const TAGS = 4;
const COLUMNS = 12;

/** Parts of speech of IPADIC. */
const IPADIC =
  /^(名詞|動詞|形容詞|副詞|連体詞|接続詞|感動詞|助詞|助動詞|接頭詞|記号|フィラー|その他)$/u;

/** Open JTalk has accents (2/4) and rules of their chains in the first free columns. */
const ACCENT = /^(?:\d+|\*)\/(?:\d+|\*)(?::(?:\d+|\*)\/(?:\d+|\*))*$/;

/**
 * What an entry costs by weight, before and for each character of its surface. The longer a surface,
 * the more words MeCab can split it into, whose costs add up; a flat cost loses or wins by length
 * alone. docs/formats.md has what share of real names comes out whole.
 */
const COSTS: Readonly<Record<number, { first: number; perCharacter: number }>> = {
  1: { first: 14_000, perCharacter: 0 },
  2: { first: 12_000, perCharacter: -1500 },
  3: { first: 12_000, perCharacter: -2800 },
};

/** IPADIC joins a family name and a given name at a very low cost, against which a full name has to win. */
const FULL_NAME = -5000;

/** MeCab keeps a cost in 16 bits. */
const LOWEST_COST = -32_000;

type Costed = Pick<WrittenEntry, "surface" | "partOfSpeech">;

function costOf({ surface, partOfSpeech }: Costed, weight: number): number {
  const { first = 0, perCharacter = 0 } = COSTS[weight] ?? {};
  const cost = first + perCharacter * [...surface].length;
  return Math.max(partOfSpeech === "人名" ? cost + FULL_NAME : cost, LOWEST_COST);
}

/** The weight of a cost that an export wrote; undefined for another cost, and for one of several weights. */
function weightOfCost(cost: string, entry: Costed): number | undefined {
  const weights = [1, 2, 3].filter((weight) => cost.trim() === String(costOf(entry, weight)));
  return weights.length === 1 ? weights[0] : undefined;
}

function tagsOf(tag: string): string[] {
  const tags = tag.split(",");
  return [...tags, ...Array<string>(TAGS - tags.length).fill("*")];
}

/**
 * 表層形,左文脈ID,右文脈ID,コスト,品詞,品詞細分類1,2,3,活用型,活用形,原形,読み,発音 and free
 * columns, which hold note and weight in our exports. Empty ids are assigned by mecab-dict-index.
 */
export const mecab: FileFormat = {
  syntax: { delimiter: ",", quoted: true, newline: "\n", tables: "jis" },
  head: [],
  fits: (cells) =>
    isNumbered(cells) &&
    cells.length >= COLUMNS &&
    cells.length < UNIDIC_COLUMNS &&
    IPADIC.test(cells[4] ?? "") &&
    !isJuman(cells),
  read: (cells) => {
    if (cells.length < COLUMNS) return [{ reason: rowSentences.tooFewColumns(COLUMNS) }];
    const [surface = "", , , cost = "", ...tags] = cells;
    const partOfSpeech = readColumns("mecab", tags.slice(0, TAGS));
    const [free, stated = ""] = cells.slice(13);
    const hasWeight = /^[123]$/.test(stated);
    const weight = hasWeight ? Number(stated) : weightOfCost(cost, { surface, partOfSpeech });
    const note = !hasWeight && ACCENT.test(free ?? "") ? undefined : free;
    return [
      {
        surface,
        reading: cells[11] ?? "",
        partOfSpeech,
        ...(note === undefined ? {} : { note }),
        ...(weight === undefined ? {} : { weight }),
      },
    ];
  },
  write: (entry) => {
    if (!entry.enabled) return undefined;
    const kana = katakana(entry.reading);
    const tags = tagsOf(partOfSpeechIn("mecab", entry.partOfSpeech));
    const { surface, note } = entry;
    return [
      surface,
      "",
      "",
      String(costOf(entry, entry.weight)),
      ...tags,
      "*",
      "*",
      surface,
      kana,
      kana,
      note,
      String(entry.weight),
    ];
  },
};
