import { asText, type FieldTable, listed, named } from "../fields.ts";
import { chargeLabels } from "../prices/labels.ts";
import { CHARGES } from "../prices/rules.ts";
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

/** The fields of what is called how in the books, and of the files. */
export const billingFields = {
  debitAccount: { label: "借方勘定科目" },
  creditAccount: { label: "貸方勘定科目" },
  taxClass: { label: "税区分" },
  subject: { label: "件名" },
  items: {
    label: "品名",
    words: (value) =>
      CHARGES.map(
        (charge) => `${chargeLabels[charge]}：${Reflect.get(Object(value), charge)}`,
      ).join("、"),
  },
  dueMonths: { label: "支払期限の月", words: (value) => `${value}か月後` },
  dueDay: { label: "支払期限の日", words: (value) => `${value}日`, ofNull: "末日" },
  partnerName: { label: "取引先名", ofNull: "組織名と同じ" },
  subAccount: { label: "補助科目" },
  month: { label: "対象月" },
  format: { label: "形式", words: named(formatNames) },
  closings: { label: "明細書", words: listed(asText) },
} as const satisfies FieldTable;
