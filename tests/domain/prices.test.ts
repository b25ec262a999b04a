import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { addFigures, type Figures, NO_FIGURES } from "../../domain/closings/rules.ts";
import {
  type Amounts,
  amountsOf,
  type Charge,
  type Price,
  priceIn,
  ROUNDINGS,
  type Terms,
  taxOn,
} from "../../domain/prices/rules.ts";
import { contractPricesUpdate } from "../../domain/prices/schemas.ts";

const price: Price = {
  from: "2026-04",
  monthly: 30_000,
  perTranscript: 100,
  perMinute: 10,
  overage: { perTranscript: 150, perMinute: 15 },
  taxRate: 10,
  rounding: "DOWN",
};
const terms: Terms = {
  price,
  maxTranscriptCount: 100,
  maxTranscriptMinutes: 60,
  isInForce: true,
};

const yen = fc.integer({ min: 0, max: 9_999_999 });
const unitPrices = fc.record({ perTranscript: yen, perMinute: yen });
const anyTerms: fc.Arbitrary<Terms> = fc
  .record({
    monthly: yen,
    units: unitPrices,
    overage: fc.option(unitPrices),
    taxRate: fc.integer({ min: 0, max: 100 }),
    rounding: fc.constantFrom(...ROUNDINGS),
    maxTranscriptCount: fc.option(fc.integer({ min: 1, max: 300 })),
    maxTranscriptMinutes: fc.option(fc.integer({ min: 1, max: 300 })),
    isInForce: fc.boolean(),
  })
  .map(({ maxTranscriptCount, maxTranscriptMinutes, isInForce, units, ...rest }) => ({
    price: { from: "2026-04", ...units, ...rest },
    maxTranscriptCount,
    maxTranscriptMinutes,
    isInForce,
  }));
const anySum: fc.Arbitrary<Figures> = fc.record({
  transcripts: fc.integer({ min: -50, max: 200 }),
  seconds: fc.integer({ min: -3_000, max: 12_000 }),
});
const anyBefore: fc.Arbitrary<Figures> = fc.record({
  transcripts: fc.nat(400),
  seconds: fc.nat(30_000),
});

const quantity = ({ lines }: Amounts, charge: Charge) =>
  lines.find((line) => line.charge === charge)?.quantity ?? 0;

describe("the price in force", () => {
  const prices = [{ from: "2026-10" }, { from: "2026-04" }, { from: "2027-01" }];

  test.each([
    ["2026-03", null],
    ["2026-04", "2026-04"],
    ["2026-09", "2026-04"],
    ["2026-10", "2026-10"],
    ["2027-06", "2027-01"],
  ])("in %s is that from %s", (month, from) => {
    expect(priceIn(prices, month)?.from ?? null).toBe(from);
  });

  it("is one per month", () => {
    const { error } = contractPricesUpdate.safeParse({ prices: [price, price], showPrices: false });
    expect(error?.issues).toMatchObject([{ path: ["prices"], message: /適用開始月/ }]);
  });
});

