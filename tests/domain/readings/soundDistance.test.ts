import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nearReadings } from "../../../domain/health/sets.ts";
import { soundDistance, soundKey, soundsOf } from "../../../domain/readings/sounds.ts";

const kana = fc.constantFrom(..."あいうえおかがきぎしじちつずたといんーっょゃまは");
const reading = fc
  .array(kana, { minLength: 1, maxLength: 5 })
  .map((letters) => `か${letters.join("")}`);

describe("soundsOf", () => {
  test.each([
    ["きょうと", ["きょ", "ー", "と"]],
    ["おおさか", ["お", "ー", "さ", "か"]],
    ["こーひー", ["こ", "ー", "ひ", "ー"]],
    ["はなぢ", ["は", "な", "じ"]],
    ["えいが", ["え", "ー", "が"]],
    ["がっこう", ["が", "っ", "こ", "ー"]],
    ["てぃー", ["てぃ", "ー"]],
  ])("divides %s", (written, sounds) => {
    expect(soundsOf(written)).toEqual(sounds);
  });
});

describe("soundDistance", () => {
  test.each([
    ["ほうじょう", "ほーじょー", 0],
    ["みかづき", "みかずき", 0],
    ["しゅじゅつ", "しゅうじゅつ", 0.5],
    ["なかた", "なかだ", 0.5],
    ["みかつき", "みかづき", 0.5],
    ["さか", "さっか", 0.5],
    ["さとう", "かとう", 1],
    ["なかた", "ながだ", 1],
    ["さとう", "さとみ", 1],
    ["さと", "さとみ", 1],
  ])("of %s and %s", (one, other, distance) => {
    expect(soundDistance(one, other)).toBe(distance);
    expect(soundDistance(other, one)).toBe(distance);
  });

  test("is Infinity above what is asked for", () => {
    expect(soundDistance("さとう", "かとう", 0.5)).toBe(Number.POSITIVE_INFINITY);
  });

  test("is 0 for nothing else than what has the same sounds, and never above that over another reading", () => {
    fc.assert(
      fc.property(reading, reading, reading, (one, other, third) => {
        const distance = soundDistance(one, other);
        expect(distance === 0).toBe(soundsOf(one).join() === soundsOf(other).join());
        expect(distance).toBeLessThanOrEqual(
          soundDistance(one, third) + soundDistance(third, other),
        );
      }),
    );
  });
});

test("soundKey is one for readings that differ only in voice, length and doubled consonants", () => {
  expect(soundKey("がっこう")).toBe(soundKey("かこ"));
  expect(soundKey("がっこう")).not.toBe(soundKey("かき"));
});

describe("nearReadings", () => {
  test("finds each two readings that are one close sound apart, and no others", () => {
    fc.assert(
      fc.property(fc.array(reading, { maxLength: 9 }), (readings) => {
        const sets = nearReadings(readings);
        const found = new Set(
          sets.flatMap((set) => set.flatMap((one) => set.map((other) => `${one} ${other}`))),
        );
        for (const [one, first] of readings.entries()) {
          for (const [other, second] of readings.entries()) {
            if (one === other) continue;
            expect(found.has(`${one} ${other}`), `${first} ${second}`).toBe(
              soundDistance(first, second) <= 0.5,
            );
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  test("keeps readings together that differ at one place, and leaves out parts of sets", () => {
    expect(nearReadings(["かたん", "がたん", "かだん", "がだん", "まと"])).toEqual([
      [0, 1],
      [0, 2],
      [1, 3],
      [2, 3],
    ]);
    expect(nearReadings(["ほうじ", "ほーじ", "ほうし"])).toEqual([[0, 1, 2]]);
  });
});
