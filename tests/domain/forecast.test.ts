import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, daysBetween } from "../../domain/text/dates.ts";
import { type ForecastInput, isForecast } from "../../domain/usage/forecast.ts";
import { type DayUse, forecastFrom, isDayOff } from "../../domain/usage/seenWeeks.ts";
import { isHoliday } from "../../server/modules/contracts/service/contractUsage.ts";
import { dayGiven, forecastAt, usedIn } from "../support/syntheticUsage.ts";

/** Ten transcripts of five minutes on each workday of the dates. */
function tenADay(from: string, to: string): DayUse[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, n) => addDays(from, n))
    .filter((date) => !isDayOff(date, isHoliday))
    .map((date) => ({ date, transcriptCount: 10, seconds: 3_000 }));
}

describe("ten transcripts on each workday", () => {
  const days = tenADay("2026-01-05", "2026-12-28");
  const leftOn = (today: string, left: number, change = {}) =>
    forecastAt(days, usedIn(days.filter(({ date }) => date < today)) + left, today, {
      endDate: "2027-03-31",
      ...change,
    });

  test.each([
    ["2026-06-08", 1, "2026-06-08"],
    ["2026-06-08", 50, "2026-06-12"],
    ["2026-06-08", 51, "2026-06-15"],
    // Golden Week: April 29 and May 3 to 6 are holidays in 2026.
    ["2026-04-27", 60, "2026-05-08"],
    // December 29 to January 3.
    ["2026-12-24", 40, "2027-01-04"],
  ])("on %s with %d left reach the cap on %s", (today, left, reachedOn) => {
    expect(leftOn(today, left)).toEqual({ reachedOn, cap: "COUNT" });
  });

  test("count what was used today, more than expected or less", () => {
    const today = "2026-06-08";
    const used = usedIn(days.filter(({ date }) => date < today));
    const withToday = (transcriptCount: number) =>
      dayGiven(
        forecastAt(days, used + 40, today, {
          transcriptCount: used + transcriptCount,
          days: [
            ...days.filter(({ date }) => date < today),
            { date: today, transcriptCount, seconds: 0 },
          ],
        }),
      );
    expect([0, 10, 11, 31, 39].map(withToday)).toEqual([
      "2026-06-11",
      "2026-06-11",
      "2026-06-11",
      "2026-06-09",
      "2026-06-09",
    ]);
  });

  test("reach the cap on minutes first where less is left of it", () => {
    const seconds = 200 * 300;
    const caps = { seconds, maxTranscriptMinutes: 1_000 + 100 };
    expect(leftOn("2026-06-08", 100, caps)).toEqual({ reachedOn: "2026-06-09", cap: "MINUTES" });
    expect(leftOn("2026-06-08", 20, caps)).toEqual({ reachedOn: "2026-06-09", cap: "COUNT" });
  });

  test.each([
    ["the cap is reached", "CAP_REACHED", 0, {}],
    ["the other cap is reached", "CAP_REACHED", 50, { seconds: 60, maxTranscriptMinutes: 1 }],
    ["the contract is over", "ENDED", 50, { endDate: "2026-06-07" }],
    ["it was terminated", "ENDED", 50, { terminationDate: "2026-06-07" }],
    ["it has not begun", "NOT_BEGUN", 50, { startDate: "2026-06-09" }],
    ["there is no cap", "NO_CAP", 50, { maxTranscriptCount: null }],
    ["there was no use", "NO_RECENT_USE", 50, { days: [] }],
  ] as const)("say that %s: %s", (_, reason, left, change) => {
    expect(leftOn("2026-06-08", left, { ...change })).toEqual({ reason, until: null });
  });

  test.each([
    ["the contract ends before", "NOT_BEFORE_END", "2026-06-11", 50, { endDate: "2026-06-11" }],
    [
      "it is terminated before",
      "NOT_BEFORE_END",
      "2026-06-11",
      50,
      { terminationDate: "2026-06-11" },
    ],
    ["the cap is farther ahead than was looked back", "NOT_SOON", "2026-08-03", 410, {}],
  ] as const)("say until when none is reached if %s: %s", (_, reason, until, left, change) => {
    expect(leftOn("2026-06-08", left, change)).toEqual({ reason, until });
  });

  test("say of two caps the day of the one that has one, else what is known least", () => {
    const other = { seconds: 0, maxTranscriptMinutes: 1_000_000 };
    expect(dayGiven(leftOn("2026-06-08", 50, other))).toBe("2026-06-12");
    expect(leftOn("2026-06-08", 410, other)).toEqual({ reason: "NOT_SOON", until: "2026-08-03" });
    const bursts = days.map((day, n) => ({ ...day, seconds: n % 15 === 0 ? 60_000 : 30 }));
    expect(
      leftOn("2026-06-08", 410, {
        ...{ seconds: 0, maxTranscriptMinutes: 1_000 },
        days: bursts.filter(({ date }) => date < "2026-06-08"),
      }),
    ).toEqual({ reason: "IRREGULAR", until: null });
  });

  test("are told on the last day of the contract", () => {
    expect(dayGiven(leftOn("2026-06-08", 50, { endDate: "2026-06-12" }))).toBe("2026-06-12");
  });

  test("are silent in the first three weeks and once a whole week is without use", () => {
    const result = (from: string, to: string) => {
      const some = days.filter(({ date }) => date >= from && date <= to);
      const end = { endDate: "2027-03-31" };
      const answer = forecastAt(some, usedIn(some) + 50, "2026-06-08", end);
      return isForecast(answer) ? "told" : answer.reason;
    };
    expect(result("2026-05-18", "2026-06-05")).toBe("told");
    expect(result("2026-05-19", "2026-06-05")).toBe("FEW_WEEKS");
    expect(result("2026-01-05", "2026-06-01")).toBe("told");
    expect(result("2026-01-05", "2026-05-29")).toBe("NO_RECENT_USE");
  });

  test("have begun with the first use, not with a day that holds none", () => {
    const began = [{ date: "2026-05-01", transcriptCount: 0, seconds: 0 }];
    const some = days.filter(({ date }) => date >= "2026-05-25" && date < "2026-06-08");
    const cap = usedIn(some) + 50;
    expect(forecastAt([...began, ...some], cap, "2026-06-08", { endDate: "2027-03-31" })).toEqual({
      reason: "FEW_WEEKS",
      until: null,
    });
  });
});

