import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readingOrder } from "../../domain/entries/fold.ts";
import { isKatakana, katakana } from "../../domain/text/katakana.ts";

describe("a typed reading", () => {
  test.each([
    ["やまだ　たろう", "ヤマダ タロウ"],
    ["ﾔﾏﾀﾞ ﾀﾛｳ", "ヤマダ タロウ"],
    ["ヴァイオリン", "ヴァイオリン"],
    ["ゔぁいおりん", "ヴァイオリン"],
    ["こ－ひ‐", "コーヒー"],
    ["ﾃﾞｰﾀ･ｾﾝﾀｰ", "データ・センター"],
    ["いすゞ", "イスヾ"],
    ["か゛きは゜", "ガキパ"],
    ["カ゛キハ゜", "ガキパ"],
    ["カ--ナ", "カーーナ"],
  ])("%s is stored as %s", (typed, stored) => {
    expect(katakana(typed)).toBe(stored);
    expect(isKatakana(stored)).toBe(true);
  });

  test.each(["山田", "abc", "カナ1", "ー", "・", " ", "", "-カナ"])("%j is refused", (typed) => {
    expect(isKatakana(katakana(typed))).toBe(false);
  });

  test("is converted once", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."あアｱﾞｶﾟーｰ-－ ゝ山aヴ") }), (typed) => {
        expect(katakana(katakana(typed))).toBe(katakana(typed));
      }),
    );
  });
});

describe("the order of readings", () => {
  const sorted = (readings: string[]) =>
    readings
      .map((kana) => [readingOrder(kana, "名") ?? "", kana])
      .sort(([a = ""], [b = ""]) => (a < b ? -1 : 1))
      .map(([, kana]) => kana);

  test.each([
    "アイ アイダ アオ",
    "カトウ ガトウ カネコ",
    "ハシ バシ パシ ハス",
    "ショウ シヨウ ショウジ",
    "キャク キヤク キユウ",
    "カア カー カイ",
    "コオヒイ コーヒー コオル",
    "ヤマ ヤマ・ダ ヤマ ノ",
    "ウ ヴ ウエ",
    "リ ワ ヰ ヱ ヲ ン",
  ])("is that of a dictionary: %s", (order) => {
    const expected =
      order === "ヤマ ヤマ・ダ ヤマ ノ" ? ["ヤマ", "ヤマ・ダ", "ヤマ ノ"] : order.split(" ");
    expect(sorted(expected.toReversed())).toEqual(expected);
  });

  test("is that of the names where readings are equal", () => {
    const [first, second] = [readingOrder("サトウ", "佐藤"), readingOrder("サトウ", "砂糖")];
    expect(first && second && first < second).toBe(true);
  });

  test("is missing without a reading", () => {
    expect([readingOrder(null, "名"), readingOrder(undefined, "名")]).toEqual([null, null]);
  });
});
