import { formatNumber } from "./text/numbers.ts";

/** Of a record that is to be changed with others and has another version by now. */
export const staleRowSentence = "他の利用者が先に更新しました。最新の内容を確認してください。";

const MOST_NAMES = 5;

/** 「医療用語」、「人名」、ほか3件: the first names, and how many more there are. */
export function namesOfRecords(names: readonly string[]): string {
  return firstOf(
    names.map((name) => `「${name}」`),
    "件",
  );
}

/** 田中 次郎さん、佐藤 花子さん、ほか3人 */
export function namesOfPeople(names: readonly string[]): string {
  return firstOf(
    names.map((name) => `${name}さん`),
    "人",
  );
}

function firstOf(names: readonly string[], counter: string): string {
  const shown = names.slice(0, MOST_NAMES);
  const more = names.length - shown.length;
  return [...shown, ...(more > 0 ? [`ほか${formatNumber(more)}${counter}`] : [])].join("、");
}

/** The target of an event about many records, which names none. */
export const recordsCounted = (count: number) => `${formatNumber(count)}件`;

/** The most records that a request about chosen records changes (docs/product/api.md#writes). */
export const MOST_AT_ONCE = 100;
