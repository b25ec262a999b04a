import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "../../domain/text/dates.ts";
import { percentOf, usagePace } from "../../domain/usage/pace.ts";

const contract = {
  startDate: "2026-04-01",
  endDate: "2027-03-31",
  terminationDate: null,
  usedTranscriptCount: 90,
  usedTranscriptSeconds: 0,
  maxTranscriptCount: 120,
  maxTranscriptMinutes: null,
};

test("compares the share of the days, today included, with the shares of the caps", () => {
  expect(usagePace(contract, "2026-11-22")).toEqual({
    days: 365,
    passedDays: 236,
    timeShare: 236 / 365,
    countShare: 0.75,
    minutesShare: null,
    monthCount: 10,
    monthMinutes: null,
  });
});

test("counts the days up to a termination, and of a month those of the contract", () => {
  const short = { ...contract, startDate: "2026-11-21", terminationDate: "2026-11-30" };
  const { days, passedDays, monthCount } = usagePace(short, "2026-11-22");
  expect([days, passedDays, monthCount]).toEqual([10, 2, 120]);
});

test("passes from its first day to its last, the whole of it", () => {
  fc.assert(
    fc.property(fc.nat(900), fc.nat(900), (length, day) => {
      const term = { ...contract, endDate: addDays(contract.startDate, length) };
      const { days, passedDays, timeShare, monthCount } = usagePace(
        term,
        addDays(contract.startDate, Math.min(day, length)),
      );
      expect(days).toBe(length + 1);
      expect(passedDays).toBe(Math.min(day, length) + 1);
      expect(timeShare === 1).toBe(day >= length);
      expect(monthCount).toBeLessThanOrEqual(120);
    }),
  );
});

test.each([
  [0, 0],
  [0.29, 29],
  [0.999, 99],
  [1, 100],
  [201 / 200, 101],
  [10_000_000 / 9_999_999, 101],
  [9_999_998 / 9_999_999, 99],
  [1.025, 102],
])("%d is %d percent", (share, percent) => {
  expect(percentOf(share)).toBe(percent);
});
