import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  composedKana,
  type ReadPart,
  readingOf,
  readParts,
} from "../../../src/components/form/typedReading.ts";

type Step = [name: string, composed?: string];

/** The reading after the name took these values one after the other; 山田=ヤマダ where an IME composed. */
function reading(...steps: Step[]): string {
  let parts: ReadPart[] = [];
  for (const [name, composed] of steps) parts = readParts(parts, name, partOf(composed));
  return readingOf(parts);
}

function partOf(composed: string | undefined): ReadPart | undefined {
  const [text = "", kana] = composed?.split("=") ?? [];
  return kana === undefined ? undefined : { text, kana };
}

describe("the reading of a name as it is typed", () => {
  it("joins what was composed", () => {
    expect(reading(["山田", "山田=ヤマダ"], ["山田　"], ["山田　太郎", "太郎=タロウ"])).toBe(
      "ヤマダ タロウ",
    );
  });

  it("takes kana that no IME composed", () => {
    expect(reading(["さくら"], ["さくらｱｵｲ"])).toBe("サクラアオイ");
  });

  it("is unknown as long as that of a part is, such as of pasted kanji", () => {
    expect(reading(["山田"], ["山田はな"])).toBe("");
    expect(reading(["ABC"], ["ABC商事", "商事=ショウジ"])).toBe("");
    expect(reading(["山田"], [""], ["はな"])).toBe("ハナ");
    expect(reading(["テスト検証株式会社"])).toBe("");
    expect(reading(["山田", "山田=ヤマダ"], ["山田第3はなビル"])).toBe("");
  });

  it("forgets what is deleted", () => {
    const typed: Step[] = [["山田", "山田=ヤマダ"], ["山田太郎", "太郎=タロウ"], ["山田"]];
    expect(reading(...typed)).toBe("ヤマダ");
    expect(reading(...typed, ["山田花子", "花子=ハナコ"])).toBe("ヤマダハナコ");
    expect(reading(...typed, [""])).toBe("");
  });

  it("follows what is composed before or between what stands", () => {
    const typed: [string, string?][] = [
      ["山田", "山田=ヤマダ"],
      ["山田太郎", "太郎=タロウ"],
    ];
    expect(reading(...typed, ["新山田太郎", "新=シン"])).toBe("シンヤマダタロウ");
    expect(reading(...typed, ["山田 太郎"])).toBe("ヤマダ タロウ");
    expect(reading(...typed, ["太郎"])).toBe("タロウ");
    expect(reading(...typed, ["山本田太郎", "本=モト"])).toBe("");
  });

  it("is the whole reading or none, whatever is composed, pasted and deleted", () => {
    const composed = ["山=ヤマ", "川=カワ", "高橋=タカハシ", "三郎=サブロウ", "いろ葉=イロハ"];
    const pasted = ["検証", "カナ東", "ＡＢ", "さくら", "テスト", " "];
    const kanaOf: Record<string, string> = {
      ...{ 山: "ヤマ", 川: "カワ", 高: "タカ", 橋: "ハシ", 三: "サブ", 郎: "ロウ", 葉: "ハ" },
      ...{ い: "イ", ろ: "ロ", さ: "サ", く: "ク", ら: "ラ" },
    };
    const readingByCharacter = (name: string) => {
      const read = [...name].map((c) => kanaOf[c] ?? (/[ァ-ヺー ]/u.test(c) ? c : undefined));
      return read.includes(undefined) ? "" : read.join("").replaceAll(/ +/gu, " ").trim();
    };
    const step = fc.record({
      word: fc.constantFrom(...composed, ...pasted, ""),
      from: fc.nat(),
      length: fc.nat({ max: 2 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        let parts: ReadPart[] = [];
        let name = "";
        for (const { word, from, length } of steps) {
          const [text = ""] = word.split("=");
          const at = from % (name.length + 1);
          name = name.slice(0, at) + text + name.slice(at + length);
          parts = readParts(parts, name, partOf(word));
          expect(["", readingByCharacter(name)]).toContain(readingOf(parts));
        }
      }),
    );
  });

  it("leaves out the kind of a corporation", () => {
    expect(
      reading(["株式会社", "株式会社=カブシキガイシャ"], ["株式会社青葉", "青葉=アオバ"]),
    ).toBe("アオバ");
    expect(reading(["青葉有限会社", "青葉有限会社=アオバユウゲンガイシャ"])).toBe("アオバ");
    expect(reading(["蕪式外車", "蕪式外車=カブシキガイシャ"])).toBe("カブシキガイシャ");
  });
});

describe("what an IME composes", () => {
  it.each([
    ["やまだ", "ヤマダ"],
    ["ヤマダ", "ヤマダ"],
    ["いすゞ", "イスヾ"],
    ["けn", "ケン"],
    ["けｎ", "ケン"],
    ["やまd", ""],
    ["ABCしょうじ", ""],
    ["3がつ", ""],
  ])("is read in %s as %s", (composed, kana) => {
    expect(composedKana(composed)).toBe(kana);
  });

  it.each(["山だ", "NTT", "３Ｍ", "ｙ", ""])("is not read as it stands in %j", (composed) => {
    expect(composedKana(composed)).toBeUndefined();
  });
});
