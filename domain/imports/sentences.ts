import { formatNumber } from "../text/numbers.ts";
import { REVERT_DAYS } from "./rules.ts";

/** Sentences of the API about imports of dictionary files. */
export const importSentences = {
  unreadable: "ファイルを取り込めませんでした。内容を確認してください。",
  hasErrors: "エラー行があるため、取り込めませんでした。",
  errorRows: (count: string) =>
    `エラー行が${count}件あります。修正するか、エラー行を除いて取り込んでください。`,
  alreadyCommitted: "この取り込みはすでに完了しています。",
  notCommitted: "この取り込みは完了していないため、取り消せません。",
  alreadyReverted: "この取り込みはすでに取り消されています。",
  tooLate: `取り込みから${REVERT_DAYS}日を過ぎたため、取り消せません。`,
  entriesChanged: "取り込み後に変更された単語があるため、取り消せません。",
  readingNotLacking: "フリガナを採用できない行があります。ファイルをもう一度確認してください。",
  repeats: (line: number) => `${formatNumber(line)}行目と表記と読みが同じです。`,
} as const;

/** What is wrong with a row of a file of people or contracts, whatever its fields are. */
export const sheetSentences = {
  formula: (label: string) =>
    `${label}に計算式のような値（=、+、-、@で始まる値）は使用できません。`,
} as const;

/** The name of the file of error rows, and its headings behind those of entries. */
export const importErrorLabels = {
  title: "取り込みエラー",
  line: "行",
  reason: "理由",
} as const;
