import type { PartOfSpeech } from "../entries/partsOfSpeech.ts";

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
