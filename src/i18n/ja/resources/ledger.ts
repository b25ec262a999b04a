import { ledgerKindLabels, ledgerLabels } from "../../../../domain/usage/ledgerLabels.ts";

export const ledger = {
  name: "利用明細",
  fields: { ...ledgerLabels, detail: "イベントID・調整理由" },
  kind: ledgerKindLabels,
  empty: {
    none: "この契約の利用明細はまだありません。",
    noMatch: "条件に該当する利用明細はありません。別の条件をお試しください。",
  },
  from: "利用日（開始）",
  to: "利用日（終了）",
  adjustedBy: (name: string) => `調整者：${name}`,
} as const;
