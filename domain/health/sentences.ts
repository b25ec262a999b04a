export const healthSentences = {
  itself: "残す単語以外を指定してください。",
  kind: "1件の単語には確認した項目を指定し、複数の単語には指定しないでください。",
  keptDisabled: "残す単語が無効になっているため、統合できません。",
} as const;
