import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EDITABLE_FIELDS } from "../../domain/contracts/fields.ts";
import { nextPeriod } from "../../domain/contracts/renewal.ts";
import {
  CONTRACT_STATUSES,
  type ContractTerm,
  contractLimits,
  contractStatus,
  dayWithin,
  editableFields,
  editError,
  effectiveEnd,
  hasUsage,
  isTerminable,
  isWithin,
  minutesLeft,
  minutesUsed,
  periodsOverlap,
  usageState,
} from "../../domain/contracts/rules.ts";
import { addDays, DATE_RANGE, daysBetween } from "../../domain/text/dates.ts";

const TODAY = "2026-04-15";
const inDays = (days: number) => addDays(TODAY, days);

/** Any term around today: its start, length, and perhaps a termination within it. */
const anyTerm = fc
  .tuple(fc.integer({ min: -80, max: 80 }), fc.nat(120), fc.option(fc.nat(120)))
  .map(([start, length, terminated]): ContractTerm => {
    const terminationDate =
      terminated === null ? null : inDays(start + Math.min(terminated, length));
    return { startDate: inDays(start), endDate: inDays(start + length), terminationDate };
  });

const period = (from: number, to: number): ContractTerm => ({
  startDate: inDays(from),
  endDate: inDays(to),
  terminationDate: null,
});

describe("the status of a contract", () => {
  test.each([
    ["UPCOMING", period(1, 100)],
    ["ACTIVE", period(0, 31)],
    ["EXPIRING", period(0, 30)],
    ["EXPIRING", period(-9, 0)],
    ["EXPIRED", period(-9, -1)],
    ["TERMINATED", { ...period(-9, 90), terminationDate: inDays(-1) }],
    ["EXPIRING", { ...period(-9, 90), terminationDate: TODAY }],
    ["EXPIRING", { ...period(-9, 90), terminationDate: inDays(30) }],
    ["ACTIVE", { ...period(-9, 90), terminationDate: inDays(31) }],
    ["TERMINATED", { ...period(-9, -5), terminationDate: inDays(-5) }],
    ["UPCOMING", { ...period(2, 90), terminationDate: inDays(5) }],
  ])("is %s for %o", (status, term) => {
    expect(contractStatus(term, TODAY)).toBe(status);
  });

  test("only moves forward as days pass", () => {
    const order = ["UPCOMING", "ACTIVE", "EXPIRING", "EXPIRED", "TERMINATED"];
    fc.assert(
      fc.property(anyTerm, fc.integer({ min: -100, max: 100 }), fc.nat(50), (term, day, later) => {
        const now = order.indexOf(contractStatus(term, inDays(day)));
        const then = order.indexOf(contractStatus(term, inDays(day + later)));
        expect(then).toBeGreaterThanOrEqual(now);
      }),
    );
  });

  test("covers today exactly in ACTIVE and EXPIRING", () => {
    fc.assert(
      fc.property(anyTerm, (term) => {
        const covers = term.startDate <= TODAY && TODAY <= effectiveEnd(term);
        expect(["ACTIVE", "EXPIRING"].includes(contractStatus(term, TODAY))).toBe(covers);
      }),
    );
  });

  test("is TERMINATED only with a termination date, EXPIRED only without", () => {
    fc.assert(
      fc.property(anyTerm, (term) => {
        const status = contractStatus(term, TODAY);
        if (status === "TERMINATED") expect(term.terminationDate).not.toBeNull();
        if (status === "EXPIRED") expect(term.terminationDate).toBeNull();
      }),
    );
  });
});

const cap = fc.option(fc.integer({ min: 1, max: 9_999_999 }));
const used = fc.nat(12_000_000);
const usedSeconds = fc.nat(12_000_000 * 60);

