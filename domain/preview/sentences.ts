import { formatNumber } from "../text/numbers.ts";
import { type Candidate, type Decision, PREVIEW_LENGTH, type Preference } from "./rules.ts";

const preferred: Record<Preference, (winner: Candidate) => string> = {
  LONGER: ({ surface }) => `長い単語「${surface}」を優先します。`,
  EARLIER: ({ surface }) => `前の単語「${surface}」と重なるため、前の単語を優先します。`,
  CATEGORY: ({ surface, category }) => `${category}の単語「${surface}」を優先します。`,
  WEIGHT: ({ surface }) => `強さの大きい単語「${surface}」を優先します。`,
  OLDER: ({ surface }) => `先に登録された単語「${surface}」を優先します。`,
};

/** By what an entry is met in a text. */
export type MetBy = "surface" | "reading";

const metBy: Record<MetBy, (reading: string) => string> = {
  surface: () => "表記が一致しました。",
  reading: (reading) => `読み「${reading}」が一致しました。`,
};

/** Why an entry is met, and why another one is used where it is not. */
export function matchReason(
  { by, reading }: { by: MetBy; reading: string },
  decision: Decision<Candidate>,
): string {
  const met = metBy[by](reading);
  return decision.wins ? met : met + preferred[decision.because](decision.to);
}

export const previewSentences = {
  tooLong: `本文は${formatNumber(PREVIEW_LENGTH)}文字以内で入力してください。`,
} as const;
