import { describe, expect, it } from "vitest";
import {
  composedKana,
  type ReadPart,
  readingOf,
  readParts,
} from "../../../src/components/form/typedReading.ts";

/** The reading after the name took these values one after the other; kana where an IME composed. */
function reading(...steps: [name: string, kana?: string][]): string {
  let parts: ReadPart[] = [];
  for (const [name, kana] of steps) parts = readParts(parts, name, kana);
  return readingOf(parts);
}

describe("the reading of a name as it is typed", () => {
  it("joins what was composed", () => {
    expect(reading(["山田", "ヤマダ"], ["山田　"], ["山田　太郎", "タロウ"])).toBe("ヤマダ タロウ");
  });

  it("takes kana that no IME composed", () => {
    expect(reading(["さくら"], ["さくらｱｵｲ"])).toBe("サクラアオイ");
  });

  it("is unknown as long as that of a part is, such as of pasted kanji", () => {
    expect(reading(["山田"], ["山田はな"])).toBe("");
    expect(reading(["ABC"], ["ABC商事", "ショウジ"])).toBe("");
    expect(reading(["山田"], [""], ["はな"])).toBe("ハナ");
  });

  it("forgets what is deleted", () => {
    const typed: [string, string?][] = [["山田", "ヤマダ"], ["山田太郎", "タロウ"], ["山田"]];
    expect(reading(...typed)).toBe("ヤマダ");
    expect(reading(...typed, ["山田花子", "ハナコ"])).toBe("ヤマダハナコ");
    expect(reading(...typed, [""])).toBe("");
  });

  it("leaves out the kind of a corporation", () => {
    expect(reading(["株式会社", "カブシキガイシャ"], ["株式会社青葉", "アオバ"])).toBe("アオバ");
    expect(reading(["青葉有限会社", "アオバユウゲンガイシャ"])).toBe("アオバ");
    expect(reading(["蕪式外車", "カブシキガイシャ"])).toBe("カブシキガイシャ");
  });
});

describe("what an IME composes", () => {
  it.each([
    ["やまd", "ヤマ"],
    ["やまだ", "ヤマダ"],
    ["ヤマダ", "ヤマダ"],
    ["ｙ", ""],
  ])("is read in %s as %s", (composed, kana) => {
    expect(composedKana(composed)).toBe(kana);
  });

  it("is not read once it is converted", () => {
    expect(composedKana("山だ")).toBeUndefined();
  });
});
