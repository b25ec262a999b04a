import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PARTS_OF_SPEECH, type PartOfSpeech } from "../../../domain/entries/partsOfSpeech.ts";
import { hasMecab } from "../../../scripts/findMecab.ts";
import type { WrittenEntry } from "../../../server/formats/format.ts";
import { mecab } from "../../../server/formats/mecab.ts";
import { writeDictionaryFile } from "../../../server/formats/writeFile.ts";
import { analyse, userDictionary } from "../../support/mecab.ts";
import { PARTS_OF_NAMES, REAL_NAMES } from "../../support/realNames.ts";
import { aWrittenEntry } from "../../support/writtenEntries.ts";

/** Column 3 of a row is the cost; columns 13 and 14 are free, and hold note and weight. */
const cellsOf = (entry: WrittenEntry) => mecab.write(entry) ?? [];
const costOf = (input: Partial<WrittenEntry>) => Number(cellsOf(aWrittenEntry(1, input))[3]);

describe("the cost of an entry in MeCab", () => {
  test.each([
    [1, "議事録", "名詞", 14_000],
    [2, "議事録", "名詞", 7500],
    [3, "議事録", "名詞", 3600],
    [1, "山田太郎", "人名", 9000],
    [2, "山田太郎", "人名", 1000],
    [3, "山田太郎", "人名", -4200],
    [2, "𠮷野", "姓", 9000],
    [3, "字".repeat(100), "名詞", -32_000],
  ] as const)("with 強さ %i of %s (%s) is %i", (weight, surface, partOfSpeech, cost) => {
    expect(costOf({ weight, surface, partOfSpeech })).toBe(cost);
  });

  test("of a full name of up to 18 characters is below that of its family name and given name", () => {
    for (const weight of [1, 2, 3])
      for (let length = 2; length <= 18; length += 1) {
        const cost = (partOfSpeech: PartOfSpeech, characters: number) =>
          costOf({ weight, partOfSpeech, surface: "字".repeat(characters) });
        expect(cost("人名", length)).toBeLessThan(cost("姓", 1) + cost("名", length - 1));
      }
  });
});

describe("the weight of an exported entry", () => {
  const surface = fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 });
  const entries = (surfaces: fc.Arbitrary<string>) =>
    fc
      .record({
        surface: surfaces,
        partOfSpeech: fc.constantFrom(...PARTS_OF_SPEECH),
        weight: fc.constantFrom(1, 2, 3),
      })
      .map((input) => aWrittenEntry(1, input));

  test("is read back, however long the surface is", () => {
    fc.assert(
      fc.property(entries(surface), (entry) => {
        expect(mecab.read(cellsOf(entry))).toMatchObject([{ weight: entry.weight }]);
      }),
    );
  });

  test("is read from the cost where the free columns are missing, unless it is the lowest one", () => {
    const shorter = surface.filter((text) => [...text].length < 26);
    fc.assert(
      fc.property(entries(shorter), (entry) => {
        const read = mecab.read(cellsOf(entry).slice(0, 13));
        expect(read).toMatchObject([{ weight: entry.weight }]);
      }),
    );
    const lowest = aWrittenEntry(1, { surface: "字".repeat(30), weight: 3 });
    expect(mecab.read(cellsOf(lowest).slice(0, 13))[0]).not.toHaveProperty("weight");
  });

  test("is not read from a cost that no export writes for its surface", () => {
    const cells = cellsOf(aWrittenEntry(1, { surface: "議事録", weight: 2 }));
    const longer = ["定例議事録", ...cells.slice(1, 13)];
    expect(mecab.read(longer)[0]).not.toHaveProperty("weight");
  });
});

const SENTENCES: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => `${name}の件について`,
  (name) => `本日は${name}が議題です。`,
  (name) => `先日の会議で${name}を取り上げました。`,
  (name) => `えー、${name}、それから会計の話です。`,
  (name) => `これが${name}だと思います。`,
];
const OF_PEOPLE: typeof SENTENCES = [
  (name) => `${name}さんに連絡しました。`,
  (name) => `${name}氏によると`,
  (name) => `弊社の${name}と申します。`,
];

/** Stands in the free column of entries, and tells them from the words of IPADIC. */
const NOTE = "登録した語";

const people = REAL_NAMES.filter(({ partOfSpeech }) => partOfSpeech === "人名");

/** For each text the entries that MeCab finds in it, if all have the same weight. */
function found(entries: readonly Partial<WrittenEntry>[], weight: number, texts: string[]) {
  const written = entries.map((entry, n) => aWrittenEntry(n, { ...entry, weight, note: NOTE }));
  const dictionary = userDictionary(
    [writeDictionaryFile(written, "mecab", "utf-8").bytes],
    "utf-8",
  );
  try {
    return dictionary
      .analyse(texts)
      .map((tokens) =>
        tokens.filter(({ features }) => features.includes(NOTE)).map(({ surface }) => surface),
      );
  } finally {
    dictionary.remove();
  }
}

describe.skipIf(!hasMecab)("MeCab", () => {
  test("has none of the 300 names as one word without an entry", () => {
    const texts = [...new Set(REAL_NAMES.map(({ surface }) => surface))];
    expect(texts).toHaveLength(300);
    expect(analyse(texts).filter((tokens) => tokens.length === 1)).toEqual([]);
  });

  test.each([
    [3, 95, 100],
    [2, 80, 100],
    [1, 5, 40],
  ])("at 強さ %i finds %i to %i %% of 300 names whole", (weight, least, most) => {
    const occurrences = REAL_NAMES.flatMap(({ surface }) =>
      SENTENCES.map((sentence) => ({ surface, text: sentence(surface) })),
    );
    const entries = found(
      REAL_NAMES,
      weight,
      occurrences.map(({ text }) => text),
    );
    const whole = occurrences.filter(({ surface }, n) => entries[n]?.includes(surface));
    const percent = (100 * whole.length) / occurrences.length;
    expect(percent).toBeGreaterThanOrEqual(least);
    expect(percent).toBeLessThanOrEqual(most);
  });

  test.each([1, 2, 3])(
    "at 強さ %i finds a full name as well if its family name and given name are entries too",
    (weight) => {
      const texts = people.flatMap(({ surface }) =>
        [...SENTENCES, ...OF_PEOPLE].map((sentence) => sentence(surface)),
      );
      expect(found([...people, ...PARTS_OF_NAMES], weight, texts)).toEqual(
        found(people, weight, texts),
      );
    },
  );
});
