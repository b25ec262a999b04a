interface Change {
  recent: string;
  before: string;
  adjusted: string;
  percent: string;
}

interface Today {
  date: string;
  adjusted: string;
  count: string;
  minutes: string;
}

/** Of the use of all contracts. Only code that loads late shows them. */
export const usageTrend = {
  title: "全契約の利用の推移",
  chart: (measure: string, from: string, to: string) =>
    `全契約の${measure}の推移（日別、${from}〜${to}）`,
  today: ({ date, adjusted, count, minutes }: Today) =>
    `本日（${date}）${adjusted}：${count}・${minutes}`,
  adjusted: "（調整を含む）",
  change: {
    more: ({ recent, before, adjusted, percent }: Change) =>
      `昨日までの28日間の文字起こし${adjusted}は${recent}で、その前の28日間（${before}）より${percent}%多くなっています。`,
    less: ({ recent, before, adjusted, percent }: Change) =>
      `昨日までの28日間の文字起こし${adjusted}は${recent}で、その前の28日間（${before}）より${percent}%少なくなっています。`,
    same: ({ recent, before, adjusted }: Change) =>
      `昨日までの28日間の文字起こし${adjusted}は${recent}で、その前の28日間（${before}）とほぼ同じです。`,
    apart: ({ recent, before, adjusted }: Change) =>
      `昨日までの28日間の文字起こし${adjusted}は${recent}、その前の28日間は${before}です。`,
    none: () => "昨日までの56日間の利用はありません。",
  },
} as const;

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

/** Of the worklist. Only code that loads late shows them. */
export const worklist = {
  title: "対応が必要なこと",
  count: (count: string) => `${count}件`,
  atLeast: (count: string) => `${count}件以上`,
  none: "対応が必要なことはありません。",
  list: "組織ごとの一覧（急ぐ順）",
  webhook: "Webhook",
  serviceKey: "サービスキー",
  systemAdmins: "システム管理者",
  unknown: "（不明な組織）",
  resend: "招待メールを再送",
  resendTo: (name: string) => `招待メールを再送（${name}）`,
  resending: "送信中...",
  closing: "締める契約を見る",
  invitations: "招待中の利用者を見る",
  stepOf: (step: string, name: string) => `${step}（${name}）`,
  all: "アラートをすべて見る",
  allInvitations: "招待中の利用者を古い順に見る",
  incomplete: "急ぐものから表示しています。残りはアラートの一覧で確認してください。",
} as const;
