import { namesOfRecords } from "../bulkSentences.ts";

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
