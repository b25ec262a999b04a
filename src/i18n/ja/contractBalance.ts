/** Of what is left of a contract. Only code that loads late shows them. */
export const contractBalance = {
  count: "文字起こし件数の残り",
  time: "文字起こし時間の残り",
  period: "契約期間の残り",
  toStart: "契約開始まで",
  days: (days: string) => `${days}日`,
  passed: (days: string) => `${days}日目`,
  ends: (date: string) => `${date}に終了`,
  terminated: (date: string) => `${date}に解約`,
  lastDay: "本日で終了",
  starts: (date: string) => `${date}に開始`,
  followed: (end: string) => `${end}、次期契約あり`,
  notFollowed: (end: string) => `${end}、次期契約なし`,
} as const;
