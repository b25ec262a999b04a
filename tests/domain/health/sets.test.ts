import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type HealthKind,
  type HealthWord,
  healthFigure,
  soundPercent,
} from "../../../domain/health/rules.ts";
import { undecided, wordSets } from "../../../domain/health/sets.ts";

/** 斎藤/さいとう, … with ids from 1. */
const words = (...written: string[]): HealthWord[] =>
  written.map((word, n) => {
    const [surface = "", reading = ""] = word.split("/");
    return { entryId: n + 1, surface, reading, partOfSpeech: "名詞" };
  });

function found(kind: HealthKind, ...written: string[]): string[][] {
  const all = words(...written);
  return wordSets(all)
    .filter((set) => set.kind === kind)
    .map(({ entryIds }) => entryIds.map((id) => all[id - 1]?.surface ?? ""));
}

describe("words that may be one", () => {
  test.each([
    [["斎藤/さいとう", "齋藤/さいとう"]],
    [["申し込み/もうしこみ", "申込み/もうしこみ", "申込/もうしこみ"]],
    [["サーバー/さーばー", "サーバ/さーば"]],
    [["ヴァイオリン/ばいおりん", "バイオリン/ばいおりん"]],
    [["ウェブ/うぇぶ", "ウエブ/うえぶ"]],
    [["レベル/れべる", "レヴェル/れゔぇる"]],
    [["Wi-Fi/わいふぁい", "WiFi/わいふぁい"]],
    [["WEB会議/うぇぶかいぎ", "Ｗｅｂ会議/うぇぶかいぎ"]],
    [["リンゴ/りんご", "りんご/りんご"]],
    [["市ヶ谷/いちがや", "市ケ谷/いちがや"]],
    [["株式会社大庄/だいしょう", "(株)大庄/だいしょう", "大庄/だいしょう"]],
  ])("%j are written otherwise, and no other set", (written) => {
    expect(found("VARIANT", ...written)).toHaveLength(1);
    expect(wordSets(words(...written))).toHaveLength(1);
  });

  test.each([
    [["高橋/たかはし", "高梁/たかはし"]],
    [["林檎/りんご", "りんご/りんご"]],
    [["構造/こうぞう", "高層/こうぞう"]],
  ])("%j have the same reading", (written) => {
    expect(found("SAME_READING", ...written)).toHaveLength(1);
    expect(wordSets(words(...written))).toHaveLength(1);
  });

  test.each([
    [["手術/しゅじゅつ", "修術/しゅうじゅつ"]],
    [["中田/なかた", "仲田/なかだ"]],
    [["三日月/みかづき", "三ケ月/みかつき"]],
    [["法条/ほうじょう", "北条/ほーじょー"]],
    [["林譲治/はやしじょうじ", "早志昌二/はやししょうじ"]],
  ])("%j are one sound apart", (written) => {
    expect(found("NEAR_READING", ...written)).toHaveLength(1);
    expect(wordSets(words(...written))).toHaveLength(1);
  });

  test.each([
    [["佐藤/さとう", "加藤/かとう"]],
    [["日本/にほん", "日本/にっぽん"]],
    [["高田/たかだ", "高田/たかた"]],
    [["鯖/さば", "サーバー/さーばー"]],
    [["柿/かき", "鍵/かぎ"]],
    [["会長/かいちょう", "会長/かいちょう"]],
    [["次第/しだい", "時代/じだい"]],
    [["鳥害/ちょうがい", "聴解/ちょうかい"]],
  ])("%j are no set", (written) => {
    expect(wordSets(words(...written))).toEqual([]);
  });

  test("of the same reading with writings of one word among them are two sets", () => {
    const written = ["斎藤/さいとう", "齋藤/さいとう", "西東/さいとう"];
    expect(found("SAME_READING", ...written)).toEqual([["斎藤", "齋藤", "西東"]]);
    expect(found("VARIANT", ...written)).toEqual([["斎藤", "齋藤"]]);
  });
});

test("of the same reading come first where words share a character", () => {
  const written = [
    "階/がい",
    "害/がい",
    "高橋/たかはし",
    "高梁/たかはし",
    "公選/こうせん",
    "抗戦/こうせん",
  ];
  const surfaces = found("SAME_READING", ...written);
  expect(surfaces).toEqual([
    ["高橋", "高梁"],
    ["階", "害"],
    ["公選", "抗戦"],
  ]);
});

