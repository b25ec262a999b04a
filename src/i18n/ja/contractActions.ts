// Only code that loads late shows these texts.

/** Why an action on a contract is impossible. */
export const impossible = {
  expired: "契約期間が終了しているため、解約できません。",
  hasUsage: "利用実績があるため、削除できません。契約を終えるには、解約してください。",
  hasUsageOver: "利用実績があるため、削除できません。",
} as const;

export const terminate = {
  title: "契約の解約",
  body: "解約日の翌日から文字起こしを利用できなくなります。",
  dateHint: (from: string, to: string) => `契約期間（${from}〜${to}）内の日付を指定してください。`,
  confirm: "解約する",
  done: (date: string) => `${date}での解約を登録しました。`,
} as const;
