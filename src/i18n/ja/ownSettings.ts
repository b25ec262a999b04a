/** Of 個人設定. Only code that loads late shows them. */
export const ownMails = {
  loading: "読み込み中...",
  saved: "変更を保存しました。",
  unavailable: "この環境ではメールの送信が設定されていないため、お知らせは届きません。",
  alerts: {
    title: "アラートのメール",
    enabled: "アラートをメールで受け取る",
    ofOrganization: "契約の上限や終了についてのアラートが発生したときに、メールでお知らせします。",
    ofProvider: "Webhookの送信の失敗や利用実績の不一致が発生したときに、メールでお知らせします。",
  },
  proposals: {
    title: "単語の提案のメール",
    enabled: "単語の提案のお知らせをメールで受け取る",
    ofProposer: "自分の提案の結果を、1日1回メールでお知らせします。",
    ofDecider: "対応を待っている提案と自分の提案の結果を、1日1回メールでお知らせします。",
  },
} as const;

/** Of 個人設定. Only code that loads late shows them. */
export const ownSignIns = {
  title: "ログイン中の端末",
  loading: "読み込み中...",
  device: (browser: string, system: string) => `${browser}（${system}）`,
  unknownDevice: "不明な端末",
  current: "この端末",
  lastSeenAt: "最終アクセス",
  signedInAt: "ログイン日時",
  address: "接続元",
  signOut: "ログアウト",
  signingOut: "処理中...",
  signOutOf: (device: string) => `${device}をログアウト`,
  signedOut: "ログアウトしました。",
  onlyThis: "ほかの端末ではログインしていません。",
  showMore: (count: number) => `ほかの${count}件を表示`,
  newest: (count: number) => `直近に使われた${count}件を表示しています。`,
  hint: "心当たりのない端末がある場合は、ログアウトしてからパスワードを変更してください。",
  others: "ほかの端末をすべてログアウト",
  othersTitle: "ほかの端末のログアウト",
  othersQuestion: "この端末以外のすべての端末をログアウトしますか？",
  othersConfirm: "すべてログアウト",
  othersDone: "ほかの端末をすべてログアウトしました。",
} as const;
