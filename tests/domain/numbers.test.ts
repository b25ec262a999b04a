import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatNumber } from "../../domain/text/numbers.ts";

describe("a whole number", () => {
  it.each([
    [0, "0"],
    [999, "999"],
    [1000, "1,000"],
    [-1234567, "-1,234,567"],
  ])("%d is written %s", (value, text) => expect(formatNumber(value)).toBe(text));

  it("is written as Intl writes it in Japanese", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        expect(formatNumber(value)).toBe((value + 0).toLocaleString("ja-JP"));
      }),
    );
  });
});
