import type { PartOfSpeech } from "../entries/partsOfSpeech.ts";
import { NOTE_LENGTH } from "../entries/rules.ts";

/**
 * What a health check finds (docs/product/health.md): words that may be one and the same, then words that are
 * looked at one by one.
 */
export const HEALTH_KINDS = [
  "SAME_READING",
  "VARIANT",
  "NEAR_READING",
  "ODD_READING",
  "UNUSED",
  "COMMON",
] as const;
export type HealthKind = (typeof HEALTH_KINDS)[number];

/** The kinds whose sets are one word each. */
export const ALONE_KINDS = ["ODD_READING", "UNUSED", "COMMON"] as const satisfies HealthKind[];
export type AloneKind = (typeof ALONE_KINDS)[number];

export function isAlone(kind: HealthKind): kind is AloneKind {
  return ALONE_KINDS.some((alone) => alone === kind);
}

export const MOST_SETS = 100;

/** The most words of one set; more of them are several sets. */
export const MOST_IN_SET = 50;

/** The most words that are checked at once; of an organization with more the first ones are. */
export const MOST_CHECKED = 60_000;

/** How long a word has been there, in days, before it is said to be unused. */
export const UNUSED_DAYS = 30;

/** A word as a health check sees it. */
export interface HealthWord {
  entryId: number;
  surface: string;
  /** In hiragana. */
  reading: string;
  partOfSpeech: PartOfSpeech;
}

/** Words of one finding, by their ids in ascending order; one word for a kind that is alone. */
export interface HealthSet {
  kind: HealthKind;
  entryIds: readonly number[];
}

/**
 * Words that people have said to be different ones, or one that is right as it is, for which `kind` says in
 * what regard.
 */
export interface Distinction {
  kind: AloneKind | null;
  entryIds: readonly number[];
}

/** What lowers the figure: how many sets of a kind, of how many words. */
interface Lowering {
  kind: HealthKind;
  sets: number;
  words: number;
  /** Those that no kind before has counted. */
  counted: number;
}

export interface HealthFigure {
  words: number;
  /** Those in no set. */
  sound: number;
  lowered: Lowering[];
}

/** The leading figure of a health check. `words - sound` is the sum of `counted`. */
export function healthFigure(words: number, sets: readonly HealthSet[]): HealthFigure {
  const known = new Set<number>();
  const lowered = HEALTH_KINDS.map((kind): Lowering => {
    const ofKind = sets.filter((set) => set.kind === kind);
    const before = known.size;
    const inSets = new Set(ofKind.flatMap(({ entryIds }) => entryIds));
    for (const entryId of inSets) known.add(entryId);
    return { kind, sets: ofKind.length, words: inSets.size, counted: known.size - before };
  });
  return { words, sound: words - known.size, lowered };
}

/** The share of sound words in whole percent: 100 only if all are, 0 only if none is; 100 without words. */
export function soundPercent({ words, sound }: Pick<HealthFigure, "words" | "sound">): number {
  if (words === sound) return 100;
  return sound === 0 ? 0 : Math.min(Math.max(Math.round((sound / words) * 100), 1), 99);
}

/**
 * The notes of merged words as one, that of the kept word first, each once. What would make it longer than a
 * note may be stays with the word that has it.
 */
export function joinedNote(kept: string, others: readonly string[]): string {
  let joined = kept;
  const parts = new Set([kept]);
  for (const note of others) {
    if (note === "" || parts.has(note)) continue;
    const longer = joined === "" ? note : `${joined}／${note}`;
    if ([...longer].length > NOTE_LENGTH) continue;
    parts.add(note);
    joined = longer;
  }
  return joined;
}
