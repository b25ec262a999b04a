/** Labels that the screens and the CSV files of users share. */

export const userLabels = {
  organizationName: "組織名",
  email: "メールアドレス",
  userName: "氏名",
  userNameKana: "氏名（フリガナ）",
  roles: "役割",
  status: "ステータス",
  managedBy: "管理",
  createdAt: "登録日時",
  updatedAt: "更新日時",
} as const;

export const userStatusLabels = { INVITED: "招待中", ACTIVE: "有効", DISABLED: "無効" } as const;

export const managedByLabels = { SCIM: "ディレクトリ（SCIM）" } as const;

export const roleLabels = {
  systemAdmin: "システム管理者",
  organizationAdmin: "組織管理者",
  dictionaryAdmin: "辞書管理者",
  staff: "一般",
} as const;

export const ownRightsSentence =
  "自分自身の権限や状態は変更できません。ほかの管理者に依頼してください。";

export const managedSentence =
  "ディレクトリ（SCIM）で管理されているため、ここでは変更できません。ディレクトリで変更してください。";

export const noOrganizationLabel = "（所属なし）";

/** Names of the files, without the day. */
export const userFileNames = { users: "利用者一覧", members: "メンバー一覧" } as const;
