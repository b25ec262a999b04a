import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import {
  addDays,
  addMonths,
  daysBetween,
  firstDayOfMonth,
  formatDate,
  formatDateJa,
  formatDateTime,
  formatDateTimeSeconds,
  formatDuration,
  formatMinutes,
  formatMonthJa,
  formatPeriod,
  formatRecent,
  formatSeconds,
  formatTime,
  isCalendarDate,
  isMonth,
  lastDayOfMonth,
  monthOf,
  parseInstant,
  tokyoDate,
  tokyoMidnight,
} from "../../domain/text/dates.ts";

const machineZone = process.env.TZ;
afterEach(() => {
  if (machineZone === undefined) delete process.env.TZ;
  else process.env.TZ = machineZone;
});

/** The days of the two centuries that the product supports, by UTC arithmetic. */
const dayNumber = fc.integer({ min: 0, max: 73_048 });
const dayAt = (n: number) => new Date(Date.UTC(2000, 0, 1 + n)).toISOString().slice(0, 10);

/** Whole seconds of the same two centuries. */
const instant = fc
  .integer({ min: 0, max: 73_048 * 86_400 })
  .map((seconds) => new Date(Date.UTC(2000, 0, 1) + seconds * 1_000));

describe.each(["Asia/Tokyo", "UTC", "America/Los_Angeles", "America/Sao_Paulo"])(
  "calendar dates in a browser in %s",
  (zone) => {
    test("add and count days as a calendar does", () => {
      process.env.TZ = zone;
      fc.assert(
        fc.property(dayNumber, fc.integer({ min: -4_000, max: 4_000 }), (n, days) => {
          expect(addDays(dayAt(n), days)).toBe(dayAt(n + days));
          expect(daysBetween(dayAt(n), dayAt(n + days))).toBe(days);
          expect(isCalendarDate(dayAt(n))).toBe(true);
        }),
        { numRuns: 300 },
      );
    });

    test("end a month on the day before the next one begins", () => {
      process.env.TZ = zone;
      fc.assert(
        fc.property(dayNumber, (n) => {
          const month = monthOf(dayAt(n));
          const next = monthOf(addMonths(firstDayOfMonth(month), 1));
          expect(addDays(lastDayOfMonth(month), 1)).toBe(firstDayOfMonth(next));
          expect(monthOf(lastDayOfMonth(month))).toBe(month);
        }),
        { numRuns: 300 },
      );
    });

    test("show an instant in Tokyo time", () => {
      process.env.TZ = zone;
      expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
      expect(formatDateTime("2026-04-01T00:05:00Z")).toBe("2026/04/01 09:05");
      expect(formatDateTimeSeconds("2026-04-01T00:05:59.9Z")).toBe("2026/04/01 09:05:59");
      expect(formatDateTime(new Date("2026-03-31T15:00:00Z"))).toBe("2026/04/01 00:00");
      expect(formatDateTime("2026-04-01 00:05:00")).toBe("2026/04/01 09:05");
      expect(formatTime("2026-04-01T05:32:00Z")).toBe("14:32");
      const now = new Date("2026-04-01T15:00:00Z");
      expect(formatRecent("2026-04-01T15:32:00Z", now)).toBe("00:32");
      expect(formatRecent("2026-04-01T14:59:00Z", now)).toBe("2026/04/01 23:59");
    });
  },
);

describe("months", () => {
  test("become their first and last day", () => {
    expect(firstDayOfMonth("2026-04")).toBe("2026-04-01");
    expect(lastDayOfMonth("2026-04")).toBe("2026-04-30");
    expect(lastDayOfMonth("2028-02")).toBe("2028-02-29");
    expect(lastDayOfMonth("2100-02")).toBe("2100-02-28");
    expect(lastDayOfMonth("2026-12")).toBe("2026-12-31");
  });

  test("are shown as year and month, day by day within them", () => {
    fc.assert(
      fc.property(dayNumber, (n) => {
        const date = dayAt(n);
        const [year, month, day] = date.split("-").map(Number);
        expect(formatDateJa(date)).toBe(`${year}年${month}月${day}日`);
        expect(formatMonthJa(monthOf(date))).toBe(`${year}年${month}月`);
        expect(isMonth(monthOf(date))).toBe(true);
        expect(firstDayOfMonth(monthOf(date)) <= date).toBe(true);
        expect(lastDayOfMonth(monthOf(date)) >= date).toBe(true);
      }),
    );
  });

  test("later keep the day, or take the month's last", () => {
    expect(addMonths("2026-01-31", 1)).toBe("2026-02-28");
    expect(addMonths("2027-12-15", 2)).toBe("2028-02-15");
    expect(addMonths("2028-03-31", -1)).toBe("2028-02-29");
  });
});

