/** Why a dictionary is locked (wording.md, Messages); `since` is a time in Asia/Tokyo. */
export const lockSentences = {
  heldBy: (name: string, since: string) =>
    `${name}さんが編集中のため、編集できません（${since}から）。`,
  ownOtherTab: "別のタブで編集中です。",
} as const;
