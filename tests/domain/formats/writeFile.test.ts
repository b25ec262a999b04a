import { describe, expect, test } from "vitest";
import type { DictionaryFormat, ExportEncoding } from "../../../domain/files/formats.ts";
import { decode } from "../../../server/formats/encodings.ts";
import type { WrittenEntry } from "../../../server/formats/format.ts";
import { readDictionaryFile } from "../../../server/formats/readFile.ts";
import { writeDictionaryFile } from "../../../server/formats/writeFile.ts";
import { aWrittenEntry } from "../../support/writtenEntries.ts";

/** The text of an export of one entry, and the characters that it names as lacking. */
function exported(
  input: Partial<WrittenEntry>,
  format: DictionaryFormat,
  encoding: ExportEncoding = "utf-8",
) {
  const { bytes, lacking } = writeDictionaryFile([aWrittenEntry(1, input)], format, encoding);
  return {
    bytes,
    text: decode(bytes, encoding),
    lacking: lacking.map(({ character }) => character),
  };
}

describe.each(["cp932", "euc-jp"] as const)("%s, which lacks ゔ, ゕ and ゖ", (encoding) => {
  test.each(["csv", "tsv", "msime", "google", "amivoice"] as const)(
    "%s has them as katakana in readings, which an import reads back",
    (format) => {
      const reading = "ゔぃじょんゕゖ";
      const { bytes, text, lacking } = exported({ reading }, format, encoding);
      expect(text).toContain("ヴぃじょんヵヶ");
      expect(lacking).toEqual([]);
      expect(readDictionaryFile(bytes, { format, encoding })).toMatchObject({
        rows: [{ entry: { reading } }],
      });
    },
  );

  test("names them in surfaces, which would come back in katakana", () => {
    const { text, lacking } = exported({ surface: "ゔゕゖ" }, "csv", encoding);
    expect(text).toContain("ヴヵヶ,");
    expect(lacking).toEqual(["ゔ", "ゕ", "ゖ"]);
  });
});

test.each([
  ["cp932", "髙﨑㈱①\\~～∥", "〓〓〓〓\\~～∥"],
  ["euc-jp", "髙﨑㈱①∥", "〓〓〓〓∥"],
] as const)(
  "MeCab in %s lacks what NEC, IBM and Microsoft have added",
  (encoding, surface, text) => {
    expect(exported({ surface }, "mecab", encoding)).toMatchObject({
      text: expect.stringMatching(RegExp(`^${text.replaceAll("\\", "\\\\")},`, "u")),
      lacking: [...surface],
    });
    expect(exported({ surface }, "csv", encoding).lacking).toEqual([]);
  },
);

describe("Sudachi", () => {
  /** What Sudachi makes of \uXXXX and \u{X} in one pass over a cell (Unescape.java, docs/formats.md). */
  const unescaped = (cell: string) =>
    cell.replaceAll(/\\u(?:([\da-fA-F]{4})|\{([\da-fA-F]+)\})/gu, (_, four, any) =>
      String.fromCodePoint(Number.parseInt(four ?? any, 16)),
    );

  test.each(["C:\\u002c", "\\u{2c}", "\\\\u002C", "＼u002c", "\\U002c", "\\u12", "\\"])(
    "has %s as it is",
    (surface) => {
      const [lookedUp = "", , , , shown = "", ...cells] = exported(
        { surface },
        "sudachi",
      ).text.split(",");
      expect(unescaped(shown)).toBe(surface);
      expect(unescaped(cells[7] ?? "")).toBe(surface);
      expect(unescaped(lookedUp)).toBe(surface.toLowerCase().normalize("NFKC"));
    },
  );
});
