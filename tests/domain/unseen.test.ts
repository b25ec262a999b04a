import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { entryReading, writtenAs } from "../../domain/entries/rules.ts";
import { email, line, optionalLine, paragraph, reading } from "../../domain/text/text.ts";
import { seenKey, withoutUnseen } from "../../domain/text/unseen.ts";

const UNSEEN = [
  "\u200b",
  "\u00ad",
  "\u2060",
  "\u061c",
  "\ufe0f",
  "\ufe0e",
  "\u200d",
  "\u200c",
  "\u200e",
  "\ufeff",
  "\u034f",
  "\u180e",
  "\u3164",
  "\u{e0041}\u{e0042}",
  "\u{e0100}",
  "\u2063",
  "\ufff9",
];

const sentenceOf = (schema: z.ZodType, text: string) =>
  schema.safeParse(text).error?.issues[0]?.message;

describe("what nobody sees", () => {
  it.each(UNSEEN)("is removed from every text: %j", (unseen) => {
    const typed = `${unseen}営${unseen}業a${unseen}`.replace("営\u{e0100}", "営");
    expect(line(10).parse(typed)).toBe("営業a");
    expect(optionalLine(10).parse(typed)).toBe("営業a");
    expect(paragraph(10).parse(typed)).toBe("営業a");
    expect(reading(10).parse(`エイ${unseen}ギョウ`)).toBe("エイギョウ");
    expect(entryReading(`えい${unseen}ぎょう`)).toBe("えいぎょう");
    expect(email.parse(`sato${unseen}@example.com`)).toBe("sato@example.com");
  });

  it.each([
    ["an emoji of several", "👨‍👩‍👧‍👦の会"],
    ["an emoji with a skin", "👩🏽‍💻担当"],
    ["an emoji that is also a sign", "☎️窓口"],
    ["a heart on fire", "❤️‍🔥"],
    ["a keycap", "1️⃣番"],
    ["a flag of a part of a country", "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}"],
    ["a variant of a kanji", "葛\u{e0100}飾区"],
    ["a standardized variant", "神\ufe00社"],
    ["Persian", "می‌خواهم"],
  ])("stays where it has a function: %s", (_, text) => {
    expect(line(40).parse(text)).toBe(text.normalize("NFC"));
    expect(line(40).parse(`${text}\u200b`)).toBe(text.normalize("NFC"));
  });

  it.each(["か\u{e0100}", "A\ufe0f", "👨\u200dあ", "あ\u200d👨", "1\ufe0f", "葛\u200d飾"])(
    "goes where it stands without what it belongs to: %j",
    (text) => expect([...withoutUnseen(text)]).toHaveLength([...text].length - 1),
  );

  it("leaves nothing to remove, and what people see", () => {
    const characters = fc.array(
      fc.oneof(fc.constantFrom(...UNSEEN, "👨", "❤", "葛", "あ", "🏴", "1", "\u20e3"), fc.string()),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(characters, (parts) => {
        const text = parts.join("");
        const once = withoutUnseen(text);
        expect(withoutUnseen(once)).toBe(once);
        expect(seenKey(once)).toBe(seenKey(once).normalize("NFC"));
      }),
    );
  });

  it("is a joiner between marks of an Arabic text without letters", () => {
    expect(withoutUnseen("\u061c\u200d\u061c")).toBe("");
  });

  it("is all of a text that is empty then", () => {
    expect(sentenceOf(line(10), "\u200b\u2060")).toBe("入力してください。");
    expect(optionalLine(10).parse("\u200b")).toBe("");
  });
});

describe("a character that no text may have", () => {
  it.each([
    [line(10), "営\u202e業", "2文字目に見えない文字（U+202E）があります。"],
    [line(10), "\u200b 𠮷\u0000", "2文字目に見えない文字（U+0000）があります。"],
    [optionalLine(10), "\u2067あ", "1文字目に見えない文字（U+2067）があります。"],
    [paragraph(20), "あ\nい\u202aう", "2行目の2文字目に見えない文字（U+202A）があります。"],
    [paragraph(20), "い\u0008う\nえ", "2文字目に見えない文字（U+0008）があります。"],
    [line(10), "あ\ud842い", "2文字目に見えない文字（U+D842）があります。"],
    [line(10), "あ\nい", "改行は使用できません。"],
  ])("is refused with its place", (schema, text, sentence) => {
    expect(sentenceOf(schema, text)).toBe(sentence);
  });
});

describe("names and words are the same", () => {
  it.each([
    ["営業部", "営 業　部"],
    ["営業部", "営\u200b業部"],
    ["ＡＢＣ１", "ABC1"],
    ["アプリ", "ｱﾌﾟﾘ"],
    ["ガイド", "ｶﾞｲﾄﾞ"],
    ["かが", "か か\u3099"],
    ["☎窓口", "☎️窓口"],
    ["葛\u{e0100}飾", "葛飾"],
  ])("to the eye: %s and %s", (one, other) => {
    expect(seenKey(one)).toBe(seenKey(other));
    expect(writtenAs({ surface: one, reading: "あ" })).toBe(
      writtenAs({ surface: other, reading: "あ" }),
    );
  });

  it.each([
    ["髙橋", "高橋"],
    ["アプリ", "あぷり"],
    ["ABC", "abc"],
    ["㈱デモ", "(株)デモ"],
    ["第①部", "第1部"],
    ["ー", "-"],
  ])("but not where people see a difference: %s and %s", (one, other) => {
    expect(seenKey(one)).not.toBe(seenKey(other));
  });
});
