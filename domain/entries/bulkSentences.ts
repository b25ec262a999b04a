import { namesOfRecords } from "../bulkSentences.ts";
import { formatNumber } from "../text/numbers.ts";

/** Sentences of the API about many entries at once. */
export const manyEntrySentences = {
  either: "単語か検索条件のどちらか一方を指定してください。",
  refused: (names: readonly string[]) =>
    `他の利用者が先に更新した単語が含まれているため、何も変更していません（${namesOfRecords(names)}）。`,
  counted: (count: number) =>
    `条件に該当する単語が${formatNumber(count)}件に変わったため、何も変更していません。`,
} as const;