describe("the amounts of a statement", () => {
  it("are the month, use within the caps, and use beyond them, with tax on their sum", () => {
    // 80 of 100 transcripts and 50 of 60 minutes were used before.
    const before = { transcripts: 80, seconds: 3_000 };
    expect(amountsOf(terms, { sum: { transcripts: 30, seconds: 1_201 }, before })).toEqual({
      lines: [
        { charge: "MONTHLY", quantity: 1, unitPrice: 30_000, amount: 30_000, taxRate: 10 },
        { charge: "TRANSCRIPTS", quantity: 20, unitPrice: 100, amount: 2_000, taxRate: 10 },
        { charge: "MINUTES", quantity: 10, unitPrice: 10, amount: 100, taxRate: 10 },
        { charge: "OVERAGE_TRANSCRIPTS", quantity: 10, unitPrice: 150, amount: 1_500, taxRate: 10 },
        { charge: "OVERAGE_MINUTES", quantity: 11, unitPrice: 15, amount: 165, taxRate: 10 },
      ],
      taxes: [{ taxRate: 10, amount: 33_765, tax: 3_376 }],
      subtotal: 33_765,
      tax: 3_376,
      total: 37_141,
    });
  });

  it("count the minute that was begun within the cap", () => {
    // 61 s are left of the cap of an hour, 59 s are beyond it.
    const { lines } = amountsOf(terms, {
      sum: { transcripts: 0, seconds: 120 },
      before: { transcripts: 0, seconds: 3_539 },
    });
    expect(lines.map(({ charge, quantity: minutes }) => [charge, minutes])).toEqual([
      ["MONTHLY", 1],
      ["MINUTES", 2],
    ]);
  });

  it("have no monthly price where the contract was not in force, and no lines of 0 yen", () => {
    const ended = { ...terms, isInForce: false };
    const { lines, total } = amountsOf(ended, {
      sum: { transcripts: 0, seconds: 1 },
      before: NO_FIGURES,
    });
    expect(lines.map(({ charge, quantity: minutes }) => [charge, minutes])).toEqual([
      ["MINUTES", 1],
    ]);
    expect(total).toBe(11);
    expect(amountsOf(ended, { sum: NO_FIGURES, before: NO_FIGURES })).toEqual({
      lines: [],
      taxes: [],
      subtotal: 0,
      tax: 0,
      total: 0,
    });
  });

  it("add up: lines to the sum, the tax once per rate, in whole yen", () => {
    fc.assert(
      fc.property(anyTerms, anySum, anyBefore, (any, sum, before) => {
        const amounts = amountsOf(any, { sum, before });
        for (const { quantity: count, unitPrice, amount } of amounts.lines) {
          expect(BigInt(amount)).toBe(BigInt(count) * BigInt(unitPrice));
        }
        const subtotal = amounts.lines.reduce((total, { amount }) => total + amount, 0);
        expect(amounts.subtotal).toBe(subtotal);
        expect(amounts.tax).toBe(amounts.taxes.reduce((total, { tax }) => total + tax, 0));
        expect(amounts.total).toBe(amounts.subtotal + amounts.tax);
        expect(amounts.tax).toBe(exactTax(subtotal, any.price));
      }),
    );
  });

  it("charge each transcript once, and minutes rounded up once of the whole sum", () => {
    // With prices of 1 yen no line is left out but those of nothing.
    const ones = { perTranscript: 1, perMinute: 1 };
    fc.assert(
      fc.property(anyTerms, anySum, anyBefore, (any, sum, before) => {
        const withOnes = { ...any, price: { ...any.price, ...ones, overage: ones } };
        const amounts = amountsOf(withOnes, { sum, before });
        const transcripts =
          quantity(amounts, "TRANSCRIPTS") + quantity(amounts, "OVERAGE_TRANSCRIPTS");
        const minutes = quantity(amounts, "MINUTES") + quantity(amounts, "OVERAGE_MINUTES");
        expect(transcripts).toBe(sum.transcripts);
        expect((minutes - 1) * 60 < sum.seconds && sum.seconds <= minutes * 60).toBe(true);
      }),
    );
  });

  it("charge beyond a cap what all statements together are beyond it", () => {
    const ones = { perTranscript: 1, perMinute: 1 };
    fc.assert(
      fc.property(anyTerms, fc.array(anySum, { maxLength: 8 }), (any, sums) => {
        const withOnes = { ...any, price: { ...any.price, overage: ones } };
        let before = NO_FIGURES;
        let charged = 0;
        for (const sum of sums) {
          charged += quantity(amountsOf(withOnes, { sum, before }), "OVERAGE_TRANSCRIPTS");
          before = addFigures(before, sum);
        }
        const cap = any.maxTranscriptCount ?? Number.POSITIVE_INFINITY;
        expect(charged).toBe(Math.max(0, before.transcripts - cap));
      }),
    );
  });

  it("charge the usual price beyond the caps where there is no other", () => {
    fc.assert(
      fc.property(anyTerms, anySum, anyBefore, (any, sum, before) => {
        const plain = { ...any, price: { ...any.price, overage: null } };
        const unlimited = { ...plain, maxTranscriptCount: null, maxTranscriptMinutes: null };
        expect(amountsOf(plain, { sum, before })).toEqual(amountsOf(unlimited, { sum, before }));
      }),
    );
  });
});

/** The same of whole numbers of any size. */
function exactTax(amount: number, { taxRate, rounding }: Pick<Price, "taxRate" | "rounding">) {
  const product = BigInt(Math.abs(amount)) * BigInt(taxRate);
  const add = { DOWN: 0n, UP: 99n, HALF_UP: 50n }[rounding];
  const tax = Number((product + add) / 100n);
  return amount < 0 ? 0 - tax : tax;
}

describe("the tax", () => {
  test.each([
    [105, "DOWN", 10],
    [105, "HALF_UP", 11],
    [104, "HALF_UP", 10],
    [101, "UP", 11],
    [100, "UP", 10],
    [-105, "DOWN", -10],
    [-101, "UP", -11],
  ] as const)("on %d yen, rounded %s, is %d", (amount, rounding, tax) => {
    expect(taxOn(amount, { taxRate: 10, rounding })).toBe(tax);
  });

  it("is exact where the product of sum and rate is too large for a number", () => {
    const anyAmount = fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 });
    fc.assert(
      fc.property(
        anyAmount,
        fc.integer({ min: 0, max: 100 }),
        fc.constantFrom(...ROUNDINGS),
        (amount, taxRate, rounding) => {
          expect(taxOn(amount, { taxRate, rounding })).toBe(
            exactTax(amount, { taxRate, rounding }),
          );
        },
      ),
    );
  });
});
