import { beforeAll, describe, expect, it } from "vitest";
import type { PartOfSpeech } from "../../../domain/entries/partsOfSpeech.ts";
import { kanjiReadingsOfWords } from "../../../scripts/kanjiReadings.ts";
import { wordVerdict } from "../../../server/analyser/checkWords.ts";
import { type Ipadic, loadIpadic } from "../../../server/analyser/ipadic.ts";
import { KANJI_READINGS } from "../../../server/analyser/kanjiReadings.ts";
import { PARTS_OF_NAMES, REAL_NAMES } from "../../support/realNames.ts";

let ipadic: Ipadic;
beforeAll(async () => {
  ipadic = await loadIpadic();
});

const isOdd = (written: string, partOfSpeech: PartOfSpeech) => {
  const [surface = "", reading = ""] = written.split("/");
  return wordVerdict(ipadic, { surface, reading, partOfSpeech }).isOdd;
};

describe("a reading", () => {
  it.each([
    ["鈴木宏雄/すずきひろお", "人名"],
    ["朝倉喬司/あさくらきょうじ", "人名"],
    ["質権実行/しちけんじっこう", "名詞"],
    ["自傷/じしょう", "名詞"],
    ["(株)小野測器/おのそっき", "組織名"],
    ["㈱小野測器/おのそっき", "組織名"],
    ["小野測器株式会社/おのそっき", "組織名"],
    ["小野測器株式会社/おのそっきかぶしきがいしゃ", "組織名"],
    ["オルガノ(株)/おるがの", "組織名"],
  ] as const)(
    "of kanji in other words, and without the kind of a corporation, is none too many: %s",
    (written, partOfSpeech) => {
      expect(isOdd(written, partOfSpeech)).toBe(false);
    },
  );

  it.each([
    ["鈴木宏雄/すずきひろを", "人名"],
    ["鈴木宏雄/すずけひろお", "人名"],
    ["(株)小野測器/おのそき", "組織名"],
    ["オルガノ(株)/おるがな", "組織名"],
    ["質権実行/しちけんじこう", "名詞"],
  ] as const)("with one kana too many or another one is odd: %s", (written, partOfSpeech) => {
    expect(isOdd(written, partOfSpeech)).toBe(true);
  });

  it("of kanji in other words is odd in places, whose wrong readings it would hide", () => {
    expect(isOdd("宏雄/ひろお", "名")).toBe(false);
    expect(isOdd("宏雄/ひろお", "地名")).toBe(true);
  });
});

// docs/product/health.md has these figures.
it("is odd of few names with their readings, and of most with a kana left out", () => {
  const names = [...REAL_NAMES, ...PARTS_OF_NAMES];
  const share = (
    all: readonly { surface: string; reading: string; partOfSpeech: PartOfSpeech }[],
  ) => all.filter((word) => wordVerdict(ipadic, word).isOdd).length / all.length;
  const shorter = names
    .filter(({ reading }) => reading.length > 2)
    .map((name) => ({ ...name, reading: name.reading.slice(0, -2) + name.reading.slice(-1) }));
  expect(share(REAL_NAMES)).toBeLessThan(0.035);
  expect(share(shorter)).toBeGreaterThan(0.93);
});

it("has the readings of kanji that the words of IPADIC have", async () => {
  const found = await kanjiReadingsOfWords();
  const written = [...found].map(([kanji, readings]) => kanji + readings.join(","));
  expect(KANJI_READINGS.trim().split(/\s+/u)).toEqual(written);
});
