import { type FieldTable, listed, named } from "../fields.ts";
import { formatMonthJa } from "../text/dates.ts";
import { formatNumber } from "../text/numbers.ts";
import { priceLabels, roundingLabels } from "./labels.ts";
import type { Price } from "./rules.ts";

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
