import { describe, expect, test } from "vitest";
import {
  entryReading,
  entrySentences,
  isEntryReading,
  winsOver,
} from "../../domain/entries/rules.ts";
import { entryCreate } from "../../domain/entries/schemas.ts";

describe("the reading of an entry", () => {
  test.each([
    ["とうきょう", "とうきょう"],
    ["トウキョウ", "とうきょう"],
    ["ﾄｳｷｮｳ ｶﾞｲﾄﾞ", "とうきょうがいど"],
    ["サーバー　ルーム", "さーばーるーむ"],
    ["ｺﾝﾋﾟｭｰﾀ", "こんぴゅーた"],
    ["データ-ベース", "でーたーべーす"],
    ["ヴァイオリン", "ゔぁいおりん"],
    ["ヵヶ", "ゕゖ"],
    ["か\u3099くせい", "がくせい"],
    ["か゛くせい", "がくせい"],
    ["う゛ぁいおりん", "ゔぁいおりん"],
    ["ウ゛ィトン", "ゔぃとん"],
    ["は゜ん", "ぱん"],
    ["いすゞ", "いすず"],
    ["イスヾ", "いすず"],
    ["がくもんのすゝめ", "がくもんのすすめ"],
    ["すこしづゝ", "すこしづつ"],
    ["こゝろ", "こころ"],
    ["ラプラス・ダークネス", "らぷらすだーくねす"],
    ["ｼﾞｮﾝ･ｽﾐｽ", "じょんすみす"],
  ])("%s is stored as %s", (typed, stored) => {
    expect(entryReading(typed)).toBe(stored);
    expect(isEntryReading(stored)).toBe(true);
    expect(entryReading(stored)).toBe(stored);
  });

  test.each(["東京", "tokyo", "トーキョー1", "ー", "", "゛", "・", "ゝ", "ゞあ", "あ\tb", "ヷ"])(
    "%j is none",
    (typed) => {
      expect(isEntryReading(entryReading(typed))).toBe(false);
    },
  );
});

describe("a new entry", () => {
  const parse = (values: object) =>
    entryCreate.safeParse({ surface: "単語", reading: "たんご", ...values });

  test("keeps variation selectors and what looks like a formula, trims and composes", () => {
    expect(parse({ surface: "葛\u{e0100}城市" }).data?.surface).toBe("葛\u{e0100}城市");
    expect(parse({ surface: "  =SUM(A1) " }).data?.surface).toBe("=SUM(A1)");
    expect(parse({ surface: "ハ\u3099ス" }).data?.surface).toBe("バス");
  });

  test.each([
    ["surface", "あ".repeat(101)],
    ["surface", "あ\tい"],
    ["surface", "あ\nい"],
    ["surface", " "],
    ["reading", "あ".repeat(65)],
    ["reading", "漢字"],
    ["note", "あ".repeat(201)],
    ["note", "あ\tい"],
    ["weight", 4],
    ["weight", 1.5],
    ["partOfSpeech", "名詩"],
    ["enabled", "はい"],
  ])("is refused with %s %j", (field, value) => {
    const { error } = parse({ [field]: value });
    expect(new Set(error?.issues.map(({ path }) => path[0]))).toEqual(new Set([field]));
    expect(error?.issues[0]?.message).toMatch(/。$/);
  });

  test("is refused with a sentence for what is no kana", () => {
    expect(parse({ reading: "abc" }).error?.issues[0]?.message).toBe(entrySentences.reading);
  });

  test("counts code points, not code units", () => {
    expect(parse({ surface: "𠮷".repeat(100), note: "𠮷".repeat(200) }).success).toBe(true);
  });
});

test("業務 wins over 組織, 組織 over 一般, and none over its own", () => {
  expect(winsOver("業務辞書", "組織辞書")).toBe(true);
  expect(winsOver("組織辞書", "一般辞書")).toBe(true);
  expect(winsOver("一般辞書", "業務辞書")).toBe(false);
  expect(winsOver("組織辞書", "組織辞書")).toBe(false);
});
