import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays } from "../../domain/text/dates.ts";
import { COMPARED_DAYS, isAdjusted, trendChange } from "../../domain/usage/trendChange.ts";

const days = (counts: readonly number[]) =>
  counts.map((transcriptCount, n) => ({
    date: addDays("2026-09-27", n),
    transcriptCount,
    transcriptMinutes: 0,
  }));
/** Four weeks with the first sum, four weeks with the second one, and today. */
const weeks = (before: number, recent: number, today = 0) =>
  days([before, ...Array(27).fill(0), ...Array(27).fill(0), recent, today]);

describe("the change of use", () => {
  it("is that of the four weeks up to yesterday against those before, whatever today has", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 1_000 }), {
          minLength: COMPARED_DAYS,
          maxLength: 92,
        }),
        (counts) => {
          const sum = (some: number[]) => some.reduce((all, count) => all + count, 0);
          expect(trendChange(days(counts))).toMatchObject({
            recent: sum(counts.slice(-29, -1)),
            before: sum(counts.slice(-57, -29)),
          });
        },
      ),
    );
  });

  it.each([
    [100, 112, { kind: "more", percent: 12 }],
    [100, 88, { kind: "less", percent: 12 }],
    [1_000, 1_004, { kind: "same" }],
    [1_000, 1_005, { kind: "more", percent: 1 }],
    [1_000, 1_000, { kind: "same" }],
    [1_000, 0, { kind: "less", percent: 100 }],
    [1_000, 1, { kind: "less", percent: 99 }],
    [0, 5, { kind: "apart" }],
    [-3, 5, { kind: "apart" }],
    [5, -3, { kind: "apart" }],
    [0, 0, { kind: "none" }],
  ])("from %i to %i transcripts is %o", (before, recent, change) => {
    expect(trendChange(weeks(before, recent, 7))).toEqual({ before, recent, ...change });
  });
});

describe("a trend is marked as adjusted", () => {
  const day = { date: "2026-04-01", transcriptCount: 0, transcriptMinutes: 0 };
  it.each([
    [[], false],
    [[day], false],
    [[{ ...day, transcriptCount: 3, transcriptMinutes: 2 }], false],
    [[day, { ...day, transcriptCount: -1 }], true],
    [[{ ...day, transcriptMinutes: -1 }, day], true],
  ])("for %j: %s", (trend, adjusted) => expect(isAdjusted(trend)).toBe(adjusted));
});
