import { formatNumber } from "../text/numbers.ts";

/** What an import would do with a row of its file (docs/product/files.md#imports). */
export const IMPORT_VERDICTS = ["NEW", "UPDATE", "UNCHANGED", "DUPLICATE", "ERROR"] as const;
export type ImportVerdict = (typeof IMPORT_VERDICTS)[number];

/** 追加のみ, 追加・上書き, すべて置き換え. */
export const IMPORT_MODES = ["add", "merge", "replace"] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];

/** The most rows of a file of people or contracts, and the most people whom one import disables. */
export const MOST_ROWS = 1_000;

/** So many rows are named that a spreadsheet seems to have converted. */
export const MOST_CONVERTED = 20;

/** For so many days an import can be undone. */
export const REVERT_DAYS = 7;

/** So many records are named that keep an import from being undone, or whose part of it failed. */
export const MOST_NAMED = 100;

/** For so many days a committed one is kept: longer than it can be undone, so that a late try gets that answer. */
export const IMPORT_DAYS = 14;

type StatedCounts = Record<"new" | "update" | "unchanged" | "deletedByReplace", number>;

/** How many entries a dictionary has after an import in this mode. */
export function entriesAfter(counts: StatedCounts, mode: ImportMode): number {
  const stated = counts.new + counts.update + counts.unchanged;
  return mode === "replace" ? stated : stated + counts.deletedByReplace;
}

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
