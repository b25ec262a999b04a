import { DICTIONARY_CATEGORIES, type DictionaryCategory } from "../dictionaries/rules.ts";

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
