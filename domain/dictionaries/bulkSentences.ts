import { formatNumber } from "../text/numbers.ts";

/** The most names that a sentence says. */
const MOST_NAMES = 5;

/** The target of an event about many dictionaries, which names none. */
export const dictionariesCounted = (count: number) => `${formatNumber(count)}件`;

/** Sentences of the API about many dictionaries at once. */
export const manyDictionarySentences = {
  stale: "他の利用者が先に更新しました。最新の内容を確認してください。",
  refused: (names: readonly string[]) => {
    const more = names.length - MOST_NAMES;
    const shown = names.slice(0, MOST_NAMES).map((name) => `「${name}」`);
    const listed = [...shown, ...(more > 0 ? [`ほか${formatNumber(more)}件`] : [])].join("、");
    return `変更できない辞書が含まれているため、何も変更していません（${listed}）。`;
  },
} as const;
