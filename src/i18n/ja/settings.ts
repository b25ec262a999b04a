import { newPassword } from "./newPassword.ts";

export const settings = {
  title: "個人設定",
  userName: "氏名",
  email: "メールアドレス",
  password: "パスワード",
  passwordHidden: "パスワード（非表示）",
  edit: "編集",
  cancel: "キャンセル",
  apply: "変更を適用",
  saving: "保存しています...",
  saved: "パスワードを変更しました。",
  currentPassword: "現在のパスワード",
  ...newPassword,
  code: "認証コード",
  codeRequired: "認証コードを6桁の数字で入力してください。",
  proof: "セキュリティのため、現在のパスワードを入力してください。",
  currentRequired: "現在のパスワードを入力してください。",
} as const;
