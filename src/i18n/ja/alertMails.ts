/** Of 個人設定. Only code that loads late shows them. */
export const alertMails = {
  title: "アラートのメール",
  loading: "読み込み中...",
  enabled: "アラートをメールで受け取る",
  ofOrganization: "契約の上限や終了についてのアラートが発生したときに、メールでお知らせします。",
  ofProvider: "Webhookの送信の失敗や利用実績の不一致が発生したときに、メールでお知らせします。",
  unavailable: "この環境ではメールの送信が設定されていないため、お知らせは届きません。",
  saved: "変更を保存しました。",
} as const;
