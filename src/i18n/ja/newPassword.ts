/** The texts of a new password, in 個人設定 and on the page of a link. */
export const newPassword = {
  newPassword: "新しいパスワード",
  confirmation: "新しいパスワード（確認）",
  passwordEmpty: "パスワードを入力してください。",
  passwordTooShort: "パスワードは6文字以上で入力してください。",
  passwordMismatch: "パスワードが一致しません。",
} as const;