describe("a date as text", () => {
  test.each([
    "2026-02-30",
    "2026-13-01",
    "2026-00-01",
    "2026-4-1",
    "20260401",
    "2026-04-01T00:00",
    "",
    "2027-02-29",
  ])("is no calendar date: %s", (text) => {
    expect(isCalendarDate(text)).toBe(false);
  });

  test.each(["2026-13", "2026-00", "2026-4", "2026", "2026-04-01", ""])(
    "is no month: %s",
    (text) => {
      expect(isMonth(text)).toBe(false);
    },
  );

  test("is shown with slashes in tables and in Japanese in sentences", () => {
    expect(formatDate("2026-04-01")).toBe("2026/04/01");
    expect(formatDateJa("2026-04-01")).toBe("2026年4月1日");
    expect(formatMonthJa("2026-04")).toBe("2026年4月");
  });
});

describe("today in Tokyo", () => {
  test("changes at midnight in Tokyo, not in UTC", () => {
    expect(tokyoDate(new Date("2026-03-31T14:59:59.999Z"))).toBe("2026-03-31");
    expect(tokyoDate(new Date("2026-03-31T15:00:00.000Z"))).toBe("2026-04-01");
  });

  test("lasts from its midnight to the next", () => {
    fc.assert(
      fc.property(dayNumber, (n) => {
        const begins = tokyoMidnight(dayAt(n));
        expect(tokyoDate(begins)).toBe(dayAt(n));
        expect(tokyoDate(new Date(begins.getTime() - 1))).toBe(dayAt(n - 1));
      }),
    );
  });
});

describe("an instant without a time zone", () => {
  test.each([
    ["2026-04-01T09:05:00", "2026-04-01T09:05:00.000Z"],
    ["2026-04-01 09:05:00", "2026-04-01T09:05:00.000Z"],
    ["2026-04-01", "2026-04-01T00:00:00.000Z"],
    ["2026-04-01T09:05:00Z", "2026-04-01T09:05:00.000Z"],
    ["2026-04-01T09:05:00+09:00", "2026-04-01T00:05:00.000Z"],
  ])("is UTC: %s", (text, instant) => {
    expect(parseInstant(text).toISOString()).toBe(instant);
  });

  test.each(["Asia/Tokyo", "America/New_York"])("is UTC also in a browser in %s", (zone) => {
    process.env.TZ = zone;
    fc.assert(
      fc.property(instant, (at) => {
        const written = at.toISOString().slice(0, 19);
        expect(parseInstant(written)).toEqual(parseInstant(`${written}Z`));
        expect(parseInstant(written.replace("T", " "))).toEqual(at);
        expect(parseInstant(`${written}+00:00`)).toEqual(at);
      }),
    );
  });

  test("shows nothing when it is none", () => {
    expect(formatDateTime("soon")).toBe("");
  });
});

describe("lengths of time", () => {
  test.each([
    [0, "0分"],
    [45, "45分"],
    [60, "1時間"],
    [525, "8時間45分"],
    [1200, "20時間"],
    [60_000, "1,000時間"],
    [-525, "-8時間45分"],
  ])("show %i minutes as %s", (minutes, text) => {
    expect(formatMinutes(minutes)).toBe(text);
  });

  test.each([
    [0, "0秒"],
    [-30, "-30秒"],
    [5_430, "1時間30分30秒"],
    [-5_400, "-1時間30分"],
    [-5_430, "-1時間30分30秒"],
  ])("show %i seconds as %s", (seconds, text) => {
    expect(formatSeconds(seconds)).toBe(text);
  });

  test("keep every minute, and leave out what is zero", () => {
    fc.assert(
      fc.property(fc.nat(600_000), (minutes) => {
        const [, hours = "0", rest = "0"] =
          /^(?:([\d,]+)時間)?(?:(\d+)分)?$/.exec(formatMinutes(minutes)) ?? [];
        expect(Number(hours.replaceAll(",", "")) * 60 + Number(rest)).toBe(minutes);
        expect(Number(rest)).toBeLessThan(60);
        if (minutes > 0) expect(formatMinutes(minutes)).not.toMatch(/^0|[^\d,]0分/);
      }),
    );
  });

  test("keep every second: mm:ss below an hour, h:mm:ss from there on", () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), (seconds) => {
        const shown = formatDuration(seconds);
        expect(shown).toMatch(seconds < 3_600 ? /^[0-5]\d:[0-5]\d$/ : /^[1-9]\d*:[0-5]\d:[0-5]\d$/);
        expect(shown.split(":").reduce((sum, part) => sum * 60 + Number(part), 0)).toBe(seconds);
      }),
    );
  });

  test.each([
    [0, "00:00"],
    [59, "00:59"],
    [61.9, "01:01"],
    [3_599, "59:59"],
    [3_600, "1:00:00"],
    [36_061, "10:01:01"],
    [-5, "00:00"],
  ])("show %d seconds as %s", (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text);
  });
});

describe("a period in a name", () => {
  test.each([
    ["2026-04-01", "2027-03-31", "2026/04〜2027/03"],
    ["2028-02-01", "2028-02-29", "2028/02〜2028/02"],
    ["2026-04-10", "2027-03-31", "2026/04/10〜2027/03/31"],
    ["2026-04-01", "2027-03-30", "2026/04/01〜2027/03/30"],
  ])("%s to %s is %s", (startDate, endDate, name) => {
    expect(formatPeriod({ startDate, endDate })).toBe(name);
  });
});
