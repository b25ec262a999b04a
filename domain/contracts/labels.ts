/** Labels that the screens and the CSV files of contracts share. */

export const contractLabels = {
  contractId: "契約ID",
  organizationNo: "組織番号",
  organizationName: "組織名",
  organizationNameKana: "組織名（フリガナ）",
  adminName: "管理者名",
  adminNameKana: "管理者名（フリガナ）",
  adminEmail: "管理者メールアドレス",
  startDate: "契約開始日",
  endDate: "契約終了日",
  maxTranscriptCount: "文字起こし上限件数",
  maxTranscriptMinutes: "文字起こし上限時間（分）",
  usedTranscriptCount: "利用件数",
  status: "ステータス",
  usageState: "利用状況",
  terminationDate: "解約日",
  terminationReason: "解約理由",
  memo: "メモ",
  createdAt: "登録日時",
  updatedAt: "更新日時",
} as const;

export const contractStatusLabels = {
  ACTIVE: "契約中",
  EXPIRING: "期限間近",
  UPCOMING: "契約前",
  EXPIRED: "契約終了",
  TERMINATED: "解約",
} as const;

export const usageStateLabels = {
  NORMAL: "通常",
  WARNING: "上限接近",
  REACHED: "上限到達",
  EXCEEDED: "上限超過",
} as const;

export const unlimitedLabel = "無制限";

/** Without the day. The unit is in the heading, so that the cells are numbers. */
export const contractFile = { name: "契約一覧", usedMinutes: "利用時間（分）" } as const;
