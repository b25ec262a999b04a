/** Of the figures of the admin area's home. Only code that loads late shows them. */
export const adminFigures = {
  label: "概況",
  atCap: "上限到達・上限超過",
  contracts: "件",
  people: "人",
  unknown: "–",
  upcoming: (count: string) => `開始前 ${count}件`,
  expiring: (days: number) => `${days}日以内に終了`,
  nearCap: (count: string) => `上限接近 ${count}件`,
  oldest: (date: string) => `最も古い招待 ${date}`,
  nobody: "招待中の利用者はいません。",
} as const;
