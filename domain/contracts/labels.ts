/** Labels that the screens and the CSV files of contracts share. */

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

/** The name of the file, without the day. */
export const contractFileName = "契約一覧";
