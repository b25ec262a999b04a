import { formatNumber } from "../text/numbers.ts";
import type { VocabularyEngine } from "./rules.ts";

/** Programs that ask for our own JSON have no name of an engine. */
export const engineLabels = {
  json: "JSON",
  amivoice: "AmiVoice API",
  google: "Google Speech-to-Text",
  aws: "Amazon Transcribe",
  azure: "Azure AI Speech",
  deepgram: "Deepgram",
  whisper: "Whisper",
  mecab: "MeCab",
  kuromoji: "Kuromoji",
  sudachi: "Sudachi",
} as const satisfies Readonly<Record<VocabularyEngine, string>>;

/** Why an engine does not get an entry (docs/formats.md#vocabulary). */
export const omissionSentences = {
  tooMany: (most: number) => `登録できる単語は${formatNumber(most)}件までのため、入りきりません。`,
  tooManyBytes: (kilobytes: number) =>
    `登録できる単語の合計は${formatNumber(kilobytes)}KBまでのため、入りきりません。`,
  tooManyTokens: (most: number) =>
    `登録できる単語の合計は${formatNumber(most)}トークンまでのため、入りきりません。`,
  tooManyCharacters: (most: number) =>
    `登録できる単語の合計は${formatNumber(most)}文字までのため、入りきりません。`,
  repeatedSurface: "同じ表記の単語が、別の読みですでに含まれています。",
  repeatedReading: "同じ読みの単語が、別の表記ですでに含まれています。",
  inSurface: (sign: string) => `表記に使用できない文字「${sign}」が含まれています。`,
  inReading: (sign: string) => `読みに使用できない文字「${sign}」が含まれています。`,
  unfit: "この形式で使用できない文字が表記に含まれています。",
  tooLong: (most: number) => `表記は${formatNumber(most)}文字以内にする必要があります。`,
  name: "人名を含めない設定のため、含まれていません。",
} as const;
