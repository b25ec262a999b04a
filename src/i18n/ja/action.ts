import type { CharacterKind } from "../../../domain/users/passwordPolicy.ts";

const kinds: Record<CharacterKind, string> = {
  lowercase: "英小文字",
  uppercase: "英大文字",
  number: "数字",
  symbol: "記号",
};
const list = (wanted: readonly CharacterKind[]) => wanted.map((kind) => kinds[kind]).join("・");

/** The page where people set a password; no area loads these texts. */
export const action = {
  checking: "読み込み中...",
  invitation: {
    title: "Knowledge Insightへの招待",
    lead: "Knowledge Insightに招待されています。パスワードを設定すると、ログインできるようになります。",
    done: "パスワードを設定しました。ログインして、利用を始めてください。",
  },
  reset: {
    title: "パスワードの再設定",
    lead: "新しいパスワードを設定してください。",
    done: "パスワードを変更しました。ほかの端末やブラウザーではログアウトされます。",
  },
  person: "メールアドレス",
  atLeast: (length: number) => `${length}文字以上`,
  atMost: (length: number) => `${length}文字以内`,
  contains: (wanted: readonly CharacterKind[]) => `${list(wanted)}を含む`,
  errors: {
    tooShort: (length: number) => `パスワードは${length}文字以上で入力してください。`,
    tooLong: (length: number) => `パスワードは${length}文字以内で入力してください。`,
    lacks: (wanted: readonly CharacterKind[]) => `パスワードに${list(wanted)}を含めてください。`,
  },
  submit: "パスワードを設定",
  submitting: "設定しています...",
  toSignIn: "ログイン画面へ",
  retry: "もう一度試す",
  used: {
    title: "リンクの有効期限切れ",
    notice: "このリンクは有効期限が切れているか、すでに使用されています。",
    submit: "新しいリンクを送信",
    reset: {
      lead: "パスワードをまだ設定していない場合は、新しいリンクをメールでお送りします。",
      sent: "登録済みのメールアドレスの場合は、再設定用のメールが届きます。メールのリンクから新しいパスワードを設定してください。",
    },
    invitation: {
      lead: "パスワードをまだ設定していない場合は、招待されたメールアドレスに新しいリンクをお送りします。",
      sent: "招待されたメールアドレスの場合は、新しい招待メールが届きます。メールのリンクからパスワードを設定してください。",
    },
  },
  ended: {
    title: "招待の期限切れ",
    notice: "この招待は期限が切れています。",
    lead: "招待されたメールアドレスに、新しい招待メールをお送りします。",
    submit: "新しい招待メールを送信",
    submitting: "送信しています...",
    sentTitle: "新しい招待メールを送信しました。",
    sent: "メールのリンクからパスワードを設定してください。",
    sentHint:
      "しばらくしても届かない場合は、迷惑メールフォルダーを確認するか、招待した管理者にお問い合わせください。",
    demo: "デモ環境ではメールを送信しません。招待のリンクは、サーバーを起動した画面に表示されます。",
  },
  gone: {
    title: "リンクを利用できません",
    notice:
      "この招待は、すでに使用されているか、取り消されています。パスワードを設定済みの場合は、ログインしてください。",
  },
  disabled: {
    title: "リンクを利用できません",
    invitation: "この招待は取り消されています。招待した管理者にお問い合わせください。",
  },
  unknown: {
    title: "リンクを利用できません",
    notice:
      "リンクが正しくありません。メールのリンクをもう一度開くか、ログイン画面からお手続きください。",
  },
} as const;
