import { rowSentences } from "../../domain/files/sentences.ts";
import type { FileReader } from "./format.ts";
import { isNumbered } from "./numbered.ts";
import { readColumns } from "./partsOfSpeech.ts";

/** Parts of speech of UniDic, which stand first in its columns and in Sudachi's. */
export const isUnidicTag = (cell = ""): boolean =>
  /^(名詞|代名詞|形状詞|連体詞|副詞|接続詞|感動詞|動詞|形容詞|助動詞|助詞|接頭辞|接尾辞|記号|補助記号|空白)$/u.test(
    cell,
  );

/** Columns of the oldest lex.csv that is read, of UniDic 1.3. */
export const UNIDIC_COLUMNS = 21;

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
