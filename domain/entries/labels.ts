/** Labels that the screens and the files of dictionary entries share. */
export const entryLabels = {
  surface: "表記",
  reading: "読み",
  partOfSpeech: "品詞",
  weight: "強さ",
  note: "備考",
  enabled: "有効",
} as const;

/** How much an entry is preferred, by its weight. */
export const weightLabels: Readonly<Record<number, string>> = {
  1: "1（弱）",
  2: "2（標準）",
  3: "3（強）",
};

/** Whether an entry is used. */
export const enabledLabels = { true: "有効", false: "無効" } as const;
