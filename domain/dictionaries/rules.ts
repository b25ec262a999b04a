import { namesOfRecords } from "../bulkSentences.ts";

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

/** Why a dictionary is locked (docs/product/dictionaries.md#lock); `since` is a time in Asia/Tokyo. */
export const lockSentences = {
  heldBy: (name: string, since: string) =>
    `${name}さんが編集中のため、編集できません（${since}から）。`,
  /** Why nobody else can ask for the lock now. */
  requestedBy: (name: string) => `${name}さんがすでに編集ロックをリクエストしています。`,
  /** The reason of a release; the screens go on with what became of the input. */
  rightLost: "辞書を編集する権限がなくなったため",
  ownOtherTab: "別のタブで編集中です。",
} as const;

/** Sentences of the API about many dictionaries at once. */
export const manyDictionarySentences = {
  refused: (names: readonly string[]) =>
    `変更できない辞書が含まれているため、何も変更していません（${namesOfRecords(names)}）。`,
} as const;