describe("the usage state", () => {
  test.each([
    [0, 1, "NORMAL"],
    [79, 100, "NORMAL"],
    [80, 100, "WARNING"],
    [4, 5, "WARNING"],
    [7_999_999, 9_999_999, "NORMAL"],
    [8_000_000, 9_999_999, "WARNING"],
    [99, 100, "WARNING"],
    [100, 100, "REACHED"],
    [101, 100, "EXCEEDED"],
    [9_999_999, null, "NORMAL"],
  ])("of %i used of %s is %s", (count, max, state) => {
    const none = { usedTranscriptCount: 0, usedTranscriptSeconds: 0 };
    const free = { maxTranscriptCount: null, maxTranscriptMinutes: null };
    const byCount = { ...none, ...free, usedTranscriptCount: count, maxTranscriptCount: max };
    const seconds = count * 60;
    const byTime = { ...none, ...free, usedTranscriptSeconds: seconds, maxTranscriptMinutes: max };
    expect(usageState(byCount)).toBe(state);
    expect(usageState(byTime)).toBe(state);
  });

  test("is the worse of the two caps", () => {
    const order = ["NORMAL", "WARNING", "REACHED", "EXCEEDED"];
    fc.assert(
      fc.property(used, cap, usedSeconds, cap, (count, maxCount, seconds, maxMinutes) => {
        const state = (uc: number, mc: number | null, us: number, mm: number | null) =>
          order.indexOf(
            usageState({
              usedTranscriptCount: uc,
              maxTranscriptCount: mc,
              usedTranscriptSeconds: us,
              maxTranscriptMinutes: mm,
            }),
          );
        expect(state(count, maxCount, seconds, maxMinutes)).toBe(
          Math.max(state(count, maxCount, 0, null), state(0, null, seconds, maxMinutes)),
        );
      }),
    );
  });

  test("agrees with whole-number arithmetic at every share", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9_999_999 }),
        fc.integer({ min: -2, max: 2 }),
        (max, near) => {
          const count = Math.max(0, Math.floor((max * 4) / 5) + near);
          const state = usageState({
            usedTranscriptCount: count,
            maxTranscriptCount: max,
            usedTranscriptSeconds: 0,
            maxTranscriptMinutes: null,
          });
          const expected =
            count > max
              ? "EXCEEDED"
              : count === max
                ? "REACHED"
                : count * 5 >= max * 4
                  ? "WARNING"
                  : "NORMAL";
          expect(state).toBe(expected);
        },
      ),
    );
  });
});

describe("a cap of minutes", () => {
  const state = (seconds: number, minutes: number) =>
    usageState({
      usedTranscriptCount: 0,
      maxTranscriptCount: null,
      usedTranscriptSeconds: seconds,
      maxTranscriptMinutes: minutes,
    });

  test.each([
    [30, 1, "NORMAL"],
    [47, 1, "NORMAL"],
    [48, 1, "WARNING"],
    [59, 1, "WARNING"],
    [60, 1, "REACHED"],
    [61, 1, "EXCEEDED"],
    [3_541, 60, "WARNING"],
    [3_600, 60, "REACHED"],
    [479 * 60 + 59, 600, "NORMAL"],
    [480 * 60, 600, "WARNING"],
  ])("with %i seconds used of %i minutes is %s", (seconds, minutes, expected) => {
    expect(state(seconds, minutes)).toBe(expected);
  });

  test("is reached exactly where not one second more is left", () => {
    const near = fc.integer({ min: -61, max: 61 });
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 9_999_999 }), near, (minutes, seconds) => {
        const usedTranscriptSeconds = minutes * 60 + seconds;
        const expected = seconds < 0 ? "WARNING" : seconds === 0 ? "REACHED" : "EXCEEDED";
        const isNear = usedTranscriptSeconds * 10 >= minutes * 480;
        expect(state(usedTranscriptSeconds, minutes)).toBe(isNear ? expected : "NORMAL");
        const left = minutesLeft({ usedTranscriptSeconds, maxTranscriptMinutes: minutes });
        expect(left).toBe(Math.floor(-seconds / 60) + 0);
      }),
    );
  });
});

test("seconds show as minutes rounded up", () => {
  expect([0, 1, 60, 61, 3_600].map(minutesUsed)).toEqual([0, 1, 1, 2, 60]);
});

