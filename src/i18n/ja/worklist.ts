/** Of the worklist. Only code that loads late shows them. */
export const worklist = {
  title: "対応が必要なこと",
  count: (count: string) => `${count}件`,
  atLeast: (count: string) => `${count}件以上`,
  none: "対応が必要なことはありません。",
  list: "組織ごとの一覧（急ぐ順）",
  webhook: "Webhook",
  systemAdmins: "システム管理者",
  unknown: "（不明な組織）",
  resend: "招待メールを再送",
  resendTo: (name: string) => `招待メールを再送（${name}）`,
  resending: "送信中...",
  invitations: "招待中の利用者を見る",
  stepOf: (step: string, name: string) => `${step}（${name}）`,
  all: "アラートをすべて見る",
  allInvitations: "招待中の利用者を古い順に見る",
  incomplete: "急ぐものから表示しています。残りはアラートの一覧で確認してください。",
} as const;
