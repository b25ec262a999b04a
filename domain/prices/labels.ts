import type { Charge, Rounding } from "./rules.ts";

export const priceLabels = {
  from: "適用開始月",
  monthly: "月額",
  perTranscript: "1件",
  perMinute: "1分",
  overPerTranscript: "超過1件",
  overPerMinute: "超過1分",
  taxRate: "税率",
  rounding: "端数",
} as const;

export const roundingLabels: Readonly<Record<Rounding, string>> = {
  DOWN: "切り捨て",
  UP: "切り上げ",
  HALF_UP: "四捨五入",
};

export const chargeLabels: Readonly<Record<Charge, string>> = {
  MONTHLY: "月額",
  TRANSCRIPTS: "文字起こし（件数）",
  MINUTES: "文字起こし（時間）",
  OVERAGE_TRANSCRIPTS: "超過分（件数）",
  OVERAGE_MINUTES: "超過分（時間）",
};

export const chargeUnits: Readonly<Record<Charge, string>> = {
  MONTHLY: "式",
  TRANSCRIPTS: "件",
  MINUTES: "分",
  OVERAGE_TRANSCRIPTS: "件",
  OVERAGE_MINUTES: "分",
};
