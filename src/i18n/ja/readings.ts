import type { ReadingSource } from "../../../domain/readings/rules.ts";
import { formatNumber } from "../../../domain/text/numbers.ts";

/** Of readings that are offered. Only code that loads late shows them. */
export const readingTexts = {
  inputHint:
    "ひらがな・カタカナと「ー」で入力してください。空欄のときはAlt+↓で読みの候補を表示します。",
  offered: "読みの候補",
  offeredFor: (name: string) => `「${name}」の読みの候補`,
  none: "候補なし",
  noneOffered: "読みの候補はありません。",
  sources: {
    OWN: "登録済み",
    WORD: "一般語",
    NAME: "姓と名",
    PARTS: "組み合わせ",
    LETTERS: "英数字",
  } satisfies Record<ReadingSource, string>,
  accept: "一致する読みを採用",
  accepting: "読みを確認しています...",
  accepted: (count: number) =>
    count === 0
      ? "出典が一致する読みはありませんでした。"
      : `${formatNumber(count)}件の読みを採用しました。`,
  chosen: (count: number) => `${formatNumber(count)}件の読みを採用しています。`,
  forget: "採用をやめる",
  missing: {
    words: (count: number) =>
      `読みのない単語が${formatNumber(count)}件あります。2つ以上の出典で一致する読みを、まとめて採用できます。一致しない単語は、エラー行として残ります。`,
    people: (count: number) =>
      `フリガナのない利用者が${formatNumber(count)}人います。2つ以上の出典で一致する読みを、まとめて採用できます。候補から1人ずつ選択することもできます。採用しない利用者は、フリガナなしで取り込みます。`,
    contracts: (count: number) =>
      `管理者名のフリガナがない契約が${formatNumber(count)}件あります。2つ以上の出典で一致する読みを、まとめて採用できます。候補から1件ずつ選択することもできます。採用しない契約は、フリガナなしで取り込みます。`,
  },
} as const;