describe("editing", () => {
  test("UPCOMING takes everything, used or not", () => {
    expect([...editableFields("UPCOMING", true)]).toEqual([...EDITABLE_FIELDS]);
  });

  test.each(["ACTIVE", "EXPIRING"] as const)("%s takes all but the start once used", (status) => {
    expect([...editableFields(status, false)]).toEqual([...EDITABLE_FIELDS]);
    expect(EDITABLE_FIELDS.filter((field) => !editableFields(status, true).has(field))).toEqual([
      "startDate",
    ]);
  });

  test.each([true, false])("what is over takes little (used: %s)", (wasUsed) => {
    expect([...editableFields("EXPIRED", wasUsed)]).toEqual(["endDate", "memo"]);
    expect([...editableFields("TERMINATED", wasUsed)]).toEqual(["memo"]);
  });

  test.each([
    ["startDate", "ACTIVE", "startFixedOnceUsed"],
    ["startDate", "EXPIRING", "startFixedOnceUsed"],
    ["startDate", "UPCOMING", undefined],
    ["adminName", "EXPIRED", "fixedOnceExpired"],
    ["endDate", "EXPIRED", undefined],
    ["endDate", "TERMINATED", "fixedOnceTerminated"],
    ["organizationName", "UPCOMING", "organizationNameFixed"],
    ["organizationName", "TERMINATED", "organizationNameFixed"],
  ] as const)("of %s once used in %s is refused as %s", (field, status, error) => {
    expect(editError(field, status, true)).toBe(error);
  });

  test("has a reason for exactly the fields that cannot be edited", () => {
    for (const status of CONTRACT_STATUSES) {
      for (const field of EDITABLE_FIELDS) {
        const can = editableFields(status, false).has(field);
        expect(editError(field, status, false) === undefined).toBe(can);
      }
    }
  });

  test("the memo may always be edited", () => {
    for (const status of CONTRACT_STATUSES) {
      expect(editableFields(status, true).has("memo")).toBe(true);
    }
  });

  test("use is any count or any minute", () => {
    expect(hasUsage({ usedTranscriptCount: 0, usedTranscriptMinutes: 0 })).toBe(false);
    expect(hasUsage({ usedTranscriptCount: 1, usedTranscriptMinutes: 0 })).toBe(true);
    expect(hasUsage({ usedTranscriptCount: 0, usedTranscriptMinutes: 1 })).toBe(true);
  });
});

test.each([
  ["before its first day", period(1, 90), true],
  ["on its last day", period(-90, 0), true],
  ["on the day after", period(-90, -1), false],
  ["with a termination to come", { ...period(-90, 90), terminationDate: inDays(30) }, false],
])("a contract %s can or cannot be terminated", (_, term, can) => {
  expect(isTerminable(term, TODAY)).toBe(can);
});

test("only a contract that is not over and not terminated can be terminated", () => {
  fc.assert(
    fc.property(anyTerm, (term) => {
      const over = ["EXPIRED", "TERMINATED"].includes(contractStatus(term, TODAY));
      expect(isTerminable(term, TODAY)).toBe(!over && term.terminationDate === null);
    }),
  );
});

describe("periods", () => {
  const days = (p: ContractTerm) =>
    Array.from({ length: daysBetween(p.startDate, p.endDate) + 1 }, (_, n) =>
      addDays(p.startDate, n),
    );

  /** Every period within four days, so that the pairs cover each way in which two can overlap. */
  const short = [0, 1, 2, 3].flatMap((from) =>
    [0, 1, 2, 3].filter((to) => to >= from).map((to) => period(from, to)),
  );

  test("overlap exactly when they share a day", () => {
    for (const a of short) {
      for (const b of short) {
        const shared = days(a).some((day) => days(b).includes(day));
        expect([a, b, periodsOverlap(a, b)]).toEqual([a, b, shared]);
      }
    }
  });

  test("overlap whichever comes first", () => {
    fc.assert(
      fc.property(anyTerm, anyTerm, (a, b) => {
        expect(periodsOverlap(a, b)).toBe(periodsOverlap(b, a));
      }),
    );
  });

  test("back to back do not overlap", () => {
    const march = { startDate: "2026-03-01", endDate: "2026-03-31" };
    const april = { startDate: "2026-04-01", endDate: "2026-04-30" };
    expect(periodsOverlap(march, april)).toBe(false);
    expect(periodsOverlap(april, march)).toBe(false);
    expect(periodsOverlap(march, { ...april, startDate: "2026-03-31" })).toBe(true);
    expect(periodsOverlap({ ...april, startDate: "2026-03-31" }, march)).toBe(true);
  });
});

