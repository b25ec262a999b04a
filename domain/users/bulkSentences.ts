import { staleRowSentence } from "../bulkSentences.ts";
import { formatNumber } from "../text/numbers.ts";
import { personSentences } from "../userImports/sentences.ts";
import type { Refusal } from "./bulk.ts";
import { ownRightsSentence } from "./labels.ts";

/** Why an action on many users leaves out one. */
export const refusalSentences: Record<Refusal, string> = {
  OWN: ownRightsSentence,
  ERASED: personSentences.erased,
  NO_MEMBER: "組織に所属する利用者のみ変更できます。",
  STALE: staleRowSentence,
};

/** The most names that a sentence says. */
const MOST_NAMES = 5;

/** 田中 次郎さん、佐藤 花子さん、ほか3名: the first names, and how many more there are. */
export function namesOfPeople(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).map((name) => `${name}さん`);
  const more = names.length - shown.length;
  return [...shown, ...(more > 0 ? [`ほか${formatNumber(more)}名`] : [])].join("、");
}

/** Sentences of the API about many users at once. */
export const manySentences = {
  refused: (names: readonly string[]) =>
    `変更できない利用者が含まれているため、誰も変更していません（${namesOfPeople(names)}）。`,
  lastAdmin: (organization: string) =>
    `${organization}の組織管理者がいなくなるため、変更できません。`,
} as const;