describe("a contract with 117 of 120 transcripts used", () => {
  const today = "2026-07-13";
  /** So many transcripts on the workdays before today, the latest last. */
  const worked = (counts: readonly number[], change: Partial<ForecastInput> = {}) => {
    const past = Array.from({ length: 2 * counts.length }, (_, n) => addDays(today, -1 - n));
    const workdays = past.filter((date) => !isDayOff(date, isHoliday)).slice(0, counts.length);
    const days = workdays
      .toReversed()
      .map((date, n) => ({ date, transcriptCount: counts[n] ?? 0, seconds: 0 }));
    const all = { startDate: "2026-04-01", endDate: "2027-03-31", transcriptCount: 117 };
    return forecastAt(days, 120, today, { ...all, ...change });
  };
  // 13 to 19 a month: 1 to 6 a week.
  const weekly = [
    [0, 0, 1, 0, 0],
    [2, 1, 0, 3, 0],
    [0, 1, 0, 1, 0],
    [1, 2, 0, 1, 2],
    [0, 0, 1, 1, 0],
    [0, 2, 1, 0, 2],
    [1, 0, 0, 0, 1],
    [3, 0, 1, 2, 0],
  ];

  test("and 13 to 19 a month reaches the cap in one to two weeks", () => {
    expect(worked(weekly.flat())).toEqual({
      reachedOn: "2026-07-16",
      cap: "COUNT",
      weeks: { from: 1, to: 2 },
    });
  });

  test("reaches it by its end at the latest", () => {
    expect(worked(weekly.flat(), { endDate: "2026-07-18" })).toMatchObject({
      weeks: { from: 1, to: 1 },
    });
    expect(worked(weekly.flat(), { endDate: "2026-07-15" })).toEqual({
      reason: "NOT_BEFORE_END",
      until: "2026-07-15",
    });
  });

  test("and a few busy days is too irregular for a range", () => {
    const busy = weekly.map((week, n) => week.map((_, day) => (n % 4 === 3 && day === 0 ? 14 : 0)));
    expect(worked(busy.flat())).toEqual({ reason: "IRREGULAR", until: null });
  });

  test("tells a day as long as the weeks are alike", () => {
    const alike = weekly.map(() => [1, 1, 0, 1, 1]);
    expect(worked(alike.flat())).toEqual({ reachedOn: expect.any(String), cap: "COUNT" });
  });
});

test("a range is never longer than its own middle, and has the expected day", () => {
  const amounts = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 56, maxLength: 56 });
  fc.assert(
    fc.property(amounts, fc.integer({ min: 1, max: 300 }), (counts, left) => {
      const today = "2026-06-08";
      const days = counts.map((transcriptCount, n) => ({
        date: addDays(forecastFrom(today), n),
        transcriptCount,
        seconds: 0,
      }));
      const result = forecastAt(days, usedIn(days) + left, today, { endDate: "2027-12-31" });
      if (!isForecast(result) || !result.weeks) return;
      const { from, to } = result.weeks;
      expect(to - from).toBeLessThanOrEqual((from + to) / 2);
      const week = Math.max(1, Math.ceil(daysBetween(today, result.reachedOn) / 7));
      expect([from, week, to].toSorted((a, b) => a - b)[1]).toBe(week);
    }),
  );
});

test("tells a day from today to the end of any contract, or until when none is reached", () => {
  const amounts = fc.array(fc.integer({ min: -5, max: 40 }), { minLength: 56, maxLength: 56 });
  fc.assert(
    fc.property(amounts, fc.integer({ min: 1, max: 2_000 }), fc.nat(80), (counts, left, length) => {
      const today = "2026-06-08";
      const days = counts.map((transcriptCount, n) => ({
        date: addDays(forecastFrom(today), n),
        transcriptCount,
        seconds: 0,
      }));
      const endDate = addDays(today, length);
      const result = forecastAt(days, usedIn(days) + left, today, { endDate });
      const day = isForecast(result) ? result.reachedOn : result.until;
      if (day === null) return;
      expect([today, day, endDate].toSorted()[1]).toBe(day);
      const horizon = daysBetween(forecastFrom(today), today);
      expect(daysBetween(today, day)).toBeLessThanOrEqual(horizon);
    }),
  );
});

test.each([
  ["2026-11-23", true],
  ["2026-11-24", false],
  ["2026-11-28", true],
  ["2026-12-28", false],
  ["2026-12-29", true],
  ["2027-01-04", false],
  ["2026-08-13", false],
  // The library ends in 2050: weekends and the New Year are still known, holidays are not.
  ["2051-05-03", false],
  ["2051-01-03", true],
])("offices are closed on %s: %s", (date, closed) => {
  expect(isDayOff(date, isHoliday)).toBe(closed);
});