test("a day lies within a period with both of its ends, or its nearest day is one of them", () => {
  fc.assert(
    fc.property(anyTerm, fc.integer({ min: -120, max: 250 }), (term, at) => {
      const day = inDays(at);
      const all = Array.from({ length: daysBetween(term.startDate, term.endDate) + 1 }, (_, n) =>
        addDays(term.startDate, n),
      );
      expect(isWithin(term, day)).toBe(all.includes(day));
      const nearest = day < term.startDate ? term.startDate : term.endDate;
      expect(dayWithin(term, day)).toBe(all.includes(day) ? day : nearest);
    }),
  );
  expect(isWithin(period(0, 0), TODAY)).toBe(true);
  expect(isWithin(period(1, 2), TODAY)).toBe(false);
});

const monthCount = ({ startDate, endDate }: { startDate: string; endDate: string }) => {
  const index = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
  return index(endDate) - index(startDate) + 1;
};

describe("the next period", () => {
  test.each([
    ["2026-04-01", "2027-03-31", null, "2027-04-01", "2028-03-31"],
    ["2026-02-01", "2026-02-28", null, "2026-03-01", "2026-03-31"],
    // Months from any day.
    ["2026-04-10", "2026-05-09", null, "2026-05-10", "2026-06-09"],
    ["2026-04-10", "2027-04-09", null, "2027-04-10", "2028-04-09"],
    ["2026-11-16", "2027-02-15", null, "2027-02-16", "2027-05-15"],
    ["2026-11-16", "2026-12-15", null, "2026-12-16", "2027-01-15"],
    // The last month lacks the day.
    ["2028-02-29", "2029-02-28", null, "2029-03-01", "2030-02-28"],
    ["2027-03-01", "2028-02-29", null, "2028-03-01", "2029-02-28"],
    ["2026-11-30", "2027-02-28", null, "2027-03-01", "2027-05-31"],
    ["2026-11-30", "2027-02-27", null, "2027-02-28", "2027-05-27"],
    ["2026-07-31", "2026-10-30", null, "2026-10-31", "2027-01-30"],
    ["2026-12-31", "2027-01-30", null, "2027-01-31", "2027-02-28"],
    ["2026-04-01", "2027-03-31", "2026-06-30", "2026-07-01", "2027-06-30"],
    ["2026-04-01", "2027-03-31", "2026-10-14", "2026-10-15", "2027-10-14"],
    ["2026-04-01", "2026-04-30", "2026-04-10", "2026-04-11", "2026-05-10"],
    ["2026-02-01", "2026-02-28", "2026-02-14", "2026-02-15", "2026-03-14"],
    // Only one of its ends is that of a month.
    ["2026-02-01", "2026-03-10", "2026-02-28", "2026-03-01", "2026-04-07"],
    ["2026-02-10", "2026-02-28", null, "2026-03-01", "2026-03-19"],
  ])(
    "after %s to %s (terminated %s) is %s to %s",
    (startDate, endDate, terminationDate, from, to) => {
      expect(nextPeriod({ startDate, endDate, terminationDate })).toEqual({
        startDate: from,
        endDate: to,
      });
    },
  );

  const utcDay = (year: number, month: number, day: number) =>
    new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

  /** The last day of so many months from a day, by the calendar alone (Civil Code of Japan, article 143). */
  const lastOfMonths = (startDate: string, months: number) => {
    const [year = 0, month = 0, day = 0] = startDate.split("-").map(Number);
    // Day 0 is the last of the month before; the month counts from 0.
    const target = month - 1 + months;
    const lastOfTarget = new Date(Date.UTC(year, target + 1, 0)).getUTCDate();
    const last = day > lastOfTarget ? lastOfTarget : day - 1;
    return utcDay(year, target, last);
  };

  const anyDay = fc
    .integer({ min: 0, max: daysBetween(DATE_RANGE.min, DATE_RANGE.max) })
    .map((days) => addDays(DATE_RANGE.min, days));
  const whole = (startDate: string, months: number): ContractTerm => ({
    startDate,
    endDate: lastOfMonths(startDate, months),
    terminationDate: null,
  });

  test("has as many whole months, from any day of 200 years", () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 1, max: 120 }), (startDate, months) => {
        const next = nextPeriod(whole(startDate, months));
        expect(next.startDate).toBe(addDays(lastOfMonths(startDate, months), 1));
        expect(next.endDate).toBe(lastOfMonths(next.startDate, months));
      }),
      { numRuns: 5_000 },
    );
  });

  test("of a month, a quarter or a year is one, from the ends of every month of 200 years", () => {
    const wrong: string[] = [];
    for (let month = 0; month < 200 * 12; month++) {
      for (const day of [-2, -1, 0, 1, 2].map((n) => utcDay(2000, month, n))) {
        for (const months of [1, 3, 12]) {
          const term = whole(day, months);
          const { startDate, endDate } = nextPeriod(term);
          const isNextDay = daysBetween(term.endDate, startDate) === 1;
          if (!isNextDay || endDate !== lastOfMonths(startDate, months))
            wrong.push(`${day} ${months}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test("has as many days where the period is no whole months", () => {
    const anyLength = fc.integer({ min: 0, max: 1_500 });
    fc.assert(
      fc.property(anyDay, anyLength, fc.option(fc.nat(1_500)), (startDate, days, ended) => {
        const endDate = addDays(startDate, days);
        const terminationDate = ended === null ? null : addDays(startDate, Math.min(ended, days));
        const term = { startDate, endDate, terminationDate };
        const next = nextPeriod(term);
        expect(next.startDate).toBe(addDays(effectiveEnd(term), 1));
        const months = monthCount(term) - 1;
        const isMonths = [months, months + 1].some(
          (n) =>
            lastOfMonths(startDate, n) === endDate ||
            (n > 0 && addDays(lastOfMonths(startDate, n), -1) === endDate),
        );
        if (!isMonths) expect(daysBetween(next.startDate, next.endDate)).toBe(days);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("what is left", () => {
  test("is nothing without a contract", () => {
    expect(contractLimits(undefined)).toEqual({
      remainingCount: 0,
      remainingMinutes: 0,
      unlimitedCount: false,
      unlimitedMinutes: false,
      contract: null,
    });
  });

  test("is nothing before a contract begins, capped or not", () => {
    const use = { usedTranscriptCount: 0, usedTranscriptSeconds: 0, maxTranscriptCount: 5 };
    const contract = { ...use, maxTranscriptMinutes: null, status: "UPCOMING" as const };
    expect(contractLimits({ ...contract, ...period(3, 9) })).toEqual({
      remainingCount: 0,
      remainingMinutes: 0,
      unlimitedCount: false,
      unlimitedMinutes: false,
      contract: { status: "UPCOMING", startDate: inDays(3), endDate: inDays(9) },
    });
  });

  test("names the caps of the contract where they are asked for", () => {
    const caps = { maxTranscriptCount: 5, maxTranscriptMinutes: null };
    const use = { usedTranscriptCount: 2, usedTranscriptSeconds: 550 };
    const contract = { ...caps, ...use, ...period(-3, 9), status: "ACTIVE" as const };
    const withCaps = { withCaps: true };
    expect(contractLimits(contract, withCaps).contract).toMatchObject({
      caps,
      remainingSeconds: 0,
    });
    expect(Object.keys(contractLimits(contract).contract ?? {})).toEqual([
      "status",
      "startDate",
      "endDate",
    ]);
    const capped = { ...contract, maxTranscriptMinutes: 10 };
    expect(contractLimits(capped, withCaps)).toMatchObject({
      remainingMinutes: 0,
      contract: { remainingSeconds: 50 },
    });
  });

  test("is 0 and unlimited without a cap, never below 0 with one", () => {
    fc.assert(
      fc.property(used, cap, usedSeconds, cap, (count, maxCount, seconds, maxMinutes) => {
        const limits = contractLimits({
          ...period(0, 40),
          status: "ACTIVE",
          usedTranscriptCount: count,
          maxTranscriptCount: maxCount,
          usedTranscriptSeconds: seconds,
          maxTranscriptMinutes: maxMinutes,
        });
        expect(limits.unlimitedCount).toBe(maxCount === null);
        expect(limits.unlimitedMinutes).toBe(maxMinutes === null);
        expect(limits.remainingCount).toBe(maxCount === null ? 0 : Math.max(0, maxCount - count));
        expect(limits.remainingMinutes).toBe(
          maxMinutes === null ? 0 : Math.max(0, Math.floor(maxMinutes - seconds / 60)),
        );
      }),
    );
  });
});
