/** Of the timeline of contracts. Only code that loads late shows them. */
export const contractTimeline = {
  label: "契約期間の一覧（新しい順）",
  today: "本日",
  gap: (days: string) => `空白${days}日`,
  rest: (date: string) => `${date}以降の契約は登録されていません。`,
  create: "次期契約を作成",
  createAt: (period: string) => `次期契約を作成（${period}）`,
  overlap: (days: string) => `ほかの契約と${days}日重複`,
  use: (count: string, minutes: string) => `${count}・${minutes}`,
  shares: "上限に対する利用",
  share: (percent: string) => `${percent}%を利用`,
  of: (used: string, cap: string) => `${used}/${cap}`,
  link: (period: string, status: string, use: string) => `${period}、${status}、${use}`,
  terminated: (date: string) => `${date}に解約`,
  showAll: (count: string) => `すべての契約を表示（${count}件）`,
  showFew: "一部のみ表示",
} as const;
