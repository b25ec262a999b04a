import { addFigures, type Figures, NO_FIGURES } from "../closings/rules.ts";

/**
 * The prices of contracts and the amounts of statements (docs/product/prices.md). Amounts are whole yen
 * without tax, months YYYY-MM, tax rates percent.
 */

export const ROUNDINGS = ["DOWN", "UP", "HALF_UP"] as const;
export type Rounding = (typeof ROUNDINGS)[number];

export const DEFAULT_TAX_RATE = 10;
export const DEFAULT_ROUNDING: Rounding = "DOWN";

interface UnitPrices {
  perTranscript: number;
  perMinute: number;
}

export interface Price extends UnitPrices {
  /** The first month that it is for. */
  from: string;
  monthly: number;
  /** Beyond the caps of the contract; null where that costs the same. */
  overage: UnitPrices | null;
  taxRate: number;
  rounding: Rounding;
}

/** The price in force in a month; null before the first one. */
export function priceIn<One extends { from: string }>(
  prices: readonly One[],
  month: string,
): One | null {
  const begun = prices.filter(({ from }) => from <= month);
  return begun.reduce<One | null>(
    (latest, one) => (latest === null || one.from > latest.from ? one : latest),
    null,
  );
}

/** By what a statement is charged, as its closing keeps it beside the caps of the contract. */
export interface StoredTerms {
  price: Price;
  /** Whether the contract was in force in the month. Of an ended one only what came late is charged. */
  isInForce: boolean;
}

/** The same with the caps; null is unlimited. */
export interface Terms extends StoredTerms {
  maxTranscriptCount: number | null;
  maxTranscriptMinutes: number | null;
}

/** What is charged: the monthly price, use within the caps, and use beyond them. */
export const CHARGES = [
  "MONTHLY",
  "TRANSCRIPTS",
  "MINUTES",
  "OVERAGE_TRANSCRIPTS",
  "OVERAGE_MINUTES",
] as const;
export type Charge = (typeof CHARGES)[number];

export interface ChargedLine {
  charge: Charge;
  quantity: number;
  unitPrice: number;
  amount: number;
  taxRate: number;
}

export interface Amounts {
  /** Without those of 0 yen. */
  lines: ChargedLine[];
  /** By tax rate, in their order: the sum of its lines, and the tax on that sum, rounded once. */
  taxes: { taxRate: number; amount: number; tax: number }[];
  subtotal: number;
  tax: number;
  total: number;
}

/**
 * The amounts of a statement. `sum` is its sum, `before` all that the contract had used before it, which
 * tells what of the sum is beyond the caps. Minutes are rounded up once, of the whole sum: what is within
 * the cap takes the minute that was begun.
 */
export function amountsOf(
  { price, maxTranscriptCount, maxTranscriptMinutes, isInForce }: Terms,
  { sum, before }: { sum: Figures; before: Figures },
): Amounts {
  const beyond = price.overage
    ? beyondCaps(addFigures(before, sum), before, {
        transcripts: maxTranscriptCount,
        seconds: maxTranscriptMinutes === null ? null : maxTranscriptMinutes * 60,
      })
    : NO_FIGURES;
  const minutes = minutesOf(sum.seconds);
  const minutesWithin = beyond.seconds === 0 ? minutes : minutesOf(sum.seconds - beyond.seconds);
  const overage = price.overage ?? price;
  const charged: [Charge, number, number][] = [
    ["MONTHLY", isInForce ? 1 : 0, price.monthly],
    ["TRANSCRIPTS", sum.transcripts - beyond.transcripts, price.perTranscript],
    ["MINUTES", minutesWithin, price.perMinute],
    ["OVERAGE_TRANSCRIPTS", beyond.transcripts, overage.perTranscript],
    ["OVERAGE_MINUTES", minutes - minutesWithin, overage.perMinute],
  ];
  const { taxRate } = price;
  const lines = charged
    .map(([charge, quantity, unitPrice]) => {
      return { charge, quantity, unitPrice, amount: quantity * unitPrice, taxRate };
    })
    .filter(({ amount }) => amount !== 0);
  const subtotal = lines.reduce((total, { amount }) => total + amount, 0);
  const tax = taxOn(subtotal, price);
  return {
    lines,
    taxes: lines.length > 0 ? [{ taxRate, amount: subtotal, tax }] : [],
    subtotal,
    tax,
    total: subtotal + tax,
  };
}

/** What of a contract's use came to lie beyond its caps: negative where an adjustment took it back. */
function beyondCaps(
  after: Figures,
  before: Figures,
  caps: { transcripts: number | null; seconds: number | null },
): Figures {
  const beyond = (figure: keyof Figures) => {
    const cap = caps[figure];
    if (cap === null) return 0;
    return Math.max(0, after[figure] - cap) - Math.max(0, before[figure] - cap);
  };
  return { transcripts: beyond("transcripts"), seconds: beyond("seconds") };
}

/** Whole minutes, those begun included; without the zero that is negative. */
function minutesOf(seconds: number): number {
  return Math.ceil(seconds / 60) + 0;
}

/** The tax on a sum in whole yen. Sums below zero are rounded as those above it. */
export function taxOn(
  amount: number,
  { taxRate, rounding }: Pick<Price, "taxRate" | "rounding">,
): number {
  const size = Math.abs(amount);
  // The product of sum and rate may be beyond what a number holds exactly.
  const whole = Math.floor(size / 100) * taxRate;
  const hundredths = (size % 100) * taxRate;
  const tax = whole + rounded[rounding](hundredths / 100);
  return amount < 0 ? 0 - tax : tax;
}

const rounded: Readonly<Record<Rounding, (yen: number) => number>> = {
  DOWN: Math.floor,
  UP: Math.ceil,
  HALF_UP: Math.round,
};
