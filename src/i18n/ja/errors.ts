import {
  awaySentence,
  commonSentences,
  SOME_TIME,
} from "../../../domain/problems/commonSentences.ts";

/** The browser's error catalogue (docs/product/texts.md#error-messages). */
export const errors = {
  reload: "再読み込み",
  network: "ネットワークエラーが発生しました。通信環境をご確認ください。",
  status: {
    "400": commonSentences.badRequest,
    "404": commonSentences.notFound,
    "409": commonSentences.duplicate,
    "422": commonSentences.validationFailed,
    "431": commonSentences.limitExceeded,
    "500": commonSentences.internal,
  },
  downloadCut: "ダウンロードが途中で中断されました。もう一度お試しください。",
  generic: "処理に失敗しました。",
  savedFirst: (name: string, time: string) => `${name}さんが${time}に更新しました。`,
  noToken: "認証トークンを取得できませんでした。",
  noUser: "認証情報がありません。",
  forbidden: commonSentences.forbidden,
  sessionExpired: commonSentences.unauthenticated,
  logoutFailed: "ログアウトに失敗しました。",
  currentPassword: "現在のパスワードが正しくありません。",
  noPassword: "Googleでログインしているため、この画面ではパスワードを変更できません。",
  passwordUpdateFailed: "パスワード更新に失敗しました。",
  bulkUnsupported: "まとめて操作することはできません。1件ずつ操作してください。",
  tooManyReferences: "一度に表示できる件数を超えたため、読み込めませんでした。",
  contracts: {
    emailExists: commonSentences.emailExists,
    periodOverlaps: commonSentences.periodOverlaps,
    deleteFailed: "契約削除に失敗しました。",
  },
  identity: {
    away: awaySentence(SOME_TIME),
    credential: "メールアドレスまたはパスワードが正しくありません。",
    disabled: commonSentences.accountDisabled,
    unregistered: "このアカウントは登録されていません。管理者にお問い合わせください。",
    tooMany: "試行回数が上限に達しました。しばらくしてからお試しください。",
    emailFormat: commonSentences.emailFormat,
    emailInUse: commonSentences.emailRegistered,
    weakPassword: "パスワードが要件を満たしていません。文字数や文字の種類を確認してください。",
    captcha: "自動操作ではないことを確認できませんでした。もう一度お試しください。",
    multiFactor:
      "このアカウントの2段階認証の方法には対応していないため、ログインできません。管理者にお問い合わせください。",
    userMismatch: "ログイン中のアカウントと一致しません。同じアカウントを選択してください。",
    otherMethod:
      "このメールアドレスは別のログイン方法で登録されています。メールアドレスとパスワードでログインしてください。",
    popupBlocked:
      "ポップアップがブロックされました。ブラウザーで許可してから、もう一度お試しください。",
    popupClosed: "ログインが中断されました。もう一度お試しください。",
    domain: "このドメインではログインできません。管理者にお問い合わせください。",
    setup: "ログインの設定に誤りがあります。管理者にお問い合わせください。",
    storage: "ブラウザーにログイン情報を保存できません。サイトデータの保存を許可してください。",
    link: "リンクの有効期限が切れているか、すでに使用されています。もう一度お手続きください。",
    recentLogin: "セキュリティのため、現在のパスワードを入力してください。",
  },
} as const;
