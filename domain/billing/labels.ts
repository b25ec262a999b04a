import type { BillingFormat } from "./formats.ts";
import type { BillingSettings } from "./rules.ts";

export const formatNames: Readonly<Record<BillingFormat, string>> = {
  moneyforward: "マネーフォワード クラウド請求書",
  yayoi: "弥生会計",
  freee: "freee請求書",
  misoca: "Misoca",
  csv: "汎用CSV",
};

/** What the files say where nobody has entered anything else. */
export const DEFAULT_SETTINGS: BillingSettings = {
  debitAccount: "売掛金",
  creditAccount: "売上高",
  taxClass: "課税売上込{税率}%",
  subject: "{対象月}分 文字起こし利用料",
  items: {
    MONTHLY: "基本料金",
    TRANSCRIPTS: "文字起こし（件数）",
    MINUTES: "文字起こし（時間）",
    OVERAGE_TRANSCRIPTS: "超過分（件数）",
    OVERAGE_MINUTES: "超過分（時間）",
  },
  dueMonths: 1,
  dueDay: null,
};
