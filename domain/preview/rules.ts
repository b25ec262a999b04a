import { DICTIONARY_CATEGORIES, type DictionaryCategory } from "../dictionaries/rules.ts";
import { formatNumber } from "../text/numbers.ts";

export const MOST_TRIED = 200;

/** The longest text of a preview, in code points. */
export const PREVIEW_LENGTH = 20_000;

export const MOST_MATCHES = 5_000;

/** The shortest reading that is looked for, as shorter ones occur in any sentence. */
export const LEAST_KANA = 3;

/** Readings up to this length occur within other words too (docs/decisions/049). */
export const SHORT_KANA = 4;

/** An entry at a place of a text; `start` and `end` in code units, `end` is exclusive. */
export interface Candidate {
  start: number;
  end: number;
  entryId: number;
  surface: string;
  category: DictionaryCategory;
  weight: number;
}

/** Why another entry is preferred. */
export type Preference = "LONGER" | "EARLIER" | "CATEGORY" | "WEIGHT" | "OLDER";

export type Decision<Met> = { wins: true } | { wins: false; to: Met; because: Preference };

/**
 * Which entries are used where several overlap: at a place the longest, then by category, weight
 * and the lower id; the next place begins behind it. Returns the candidates by place, the preferred
 * ones first. A decision depends on no candidate that begins later.
 */
export function decideMatches<Met extends Candidate>(
  candidates: readonly Met[],
): { met: Met; decision: Decision<Met> }[] {
  let winner: Met | undefined;
  return candidates.toSorted(inOrder).map((met) => {
    if (winner !== undefined && met.start < winner.end) {
      return { met, decision: { wins: false, to: winner, because: preference(winner, met) } };
    }
    winner = met;
    return { met, decision: { wins: true } };
  });
}

function inOrder(one: Candidate, other: Candidate): number {
  return (
    one.start - other.start ||
    other.end - one.end ||
    priority(other.category) - priority(one.category) ||
    other.weight - one.weight ||
    one.entryId - other.entryId
  );
}

function preference(winner: Candidate, loser: Candidate): Preference {
  if (winner.end - winner.start > loser.end - loser.start) return "LONGER";
  if (winner.start < loser.start) return "EARLIER";
  if (winner.category !== loser.category) return "CATEGORY";
  return winner.weight === loser.weight ? "OLDER" : "WEIGHT";
}

function priority(category: DictionaryCategory): number {
  return DICTIONARY_CATEGORIES.indexOf(category);
}

/** Letters of one kind, which stand together in a word as a rule. */
type Kind = "hiragana" | "katakana" | "kanji" | "other";

function kindOf(character: string): Kind {
  if (/[ぁ-ゖゝゞ]/u.test(character)) return "hiragana";
  if (/[ァ-ヺヽヾー]/u.test(character)) return "katakana";
  return /[\p{Script=Han}々〆]/u.test(character) ? "kanji" : "other";
}

/** Hiragana behind which a word begins: particles, ends of verbs and adjectives, お and ご. */
const BEFORE = /(?:[はがをにへともでやのるたいなておご]|から|まで|より|など|って|です|ます)$/u;

/** Hiragana in front of which a word ends: particles, auxiliaries, forms of する, titles. */
const BEHIND =
  /^(?:[はがをにへともでやのかなだ]|から|まで|より|など|だけ|しか|さえ|ほど|ずつ|って|です|する|すれ|した|して|しま|しな|され|させ|さん|さま|くん|ちゃん|ら[はがをにのも])/u;

/** A character and what is no beginning behind it: forms of する, でしょう, ましょう. */
const NO_BEGINNING = /^(?:.(?:し[てたよまな]|する|すれ|され|させ)|[でま]しょう)/u;

/**
 * Whether a passage of a text stands by itself as a word does, so that a reading found there is
 * hardly a part of other words (してい in 確認しています). It begins and ends where the kind of letters
 * changes, or beside what stands in hiragana between words. Hiragana behind kanji are their ending
 * (働き). No dictionary is asked, so words are missed and others mistaken (docs/decisions/049).
 */
export function standsAlone(text: string, start: number, end: number): boolean {
  return beginsWord(text, start) && endsWord(text, end);
}

function beginsWord(text: string, start: number): boolean {
  const kind = kindOf(text.charAt(start));
  const before = kindOf(text.charAt(start - 1));
  if (kind !== "hiragana" || before === "other") return kind !== before;
  if (before === "kanji" || NO_BEGINNING.test(text.slice(start - 1, start + 3))) return false;
  return before === "katakana" || BEFORE.test(text.slice(Math.max(0, start - 2), start));
}

function endsWord(text: string, end: number): boolean {
  const kind = kindOf(text.charAt(end - 1));
  if (kind !== kindOf(text.charAt(end))) return true;
  return kind === "hiragana" && BEHIND.test(text.slice(end, end + 3));
}

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
