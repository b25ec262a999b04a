export const serviceKeys = {
  name: "サービスキー",
  fields: {
    serviceKeyId: "サービスキーID",
    name: "名前",
    scopes: "権限",
    organizations: "対象の組織",
    prefix: "キーの先頭",
    lastUsedAt: "最終利用日時",
    revokedAt: "失効日時",
    createdAt: "登録日時",
    state: "状態",
  },
  scope: {
    "usage.report": "利用実績の報告",
    "limits.read": "利用可能な残量の照会",
    "vocabulary.read": "単語の取得",
  },
  scopeHint: {
    "usage.report": "文字起こしの件数と時間を、対象の組織について記録できます。",
    "limits.read": "残りの件数と時間を、対象の組織について確認できます。",
    "vocabulary.read": "辞書の単語を、対象の組織について音声認識エンジンへ取り込めます。",
  },
  state: { active: "有効", held: "復元後の保留", revoked: "失効" },
  unused: "利用なし",
  list: {
    add: "サービスキーを発行",
    keyword: "キーワード",
    keywordHint: "名前",
    revoke: "失効させる",
    revokeOf: (name: string) => `${name}を失効させる`,
  },
  empty: {
    none: "サービスキーはまだ登録されていません。文字起こしサービスなどのプログラムは、サービスキーを使って利用実績を報告し、利用可能な残量を照会し、辞書の単語を取得します。",
    noMatch: "条件に該当するサービスキーはありません。別の条件をお試しください。",
  },
  create: {
    title: "サービスキーの発行",
    nameHint: "使用するプログラムが分かる名前にしてください。",
    takenHint: "キーを控えていない場合は、一覧で取り消してから、もう一度発行してください。",
    submit: "発行する",
  },
  created: {
    title: "発行したサービスキー",
    once: (name: string) =>
      `${name}のキーです。この画面を閉じると、二度と表示できません。コピーして、安全な場所に保管してください。`,
    key: "サービスキー",
  },
  revoke: {
    title: "サービスキーの失効",
    body: "以下のサービスキーを失効させますか？ この操作は元に戻せません。",
    stops: "このキーを使用しているプログラムは、次の操作をすぐに実行できなくなります。",
    lastUsed: (date: string) => `最終利用日時：${date}`,
    unused: "このキーはまだ利用されていません。",
    confirm: "失効させる",
    done: (name: string) => `サービスキー「${name}」を失効させました。`,
  },
} as const;
