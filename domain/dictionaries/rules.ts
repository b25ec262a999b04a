/** The categories, lowest priority first (docs/product/dictionaries.md#categories). */
export const DICTIONARY_CATEGORIES = ["一般辞書", "組織辞書", "業務辞書"] as const;
export type DictionaryCategory = (typeof DICTIONARY_CATEGORIES)[number];

/** Filters a list by its locks: locked, free, or locked by the caller. */
export const LOCKED_FILTERS = ["true", "false", "mine"] as const;
export type LockedFilter = (typeof LOCKED_FILTERS)[number];

/** Seconds between two heartbeats of a lease of `leaseSeconds`: 60 s for 300 s. */
export function heartbeatSeconds(leaseSeconds: number): number {
  return leaseSeconds / 5;
}
