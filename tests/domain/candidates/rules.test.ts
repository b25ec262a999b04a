import { describe, expect, it } from "vitest";
import { differences } from "../../../domain/candidates/alignment.ts";
import { knownAs, soundShare } from "../../../domain/candidates/nounPhrases.ts";
import type { FoundCandidate, KnownEntry } from "../../../domain/candidates/rules.ts";

describe("the sound of readings", () => {
  it.each([
    ["long vowels", "さーばー", "さば"],
    ["おう and おお", "おうさか", "おおさか"],
    ["えい and ええ", "えいが", "ええが"],
    ["voiced kana", "かんぱ", "がんば"],
    ["っ", "がっこう", "がこう"],
    ["ぢ and じ, づ and ず", "ぢづ", "じず"],
    ["を and お", "てをる", "ておる"],
  ])("folds %s", (_, one, other) => {
    expect(soundShare(one, other)).toBe(0);
  });

  it("is nearer where row or vowel is the same, and far where nothing is", () => {
    expect(soundShare("かさい", "かたい")).toBeCloseTo(0.5 / 3);
    expect(soundShare("かさい", "のむ")).toBeGreaterThan(0.8);
    expect(soundShare("ご〓", "ごえん")).toBeLessThan(0.35);
  });
});

describe("the differences of two texts", () => {
  const of = (before: string, after: string) =>
    differences([...before], [...after]).map((one) => [
      before.slice(...one.before),
      after.slice(...one.after),
    ]);

  it("are what no alignment of the rest avoids", () => {
    expect(of("五円性肺炎です", "誤嚥性肺炎でした")).toEqual([
      ["五円", "誤嚥"],
      ["す", "した"],
    ]);
    expect(of("同じ", "同じ")).toEqual([]);
    expect(of("", "新")).toEqual([["", "新"]]);
  });

  it("are found in long texts that repeat themselves, in time", () => {
    const lines = Array.from({ length: 3_000 }, (_, at) => `${at % 700}番目の文。`).join("");
    const changed = lines.replaceAll("699番", "白鳥番");
    expect(of(lines, changed)).toEqual(Array(4).fill(["699", "白鳥"]));
  });

  it("are all of two long texts with nothing in common", () => {
    expect(of("あ".repeat(20_000), "い".repeat(20_000))).toHaveLength(1);
  });
});

describe("what a candidate is to the dictionaries", () => {
  const candidate: FoundCandidate = {
    surface: "葛西商事",
    readings: [{ reading: "かさいしょうじ", source: "PARTS" }],
    heardReadings: ["かさいしょうじ"],
    partOfSpeech: "組織名",
    evidence: [
      { before: "会西商事", after: "葛西商事", count: 1, sentence: "葛西商事です", at: 0 },
    ],
    score: 0.9,
  };
  const entry: KnownEntry = {
    entryId: 1,
    dictionaryId: 2,
    dictionaryName: "辞書",
    reading: "かさいしょうじ",
    weight: 2,
    version: 1,
    enabled: true,
    isForWorkspace: true,
    revision: 5,
    fetched: 5,
  };
  const written = { ...candidate, heardReadings: [], evidence: [] };

  it.each<[string, FoundCandidate, KnownEntry[]]>([
    ["NEW", candidate, []],
    ["KNOWN_MISHEARD", candidate, [entry]],
    ["KNOWN_NOT_REFLECTED", candidate, [{ ...entry, fetched: 4 }]],
    ["KNOWN_NOT_REFLECTED", candidate, [{ ...entry, fetched: null }]],
    ["KNOWN_DISABLED", candidate, [{ ...entry, enabled: false }]],
    ["KNOWN_OTHER_WORKSPACE", candidate, [{ ...entry, isForWorkspace: false }]],
    ["KNOWN_MISHEARD", candidate, [entry, { ...entry, enabled: false }]],
    ["READING", candidate, [{ ...entry, reading: "くずにししょうじ" }]],
    ["READING", { ...written, readings: [{ reading: "くずにし", source: "TEXT" }] }, [entry]],
    ["KNOWN_NOT_REFLECTED", written, [{ ...entry, fetched: 4 }]],
  ])("is %s", (kind, one, entries) => {
    expect(knownAs(one, entries)?.kind).toBe(kind);
  });

  it("is nothing where engines have the word and nothing was misheard", () => {
    expect(knownAs(written, [entry])).toBeNull();
  });
});
