export const organizations = {
  name: "組織",
  fields: {
    organizationId: "組織ID",
    organizationNo: "組織番号",
    organizationName: "組織名",
    organizationNameKana: "組織名（フリガナ）",
    currentContractStatus: "現在の契約",
    userCount: "利用者数",
    workspaceCount: "ワークスペース数",
    dictionaryCount: "辞書数",
    allowedAddresses: "許可する接続元IPアドレス",
    createdAt: "登録日時",
    updatedAt: "更新日時",
  },
  list: {
    keyword: "キーワード",
    keywordHint: "組織名・組織番号",
    gap: "契約期間の空白",
    withGap: "あり",
    howAdded: "組織は、新しい組織の契約を追加すると登録されます。",
  },
  empty: {
    none: "組織はまだ登録されていません。契約を追加すると登録されます。",
    noMatch: "条件に該当する組織はありません。別の条件をお試しください。",
  },
  count: { users: "%{count}人", items: "%{count}件" },
  noContract: "有効な契約なし",
  from: "%{date}から",
  notifications: { updated: "変更を保存しました。" },
} as const;

declare module "../index.ts" {
  interface ResourceTexts {
    organizations: typeof organizations;
  }
}
