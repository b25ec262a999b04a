import { afterEach, describe, expect, test } from "vitest";
import { demoDictionaries } from "../../../demo/dictionaries.ts";
import { demoEntries } from "../../../demo/entries.ts";
import { PARTS_OF_SPEECH } from "../../../domain/entries/partsOfSpeech.ts";
import { type ExportEncoding, OFFERED_ENCODINGS } from "../../../domain/files/formats.ts";
import { hasMecab } from "../../../scripts/findMecab.ts";
import { canEncode } from "../../../server/formats/characters.ts";
import type { WrittenEntry } from "../../../server/formats/format.ts";
import { partOfSpeechIn } from "../../../server/formats/partsOfSpeech.ts";
import { writeDictionaryFile } from "../../../server/formats/writeFile.ts";
import { type UserDictionary, userDictionary } from "../../support/mecab.ts";
import { aWrittenEntry } from "../../support/writtenEntries.ts";

const demo = demoDictionaries().map(({ dictionaryName }) =>
  demoEntries(dictionaryName).map((entry, n) => aWrittenEntry(n + 1, entry)),
);

/** One of every part of speech, whose surface MeCab's own dictionary does not have. */
const everyPartOfSpeech = PARTS_OF_SPEECH.map((partOfSpeech, n) =>
  aWrittenEntry(n + 1, { partOfSpeech, surface: `${partOfSpeech}穂壱`, weight: 3 }),
);

const written = (entries: readonly WrittenEntry[], encoding: ExportEncoding = "utf-8") =>
  writeDictionaryFile(entries, "mecab", encoding);

describe.skipIf(!hasMecab)("MeCab", () => {
  let dictionary: UserDictionary | undefined;
  afterEach(() => {
    dictionary?.remove();
    dictionary = undefined;
  });

  describe.each(OFFERED_ENCODINGS.mecab)("in %s", (encoding) => {
    test("compiles all demo dictionaries", { timeout: 30_000 }, () => {
      const files = demo.map((entries) => written(entries, encoding));
      dictionary = userDictionary(
        files.map(({ bytes }) => bytes),
        encoding,
      );
      expect(dictionary.sizes).toEqual(demo.map((entries) => entries.length));
    });

    test("compiles every part of speech, and finds it as the table says", () => {
      dictionary = userDictionary([written(everyPartOfSpeech, encoding).bytes], encoding);
      const found = dictionary.analyse(everyPartOfSpeech.map(({ surface }) => surface));
      expect(found.map((tokens) => tokens.map(({ surface }) => surface))).toEqual(
        everyPartOfSpeech.map(({ surface }) => [surface]),
      );
      for (const [n, { partOfSpeech }] of everyPartOfSpeech.entries())
        expect(found[n]?.[0]?.features.startsWith(partOfSpeechIn("mecab", partOfSpeech))).toBe(
          true,
        );
    });

    test("takes every character that is not reported", { timeout: 30_000 }, () => {
      const characters = everyCharacter().filter((one) => canEncode(one, encoding, "jis"));
      const entries = characters.map((one, n) => aWrittenEntry(n, { surface: `字${one}` }));
      const { bytes, lacking } = written(entries, encoding);
      expect(lacking).toEqual([]);
      dictionary = userDictionary([bytes], encoding);
      expect(dictionary.sizes).toEqual([characters.length]);
      const bases = new Set(dictionary.features().map((features) => baseOf(features)));
      expect(characters.filter((one) => !bases.has(`字${one}`))).toEqual([]);
    });
  });

  test("finds a surface with signs of its file format", () => {
    const surfaces = ["A,B", '12"モニター', "C#", "=SUM", "a\\b"];
    const entries = surfaces.map((surface, n) => aWrittenEntry(n, { surface, weight: 3 }));
    dictionary = userDictionary([written(entries).bytes], "utf-8");
    const found = dictionary.analyse(surfaces);
    expect(found.map((tokens) => tokens.map(({ surface }) => surface))).toEqual(
      surfaces.map((surface) => [surface]),
    );
  });
});

/** The characters of the encodings, which are all in the Basic Multilingual Plane, without controls. */
function everyCharacter(): string[] {
  const codes = Array.from({ length: 0xffff - 0x21 }, (_, n) => n + 0x21);
  return codes.map((code) => String.fromCharCode(code)).filter((one) => !/[\p{C}\s]/u.test(one));
}

/** The seventh feature, 原形, which an export writes as the surface. */
function baseOf(features: string): string {
  const base = /^(?:[^,]*,){6}("(?:[^"]|"")*"|[^,]*)/u.exec(features)?.[1] ?? "";
  return base.startsWith('"') ? base.slice(1, -1).replaceAll('""', '"') : base;
}
