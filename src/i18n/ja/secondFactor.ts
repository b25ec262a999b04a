/**
 * Of the sign-in page and of 個人設定. Only code that loads late shows them.
 */
export const secondFactor = {
  title: "2段階認証",
  appName: "認証アプリ",
  codeTitle: "認証コードの入力",
  codeLead: "認証アプリに表示されている6桁の認証コードを入力してください。",
  code: "認証コード",
  codeHint: "6桁の数字",
  codeRequired: "認証コードを6桁の数字で入力してください。",
  codeSubmit: "ログイン",
  codeSubmitting: "確認しています...",
  codeLost: "認証アプリを利用できない場合は、システム管理者に2段階認証の解除を依頼してください。",
  back: "ログイン画面に戻る",
  setUpTitle: "2段階認証の設定",
  setUpRequired: "このアカウントでログインするには、2段階認証の設定が必要です。",
  setUpLead:
    "スマートフォンの認証アプリ（Google Authenticatorなど）でQRコードを読み取り、表示された6桁の認証コードを入力してください。",
  qrCode: "認証アプリで読み取るQRコード",
  secret: "QRコードを読み取れない場合は、次のキーを認証アプリに入力してください。",
  preparing: "準備しています...",
  again: "もう一度試す",
  setUpSubmit: "設定する",
  signInAgain: "2段階認証を設定しました。もう一度ログインしてください。",
  none: "設定していません。",
  loading: "読み込み中...",
  since: (date: string) => `認証アプリ（${date}に設定）`,
  otherFactor: (date: string) => `ほかの方法（${date}に設定）`,
  setUp: "2段階認証を設定",
  remove: "解除",
  removeTitle: "2段階認証の解除",
  removeWarning:
    "解除すると、パスワードだけでログインできるようになります。認証アプリのキーは使えなくなります。",
  removeRequired: "解除すると、次のログインでもう一度設定が必要になります。",
  removeSubmit: "解除する",
  errors: {
    wrongCode:
      "認証コードが正しくありません。認証アプリに表示されている最新のコードを入力してください。",
    codeExpired: "認証コードの入力期限が切れました。もう一度ログインしてください。",
    factorRemoved: "この認証アプリは解除されています。もう一度ログインしてください。",
    factorExists: "2段階認証はすでに設定されています。",
    unverifiedEmail:
      "メールアドレスの確認が済んでいないため、2段階認証を設定できません。「パスワードをお忘れの方」からパスワードを再設定すると、確認が完了します。",
    unavailable: "この環境では2段階認証を設定できません。管理者にお問い合わせください。",
  },
  removed: "2段階認証を解除しました。",
  done: "2段階認証を設定しました。",
  proofPassword: "セキュリティのため、現在のパスワードを入力してください。",
  proofGoogle: "セキュリティのため、Googleでもう一度ログインします。",
  next: "次へ",
} as const;
