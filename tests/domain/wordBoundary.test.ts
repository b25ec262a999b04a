import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { standsAlone } from "../../domain/preview/rules.ts";

/** The text with the passage in brackets. */
function alone(marked: string): boolean {
  const start = marked.indexOf("[");
  const end = marked.indexOf("]") - 1;
  return standsAlone(marked.replace(/[[\]]/g, ""), start, end);
}

describe("a passage stands alone", () => {
  test.each([
    "[たかはし]",
    "[たかはし]です",
    "鈴木と[たかはし]さん",
    "、[してい]の用紙",
    "この[ぎじろく]を",
    "東京の[さとう]くん",
    "出ている[ばあい]は",
    "ご[れんらく]を",
    "データ[せいり]の",
    "[きじ]本文",
    "株式会社[タカハシ]の",
    "[サーバー]が",
    "で[サーバー]、",
    "１[ぎょう]目",
  ])("%s", (text) => {
    expect(alone(text)).toBe(true);
  });

  test.each([
    "確認[してい]ます",
    "ログイン[してい]ない場合",
    "何も[してい]ない",
    "を有効に[しよう]とします",
    "よいで[しょう]。",
    "行きま[しょう]か",
    "話[したい]ので",
    "お願い[いたし]ます",
    "[タカハ]シ",
    "タ[カハシ]",
    "サー[バーノ]ード",
    "教えて[いただ]く",
  ])("not so %s", (text) => {
    expect(alone(text)).toBe(false);
  });

  test("between signs, whatever it is", () => {
    const kana = fc.stringMatching(/^[ぁ-ゖ]{3,8}$|^[ァ-ヺ]{3,8}$/u);
    const sign = fc.constantFrom("、", "。", "「", "」", " ", "\n", "A", "1", "・");
    fc.assert(
      fc.property(kana, sign, sign, (word, before, behind) => {
        expect(alone(`${before}[${word}]${behind}`)).toBe(true);
        expect(standsAlone(word, 0, word.length)).toBe(true);
      }),
    );
  });
});
