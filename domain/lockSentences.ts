/**
 * Why a dictionary cannot be edited now (wording.md, Messages), for server and screens. `since` is
 * a time in Asia/Tokyo.
 */
export const lockSentences = {
  heldBy: (name: string, since: string) =>
    `${name}さんが編集中のため、編集できません。（${since}から）`,
  ownOtherTab: "別のタブで編集中です。",
} as const;
