import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatMinutes, formatSeconds } from "../../domain/text/dates.ts";
import { readMinutes, readNumber, readSeconds } from "../../domain/text/writtenNumbers.ts";

function fullWidth(text: string): string {
  return text.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0));
}

const counts = fc.integer({ min: 0, max: 9_999_999 });

describe("a written number", () => {
  it.each([
    ["1200", 1200],
    ["1,200件", 1200],
    ["１，２００ 件", 1200],
    ["１，２００", 1200],
    ["1、200", 1200],
    ["007", 7],
    ["-5", -5],
    ["ー５", -5],
    ["−５", -5],
    ["+5", 5],
  ])("%j is %i", (text, value) => {
    expect(readNumber(text, "件")).toBe(value);
  });

  it("is read back from however it is shown", () => {
    fc.assert(
      fc.property(counts, (count) => {
        const shown = count.toLocaleString("ja-JP");
        for (const text of [String(count), shown, `${count}件`, `${shown}件`]) {
          expect(readNumber(text, "件")).toBe(count);
          expect(readNumber(fullWidth(text), "件")).toBe(count);
        }
      }),
    );
  });

  it.each([
    "",
    "件",
    "1.5",
    "1,20",
    "12,00",
    "1,2000",
    "1e3",
    "0x10",
    "千",
    "1200人",
    "9".repeat(17),
  ])("is not %j", (text) => {
    expect(readNumber(text, "件")).toBeUndefined();
  });
});

describe("a written duration", () => {
  it.each([
    ["120", 120],
    ["１２０", 120],
    ["45分", 45],
    ["1,200分", 1200],
    ["20時間", 1200],
    ["８時間４５分", 525],
    [" 8 時間 45 分 ", 525],
    ["8時間5分", 485],
    ["8時間05分", 485],
    ["8:45", 525],
    ["８：４５", 525],
    ["1,000:00", 60_000],
    ["0:05", 5],
  ])("%j is %i minutes", (text, minutes) => {
    expect(readMinutes(text)).toBe(minutes);
  });

  it("is read back from however minutes are shown", () => {
    fc.assert(
      fc.property(counts, (minutes) => {
        const clock = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
        for (const text of [formatMinutes(minutes), String(minutes), `${minutes}分`, clock]) {
          expect(readMinutes(text)).toBe(minutes);
          expect(readMinutes(fullWidth(text))).toBe(minutes);
        }
      }),
    );
  });

  it.each(["", "時間", "8時間60分", "8:60", "8:5", "8:45:00", "8.5時間", "8時間45", "半日"])(
    "is not %j",
    (text) => {
      expect(readMinutes(text)).toBeUndefined();
    },
  );
});

it("is a whole number or nothing, whatever is typed", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.stringMatching(/^[0-9０-９,:時間分件. -]{0,12}$/)),
      (text) => {
        for (const value of [readNumber(text, "件"), readMinutes(text)]) {
          if (value !== undefined) expect(Number.isSafeInteger(value)).toBe(true);
        }
      },
    ),
  );
});

describe("a duration written to the second", () => {
  it.each([
    ["90", 5_400],
    ["1:30", 5_400],
    ["１：３０：１５", 5_415],
    ["45分", 2_700],
    ["45分30秒", 2_730],
    ["8時間45分30秒", 31_530],
    ["8時間30秒", 28_830],
    ["30秒", 30],
    ["0", 0],
  ])("%j is %i seconds", (text, seconds) => {
    expect(readSeconds(text)).toBe(seconds);
  });

  it("is read back from how it is shown", () => {
    fc.assert(
      fc.property(fc.nat(9_999_999 * 60), (seconds) => {
        expect(readSeconds(formatSeconds(seconds))).toBe(seconds);
        expect(readSeconds(fullWidth(formatSeconds(seconds)))).toBe(seconds);
      }),
    );
  });

  it.each(["", "1:75", "1:30:60", "60秒", "1.5", "半分", "90秒", "分30秒", "1:2:3", "30秒45分"])(
    "is not %j",
    (text) => {
      expect(readSeconds(text)).toBeUndefined();
    },
  );
});
