import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { KANJI_VARIANTS } from "../../domain/text/kanjiVariants.ts";
import { searchKey, searchKeys } from "../../domain/text/searchKey.ts";
import { DIFFERENT, SAME } from "./nameSpellings.ts";

const pairsIn = (list: string) =>
  list
    .trim()
    .split(/\s+/)
    .map((pair) => pair.split("="));

// Made once: going through all code points takes a second.
const anyText = fc.string({ unit: "binary" });
const japanese = fc.string({
  unit: fc.constantFrom(
    ..."かはウがﾞﾟ゛゜\u3099\u309a 　\t髙高斉ァゥヴヷワﾜＡａ㈱(株)ゝヽヾ々ーｰ－‐濵𠮷Σσς\u{e0100}\u200b",
    ..."ヶヵケガｹ市谷〆ヰヱっ。．｡会社",
  ),
});

describe("the search key", () => {
  test.each([
    ["ＡＢＣ", "abc"],
    ["Abc", "ａＢｃ"],
    ["髙橋", "高橋"],
    ["山﨑", "山崎"],
    ["濵田", "浜田"],
    ["渡邊", "渡辺"],
    ["渡邉", "渡辺"],
    ["齋藤", "斎藤"],
    ["齊藤", "斎藤"],
    ["𠮷野", "吉野"],
    ["カタカナ", "かたかな"],
    ["ｶﾞｷﾞ", "がぎ"],
    ["ヴァイオリン", "バイオリン"],
    ["taro@example.com", "taro＠example。com"],
    ["佐藤　花子", "佐藤 花子"],
    ["佐藤 花子", "佐藤花子"],
    ["㈱デモ", "(株)でも"],
    ["１２３", "123"],
    ["か゛", "が"],
    ["か ゙", "が"],
    ["ヰ ゙", "ヸ"],
    ["辻\u{e0100}", "辻"],
    ["カ\u3099", "ガ"],
  ])("finds %s by %s", (stored, typed) => {
    expect(searchKey(stored)).toBe(searchKey(typed));
  });

  test.each([
    ["高橋", "高木"],
    ["ハハ", "パパ"],
    ["abc", "abd"],
  ])("keeps %s and %s apart", (a, b) => {
    expect(searchKey(a)).not.toBe(searchKey(b));
  });

  test("is idempotent for any text", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(searchKey(searchKey(text))).toBe(searchKey(text));
      }),
      { numRuns: 2_000 },
    );
  });

  test("is idempotent for Japanese text", () => {
    fc.assert(
      fc.property(japanese, (text) => {
        expect(searchKey(searchKey(text))).toBe(searchKey(text));
      }),
      { numRuns: 5_000, examples: [["はヽ゚ヾ"]] },
    );
  });

  test("does not tell spaces, widths or cases apart", () => {
    fc.assert(
      fc.property(japanese, fc.nat(10), (text, at) => {
        const spaced = `${text.slice(0, at)} ${text.slice(at)}`;
        // A space between a letter and its mark, or inside a surrogate pair, gives another text.
        fc.pre(/^[\u3041-\u30f6a-zA-Z]*$/u.test(text));
        expect(searchKey(spaced)).toBe(searchKey(text));
        expect(searchKey(text.toUpperCase())).toBe(searchKey(text.toLowerCase()));
      }),
    );
  });

  test("holds neither spaces nor upper case nor katakana letters", () => {
    fc.assert(
      fc.property(japanese, (text) => {
        expect(searchKey(text)).not.toMatch(/[\sA-Z\u30a1-\u30f6]/u);
      }),
    );
  });
});

test("the key of several texts finds each, but nothing across two", () => {
  const key = searchKeys("山田 太郎", "Taro@example.com");
  for (const typed of ["田太", "ＴＡＲＯ"]) expect(key).toContain(searchKey(typed));
  expect(key).not.toContain(searchKey("郎taro"));
});

describe("spellings of one name", () => {
  test("are at least 300 distinct pairs", () => {
    const pairs = Object.values(SAME).flatMap(pairsIn);
    expect(new Set(pairs.map((pair) => pair.join("="))).size).toBeGreaterThanOrEqual(300);
    for (const pair of pairs) expect(new Set(pair).size, pair.join("=")).toBe(2);
  });

  test.each(Object.entries(SAME))("find each other: %s", (_, list) => {
    const apart = pairsIn(list).filter(([a = "", b = ""]) => searchKey(a) !== searchKey(b));
    expect(apart).toEqual([]);
  });

  test("keep different names apart", () => {
    const merged = pairsIn(DIFFERENT).filter(([a = "", b = ""]) => searchKey(a) === searchKey(b));
    expect(merged).toEqual([]);
  });
});

describe("a part of a name", () => {
  test.each([
    ["株式", "㈱デモ"],
    ["会社", "デモ（有）"],
    ["霞が", "霞ヶ関"],
    ["霞ヶ", "霞が関"],
    ["ヶ谷", "市が谷"],
    ["佐藤か", "佐藤かおり"],
    ["山本ケ", "山本ケイ"],
    ["鈴木が", "鈴木ガク"],
  ])("%s finds %s", (typed, stored) => {
    expect(searchKey(stored)).toContain(searchKey(typed));
  });
});

test("a kanji is in one group of variants only", () => {
  const kanji = Array.from(KANJI_VARIANTS.replaceAll(/\s/g, ""));
  expect(new Set(kanji).size).toBe(kanji.length);
  for (const one of kanji) expect(one.normalize("NFKC")).toBe(one);
});
