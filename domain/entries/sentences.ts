import { formatNumber } from "../text/numbers.ts";
import { MOST_ENTRIES, MOST_OPERATIONS } from "./rules.ts";

export const entrySentences = {
  reading: "読みはひらがな・カタカナと「ー」で入力してください。",
  duplicate: "同じ表記と読みの単語がすでに登録されています。",
  deleted: "この単語はすでに削除されています。",
  twice: "同じ単語に対する操作が重複しています。",
  tooManyEntries: `1つの辞書に登録できる単語は${formatNumber(MOST_ENTRIES)}件までです。`,
  tooManyOperations: `一度に保存できる変更は${formatNumber(MOST_OPERATIONS)}件までです。`,
} as const;
