import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { isCalendarDate, lastDayOfMonth, monthOf } from "../../domain/text/dates.ts";
import { readDate, readMonth } from "../../domain/text/writtenDates.ts";

const japanese = new Intl.DateTimeFormat("ja-JP-u-ca-japanese", {
  era: "long",
  year: "numeric",
  month: "long",
  day: "numeric",
  timeZone: "UTC",
});
const LETTERS: Record<string, string> = { 明治: "M", 大正: "T", 昭和: "S", 平成: "H", 令和: "R" };

/** Days from the first whole year of 明治 on. */
const days = fc
  .date({ min: new Date("1869-01-01"), max: new Date("2199-12-31"), noInvalidDate: true })
  .map((instant) => instant.toISOString().slice(0, 10));

function eraOf(date: string) {
  const parts = japanese.formatToParts(new Date(date));
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  return { era: part("era"), year: part("year") };
}

function fullWidth(text: string): string {
  return text.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0));
}

/** The forms in which a date is accepted, with and without leading zeros. */
function formsOf(date: string): string[] {
  const [year, month, day] = date.split("-").map(Number);
  const { era, year: eraYear } = eraOf(date);
  const letter = LETTERS[era];
  const forms = [
    date,
    date.replaceAll("-", ""),
    date.replaceAll("-", "/"),
    `${year}-${month}-${day}`,
    `${year}/${month}/${day}`,
    `${year}.${month}.${day}`,
    `${year}年${month}月${day}日`,
    `${era}${eraYear}年${month}月${day}日`,
    `${era}${eraYear.replace("元", "1")}年${month}月${day}日`,
    `${letter}${eraYear}.${month}.${day}`,
    `${letter?.toLowerCase()}${eraYear}/${month}/${day}`,
  ];
  return [...forms, ...forms.map(fullWidth)];
}

/** The same forms without the day. */
function monthFormsOf(date: string): string[] {
  const [year, month] = date.split("-").map(Number);
  const { era, year: eraYear } = eraOf(date);
  const forms = [
    monthOf(date),
    monthOf(date).replace("-", ""),
    `${year}/${month}`,
    `${year}年${month}月`,
    `${era}${eraYear}年${month}月`,
    `${LETTERS[era]}${eraYear}.${month}`,
  ];
  return [...forms, ...forms.map(fullWidth)];
}

describe("a written date", () => {
  it.each([
    "20260401",
    "2026-4-1",
    "2026/4/1",
    "2026.04.01",
    "2026年4月1日",
    "令和8年4月1日",
    "R8.4.1",
    "r08/04/01",
    "令8.4.1",
    "㋿8年4月1日",
    "２０２６０４０１",
    "２０２６ー４ー１",
    "２０２６年４月１日",
    "Ｒ８．４．１",
    "R8・4・1",
    " 2026 年 4 月 1 日　",
    "2026/4/1 0:00",
    "2026-04-01T00:00:00",
    "２０２６／４／１　１８：３０",
    "2026年4月1日（水）",
    "2026/04/01(水)",
    "令和8年4月1日 水曜日",
    "2026/4/1 (水) 0:00",
  ])("is read from %j", (text) => {
    expect(readDate(text)).toBe("2026-04-01");
  });

  it("is read from each of its forms, by the eras of Unicode's calendar", () => {
    fc.assert(
      fc.property(days, (date) => {
        for (const form of formsOf(date)) expect([form, readDate(form)]).toEqual([form, date]);
      }),
    );
  });

  it("is one that exists, or nothing, whatever is typed", () => {
    const texts = fc.oneof(
      fc.string(),
      fc.stringMatching(/^(令和|平成|R|S)?[0-9元]{1,4}[-/.年][0-9]{1,2}[-/.月][0-9]{1,2}日?$/),
      fc.stringMatching(/^[0-9]{6,9}$/),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const date = readDate(text);
        if (date !== undefined) expect(isCalendarDate(date)).toBe(true);
      }),
    );
  });

  it.each([
    ["令和元年5月1日", "2019-05-01"],
    ["H31.4.30", "2019-04-30"],
    ["平成元年1月8日", "1989-01-08"],
    ["昭和64年1月7日", "1989-01-07"],
    ["明治元年10月23日", "1868-10-23"],
  ])("knows where eras meet: %s", (text, date) => {
    expect(readDate(text)).toBe(date);
  });

  it.each([
    "",
    "来月",
    "2026-02-29",
    "20261301",
    "2026041",
    "26/4/1",
    "2026/4/1（木）",
    "2026-03-31T15:00:00Z",
    "2026/4",
    "2026 4 1",
    "平成31年5月1日",
    "令和元年4月30日",
    "令和0年5月1日",
    "2026-4-1-1",
    "2026年4-1",
    `2026/4/1${" ".repeat(1_000_000)}`,
  ])("is not %.20j", (text) => {
    expect(readDate(text)).toBeUndefined();
  });
});

describe("a written month", () => {
  it("is read from each of its forms", () => {
    fc.assert(
      fc.property(days, (date) => {
        for (const form of monthFormsOf(date)) {
          expect([form, readMonth(form)]).toEqual([form, monthOf(date)]);
        }
      }),
    );
  });

  it("belongs to both eras that meet in it", () => {
    expect(readMonth("昭和64年1月")).toBe("1989-01");
    expect(readMonth("平成元年1月")).toBe("1989-01");
    expect(readMonth("平成31年5月")).toBeUndefined();
    expect(readMonth("令和元年4月")).toBeUndefined();
  });

  it("has no day, and a date has one", () => {
    fc.assert(
      fc.property(days, (date) => {
        for (const form of formsOf(date)) expect(readMonth(form)).toBeUndefined();
        for (const form of monthFormsOf(lastDayOfMonth(monthOf(date)))) {
          expect(readDate(form)).toBeUndefined();
        }
      }),
    );
  });

  test.each(["2026-13", "2026-0", "2026 1 2", "202641", "4月"])("is not %j", (text) => {
    expect(readMonth(text)).toBeUndefined();
  });
});
