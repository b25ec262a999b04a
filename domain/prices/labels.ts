import { type FieldTable, listed, named } from "../fields.ts";
import { formatMonthJa } from "../text/dates.ts";
import { formatNumber } from "../text/numbers.ts";
import type { Charge, Price, Rounding } from "./rules.ts";

const priceLabels = {
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

/** A price without the month from which it applies. */
export function priceWords(price: Price): string {
  const { monthly, perTranscript, perMinute, overage, taxRate, rounding } = price;
  const costs: [string, number][] = [
    [priceLabels.monthly, monthly],
    [priceLabels.perTranscript, perTranscript],
    [priceLabels.perMinute, perMinute],
    ...(overage
      ? ([
          [priceLabels.overPerTranscript, overage.perTranscript],
          [priceLabels.overPerMinute, overage.perMinute],
        ] satisfies [string, number][])
      : []),
  ];
  const said = costs.map(([label, yen]) => `${label}${formatNumber(yen)}円`);
  const tax = `${priceLabels.taxRate}${taxRate}%（${roundingLabels[rounding]}）`;
  return [...said, tax].join("・");
}

function loggedWords(value: unknown): string {
  const price = value as Price;
  return `${formatMonthJa(price.from)}から：${priceWords(price)}`;
}

/** The fields of the prices of a contract. An organization sees no event of them. */
export const pricesFields = {
  prices: { label: "料金", words: listed(loggedWords), ofEmpty: "なし", internal: true },
  showPrices: {
    label: "組織管理者への金額の表示",
    words: named({ true: "表示する", false: "表示しない" }),
    internal: true,
  },
} as const satisfies FieldTable;

/** What is wrong with prices (docs/product/prices.md). */
export const priceSentences = {
  monthTwice: "同じ適用開始月の料金は、1つだけ登録できます。",
} as const;
