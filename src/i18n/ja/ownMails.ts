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
