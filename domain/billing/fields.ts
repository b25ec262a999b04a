import { asText, type FieldTable, listed, named } from "../fields.ts";
import { chargeLabels } from "../prices/labels.ts";
import { CHARGES } from "../prices/rules.ts";
import { formatNames } from "./labels.ts";

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
