/**
 * Sentences of both sides: the server answers with them, and the browser shows them if there is no
 * answer or no better message. [S] marks fixed texts (docs/product/texts.md#fixed-texts).
 */
export const commonSentences = {
  badRequest: "入力内容に誤りがあります。", // [S]
  unauthenticated: "セッションの有効期限が切れました。もう一度ログインしてください。",
  accountDisabled: "このアカウントは無効になっています。管理者にお問い合わせください。",
  forbidden: "この操作を行う権限がありません。",
  notFound: "該当データが見つかりませんでした。", // [S]
  emailExists: "メールアドレスが重複しています。", // [S]
  periodOverlaps: "契約期間が重複しています。", // [S]
  duplicate: "重複データが存在します。", // [S]
  limitExceeded: "入力内容が超過している可能性があります。", // [S]
  validationFailed: "入力内容に不備があります。", // [S]
  internal: "サーバーエラーが発生しました。管理者にお問い合わせください。", // [S]
  fileUnsupported: "このファイル形式はサポートされていません。", // [S]
  emailFormat: "メールアドレスの形式で入力してください。",
  emailRegistered: "このメールアドレスはすでに登録されています。",
} as const;

/** A service that we depend on does not answer; for the server and the sign-in page. */
export const awaySentence = (wait: string) =>
  `現在サービスに接続できません。${wait}お試しください。`;

/** The value of `wait` if the time is unknown. */
export const SOME_TIME = "しばらくしてから";
