import type { ScimRole } from "../../../../domain/scim/stored.ts";
import {
  managedByLabels,
  managedSentence,
  noOrganizationLabel,
  ownRightsSentence,
  roleLabels,
  userLabels,
  userStatusLabels,
} from "../../../../domain/users/labels.ts";

export const users = {
  name: "利用者",
  fields: {
    ...userLabels,
    userId: "利用者ID",
    organizationId: "組織",
    role: "役割",
    invitationEndsAt: "招待の期限",
    isSystemAdmin: "システム管理者",
    isOrganizationAdmin: "組織管理者",
    isDictionaryAdmin: "辞書管理者",
    version: "版",
  },
  status: userStatusLabels,
  role: roleLabels,
  managedBy: managedByLabels,
  noOrganization: noOrganizationLabel,
  list: {
    invite: "利用者を招待",
    keyword: "キーワード",
    keywordHint: "氏名・メールアドレス",
  },
  empty: {
    none: "利用者はまだ登録されていません。",
    noMatch: "条件に該当する利用者はいません。別の条件をお試しください。",
  },
  form: {
    list: "利用者一覧",
    createTitle: "利用者の招待",
    editTitle: "利用者の編集",
    personSection: "基本情報",
    rightsSection: "権限",
    kind: "利用者の種類",
    kinds: { member: "組織の利用者", system: "システム管理者" },
    organizationHint: "組織名または組織番号で検索",
    submit: "招待メールを送信",
    disabledHint: "無効にすると、次の操作からログイン中の画面も使えなくなります。",
    ownRights: ownRightsSentence,
    managed: managedSentence,
    managedRoles: (roles: readonly ScimRole[]) =>
      `${roles.map((role) => roleLabels[role]).join("と")}は、ディレクトリ（SCIM）のグループで管理されています。`,
    invitation: "招待",
    invitationHint:
      "まだログインしていません。招待メールが届いていない場合や期限が切れた場合は、再送するか、招待リンクを本人にお渡しください。",
  },
  detail: {
    edit: "編集",
    rightsSection: "権限とワークスペース",
    workspaces: "ワークスペース",
    noWorkspaces: "なし",
    noInvitation: "まだ送信していません",
    ended: (at: string) => `${at}（期限切れ）`,

    signInSection: "ログイン",
    lastSignIn: "最終ログイン",
    never: "ログインの記録はありません。",
    signIns: "これまでのログイン",
  },
  members: {
    title: "メンバー",
    list: "メンバー一覧",
    invite: "メンバーを招待",
    createTitle: "メンバーの招待",
    editTitle: "メンバーの編集",
  },
  dictionaryAdmin: {
    switch: (name: string) => `${name}さんを辞書管理者にする`,
    given: (name: string) => `${name}さんを辞書管理者にしました。`,
    taken: (name: string) => `${name}さんを辞書管理者から外しました。`,
  },
  disable: {
    button: "無効にする",
    title: "アカウントの無効化",
    question: (name: string) => `${name}さんを無効にしますか？`,
    done: (name: string) => `${name}さんを無効にしました。`,
  },
  enable: {
    button: "有効にする",
    done: (name: string) => `${name}さんを有効にしました。`,
  },
  account: {
    mailPending: "招待メールを送信中",
    pending: "変更を反映中",
    error: "ログインできません",
    hint: {
      ACCOUNT_LOST:
        "ログイン用のアカウントが失われています。招待を再送すると、本人がパスワードを設定し直せます。",
      EMAIL_CHANGED:
        "ログイン用のメールアドレスが、この画面以外で変更されています。元に戻すと、本人はすべての端末でログアウトされます。",
      REFUSED:
        "ログイン用のアカウントを作成できなかったか、招待メールの送信が拒否されました。この利用者を無効にして、別のメールアドレスで招待してください。",
    },
  },
  invitationEnds: (at: string) => `招待の期限 ${at}`,
  invitationEnded: "招待の期限切れ",
  resend: {
    button: "招待メールを再送",
    lost: "招待を再送",
    running: "送信しています...",
    done: (email: string) => `${email}に招待メールを再送しました。`,
    pending: (email: string) => `${email}への招待メールを送信中です。`,
  },
  link: {
    button: "招待リンクをコピー",
    running: "作成しています...",
    done: (name: string) => `${name}さんの招待リンクをコピーしました。本人にのみお渡しください。`,
    title: "招待リンク",
    byHand: (name: string) =>
      `自動でコピーできませんでした。次のリンクをコピーして、${name}さん本人にのみお渡しください。`,
  },
  withdraw: {
    button: "招待を取り消す",
    title: "招待の取り消し",
    question: (name: string, email: string) => `${name}さん（${email}）の招待を取り消しますか？`,
    hint: "送信済みのリンクは使えなくなります。利用者は無効になり、有効に戻すと招待し直せます。",
    done: (name: string) => `${name}さんの招待を取り消しました。`,
  },
  secondFactor: {
    section: "2段階認証",
    hint: "認証アプリを利用できなくなった利用者がログインできるようにします。",
    button: "2段階認証を解除",
    title: "2段階認証の解除",
    body: "以下の利用者の2段階認証を解除しますか？",
    warning:
      "次のログインではパスワードだけを入力します。ログイン中の端末はすべてログアウトされます。本人からの依頼であることを確認してください。",
    confirm: "解除する",
    done: (name: string) => `${name}さんの2段階認証を解除しました。`,
  },
  restoreEmail: {
    button: "メールアドレスを元に戻す",
    running: "元に戻しています...",
    done: (email: string) => `メールアドレスを${email}に戻しました。`,
    pending: (email: string) => `メールアドレスを${email}に戻しています。`,
  },
  notifications: {
    created: "利用者を招待しました。",
    mailSent: (email: string) => `${email}に招待メールを送信しました。`,
    mailPending: (email: string) => `${email}への招待メールを送信中です。`,
  },
} as const;