test("of very many words are several sets, which stay as they are when words are added", () => {
  const written = (count: number) => Array.from({ length: count }, (_, n) => `語${n}/かくご`);
  const setsOf = (count: number) =>
    wordSets(words(...written(count))).map(({ entryIds }) => entryIds);
  const first = Array.from({ length: 50 }, (_, n) => n + 1);
  expect(setsOf(50)).toEqual([first]);
  expect(setsOf(51)).toEqual([first, [50, 51]]);
  expect(setsOf(53)).toEqual([first, [51, 52, 53]]);
});

const letters = fc.constantFrom(..."高髙田中斎齋藤サばーカかがた");
const kana = fc.constantFrom(..."さざかがただとうーっん");
const aWord = fc.record({
  surface: fc.array(letters, { minLength: 1, maxLength: 3 }).map((all) => all.join("")),
  reading: fc.array(kana, { minLength: 1, maxLength: 3 }).map((all) => `か${all.join("")}`),
});
const someWords = fc
  .array(aWord, { maxLength: 15 })
  .map((all) =>
    all.map((word, n): HealthWord => ({ ...word, entryId: n + 1, partOfSpeech: "名詞" })),
  );

test("every two words with one reading and other surfaces stand together in a set", () => {
  fc.assert(
    fc.property(someWords, (all) => {
      const sets = wordSets(all);
      for (const one of all) {
        for (const other of all) {
          const together = sets.some(
            ({ entryIds }) => entryIds.includes(one.entryId) && entryIds.includes(other.entryId),
          );
          const isAsked = one.reading === other.reading && one.surface !== other.surface;
          if (isAsked) expect(together, `${one.surface} ${other.surface}`).toBe(true);
        }
      }
      for (const { entryIds } of sets) expect(new Set(entryIds).size).toBe(entryIds.length);
    }),
    { numRuns: 100 },
  );
});

test("does not depend on the order of the words", () => {
  const inOrder = (all: readonly HealthWord[]) =>
    wordSets(all)
      .map(({ kind, entryIds }) => `${kind} ${entryIds}`)
      .toSorted();
  fc.assert(
    fc.property(someWords, (all) => {
      expect(inOrder(all.toReversed())).toEqual(inOrder(all));
    }),
    { numRuns: 50 },
  );
});

describe("what people have decided", () => {
  const sets = wordSets(words("高橋/たかはし", "高梁/たかはし", "鷹橋/たかはし"));

  test("leaves out words that are different ones, also with more of them", () => {
    expect(undecided(sets, [{ kind: null, entryIds: [3, 2, 1, 9] }])).toEqual([]);
  });

  test("does not hold for a word that came later", () => {
    expect(undecided(sets, [{ kind: null, entryIds: [1, 2] }])).toEqual(sets);
  });

  test("holds for a word in one regard", () => {
    const alone = (["ODD_READING", "COMMON"] as const).map((kind) => ({ kind, entryIds: [1] }));
    expect(undecided(alone, [{ kind: "COMMON", entryIds: [1] }])).toEqual([alone[0]]);
    expect(undecided(alone, [{ kind: null, entryIds: [1, 2] }])).toEqual(alone);
  });
});

describe("the figure", () => {
  test("counts each word once, under the first kind that it is found in", () => {
    const sets = [
      { kind: "VARIANT", entryIds: [1, 2] },
      { kind: "SAME_READING", entryIds: [1, 2, 3] },
      { kind: "COMMON", entryIds: [4] },
    ] as const;
    const { words: all, sound, lowered } = healthFigure(10, sets);
    expect([all, sound]).toEqual([10, 6]);
    expect(lowered.filter(({ sets: count }) => count > 0)).toEqual([
      { kind: "SAME_READING", sets: 1, words: 3, counted: 3 },
      { kind: "VARIANT", sets: 1, words: 2, counted: 0 },
      { kind: "COMMON", sets: 1, words: 1, counted: 1 },
    ]);
  });

  test("is lowered by exactly the words that are counted", () => {
    fc.assert(
      fc.property(someWords, (all) => {
        const { sound, lowered } = healthFigure(all.length, wordSets(all));
        expect(all.length - sound).toBe(lowered.reduce((sum, { counted }) => sum + counted, 0));
      }),
      { numRuns: 50 },
    );
  });

  test.each([
    [0, 0, 100],
    [10_000, 9_999, 99],
    [10_000, 1, 1],
    [3, 0, 0],
    [3, 2, 67],
  ])("of %i words with %i sound ones", (all, sound, percent) => {
    expect(soundPercent({ words: all, sound })).toBe(percent);
  });
});
