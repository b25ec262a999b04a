export const serviceKeys = {
  name: "サービスキー",
  fields: {
    serviceKeyId: "サービスキーID",
    name: "名前",
    scopes: "権限",
    organizations: "対象の組織",
    prefix: "キーの先頭",
    lastUsedAt: "最終利用日時",
    endsAt: "期限",
    replacedBy: "切り替え先",
    revokedAt: "失効日時",
    createdAt: "登録日時",
    state: "状態",
  },
  scope: {
    "usage.report": "利用実績の報告",
    "limits.read": "利用可能な残量の照会",
    "vocabulary.read": "単語の取得",
    "statements.read": "利用明細書の取得",
    scim: "ディレクトリ連携（SCIM）",
  },
  state: { active: "有効", held: "復元後の保留", ended: "期限切れ", revoked: "失効" },
  list: {
    add: "サービスキーを発行",
  },
} as const;
