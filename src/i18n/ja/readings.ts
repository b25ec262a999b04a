/** Of readings that are offered. Only code that loads late shows them. */
export const readingTexts = {
  inputHint:
    "ひらがな・カタカナと「ー」で入力してください。空欄のときはAlt+↓で読みの候補を表示します。",
} as const;
