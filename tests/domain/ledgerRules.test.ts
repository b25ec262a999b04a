import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { effectiveEnd } from "../../domain/contracts/rules.ts";
import { addDays, formatSeconds, tokyoDate } from "../../domain/text/dates.ts";
import {
  adjustmentDay,
  adjustmentErrors,
  adjustmentInstant,
  MAX_ADJUSTED,
} from "../../domain/usage/ledgerRules.ts";

const TODAY = "2026-04-15";
const inDays = (days: number) => addDays(TODAY, days);

const anyUse = fc.record({
  transcriptCount: fc.nat(1_000),
  seconds: fc.nat(100_000),
});
const anyChange = fc.record({
  transcriptCount: fc.integer({ min: -1_500, max: 1_500 }),
  seconds: fc.integer({ min: -150_000, max: 150_000 }),
});
const anyTerm = fc
  .tuple(fc.integer({ min: -80, max: 80 }), fc.nat(120), fc.option(fc.nat(120)))
  .map(([start, length, terminated]) => ({
    startDate: inDays(start),
    endDate: inDays(start + length),
    terminationDate: terminated === null ? null : inDays(start + Math.min(terminated, length)),
  }));
const anyNow = fc
  .tuple(fc.integer({ min: -100, max: 100 }), fc.nat(24 * 3_600_000 - 1))
  .map(([days, ms]) => new Date(Date.parse(`${inDays(days)}T00:00:00+09:00`) + ms));

describe("an adjustment", () => {
  test("is possible exactly if it changes something and leaves no figure below zero", () => {
    fc.assert(
      fc.property(anyUse, anyChange, (used, change) => {
        const isPossible =
          (change.transcriptCount !== 0 || change.seconds !== 0) &&
          used.transcriptCount + change.transcriptCount >= 0 &&
          used.seconds + change.seconds >= 0;
        expect(Object.keys(adjustmentErrors(used, change)).length === 0).toBe(isPossible);
      }),
    );
  });

  test("says at the figure how much can be taken away", () => {
    const used = { transcriptCount: 1_234, seconds: 31_530 };
    expect(adjustmentErrors(used, { transcriptCount: -1_235, seconds: -31_531 })).toEqual({
      transcriptCount: "利用件数は1,234件のため、減らせるのは1,234件までです。",
      seconds: "利用時間は8時間45分30秒のため、減らせるのは8時間45分30秒までです。",
    });
    expect(adjustmentErrors(used, { transcriptCount: -1_234, seconds: -31_530 })).toEqual({});
  });

  test("can be the largest again and again, until the counters would overflow", () => {
    const almost = { transcriptCount: 999_999_999 - MAX_ADJUSTED.transcriptCount, seconds: 0 };
    expect(adjustmentErrors(almost, { ...MAX_ADJUSTED, seconds: 0 })).toEqual({});
    const more = { ...almost, transcriptCount: almost.transcriptCount + 1 };
    expect(adjustmentErrors(more, { ...MAX_ADJUSTED, seconds: 0 })).toHaveProperty(
      "transcriptCount",
    );
  });

  test("may lower a counter that stays beyond the largest", () => {
    const tooMuch = { transcriptCount: 2_000_000_000, seconds: 1_000_000_000_000 };
    expect(adjustmentErrors(tooMuch, { transcriptCount: -1, seconds: -60 })).toEqual({});
    expect(adjustmentErrors(tooMuch, { transcriptCount: -1, seconds: 1 })).toEqual({
      seconds: "利用時間の合計が16,666,666時間39分以下になるように入力してください。",
    });
  });

  test("counts for today, or for the nearest day of the period", () => {
    fc.assert(
      fc.property(anyTerm, fc.integer({ min: -100, max: 220 }), (term, days) => {
        const today = inDays(days);
        const day = adjustmentDay(term, today);
        const end = effectiveEnd(term);
        expect(day >= term.startDate && day <= end).toBe(true);
        if (today >= term.startDate && today <= end) expect(day).toBe(today);
        else expect([term.startDate, end]).toContain(day);
      }),
    );
  });

  test("stands at an instant of its day, which is now if the day is today", () => {
    fc.assert(
      fc.property(anyTerm, anyNow, (term, now) => {
        const day = adjustmentDay(term, tokyoDate(now));
        const instant = adjustmentInstant(day, now);
        expect(tokyoDate(instant)).toBe(day);
        if (day === tokyoDate(now)) expect(instant).toEqual(now);
      }),
    );
  });
});

test.each([
  [0, "0秒"],
  [59, "59秒"],
  [60, "1分"],
  [90, "1分30秒"],
  [3_600, "1時間"],
  [3_601, "1時間1秒"],
  [31_530, "8時間45分30秒"],
])("%i seconds are %s", (seconds, text) => {
  expect(formatSeconds(seconds)).toBe(text);
});
