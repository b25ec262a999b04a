import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { z } from "zod";
import { email, line, paragraph } from "../../domain/text/text.ts";

/** Marks in the wrong order, which normalisation sorts in quadratic time. */
const MARKS = `a${"\u0301\u0323".repeat(40_000)}`;

afterEach(() => void vi.restoreAllMocks());

function sentences(schema: z.ZodType, text: string): string[] {
  return schema.safeParse(text).error?.issues.map(({ message }) => message) ?? [];
}

describe("a text that is much too long", () => {
  it.each([
    ["a line", line(100), "100文字以内で入力してください。"],
    ["a paragraph", paragraph(500), "500文字以内で入力してください。"],
    ["an e-mail address", email, "254文字以内で入力してください。"],
  ])("is refused as %s before it is normalised", (_, schema, sentence) => {
    const normalize = vi.spyOn(String.prototype, "normalize");
    expect(sentences(schema, "a")).not.toContain(sentence);
    expect(normalize).toHaveBeenCalled();
    normalize.mockClear();
    expect(sentences(schema, MARKS)).toEqual([sentence]);
    expect(normalize).not.toHaveBeenCalled();
  });

  it("is refused by the same sentence as one that is a little too long", () => {
    expect(sentences(line(10), "あ".repeat(11))).toEqual(sentences(line(10), "あ".repeat(11_000)));
    const address = (length: number) => `${"a".repeat(length)}@example.com`;
    expect(sentences(email, address(243))).toEqual(sentences(email, address(2_430)));
  });
});

describe("the raw limit", () => {
  it("refuses no text that fits once it is normalised", () => {
    // The characters with the longest decompositions: Greek with three marks, surrogate pairs.
    const unit = fc.oneof(
      fc.constantFrom("ᾂ", "ệ", "が", "각", "𝅘𝅥𝅲", "𠮷", "ﬃ", "ﷺ"),
      fc.string({ unit: "grapheme-composite", minLength: 1, maxLength: 1 }),
    );
    const texts = fc.array(unit, { minLength: 1, maxLength: 60 }).map((units) => units.join(""));
    fc.assert(
      fc.property(texts, fc.constantFrom("NFC", "NFD"), (text, form) => {
        const max = [...text.normalize("NFC")].length;
        const raw = text.normalize(form);
        const tooLong = `${max}文字以内で入力してください。`;
        expect(sentences(line(max), raw)).not.toContain(tooLong);
        expect(sentences(paragraph(max), raw)).not.toContain(tooLong);
      }),
      { numRuns: 300 },
    );
  });

  it("takes a decomposed text as it takes the composed one", () => {
    const name = "がぎぐげご".repeat(2);
    expect(line(10).parse(name.normalize("NFD"))).toBe(name);
  });
});

describe("an e-mail address", () => {
  it("is compared as the identity service keeps it", () => {
    expect(email.parse(" Ｔａｒｏ@Example.COM ")).toBe("taro@example.com");
  });

  it("takes 「。」 for its full stops", () => {
    expect(email.parse("yamada。taro＠example。co｡jp")).toBe("yamada.taro@example.co.jp");
  });
});
