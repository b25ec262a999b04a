import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isEntryReading } from "../../../domain/entries/rules.ts";
import { letterReadings, numberReadings, withCounter } from "../../../domain/readings/spelled.ts";

describe("letters", () => {
  test.each([
    ["AI", ["えーあい"]],
    ["SBI", ["えすびーあい"]],
    ["Sakura", ["さくら", "えすえーけーゆーあーるえー"]],
    ["ANA", ["えーえぬえー", "あな"]],
    ["Nippon", ["にっぽん", "えぬあいぴーぴーおーえぬ"]],
    ["Zoom", ["ぜっとおーおーえむ"]],
  ])("%s are said as %j", (letters, readings) => {
    expect(letterReadings(letters)).toEqual(readings);
  });

  test("are said as kana, whatever they are", () => {
    const letters = fc.string({
      unit: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyzABNTY"),
      minLength: 1,
    });
    fc.assert(
      fc.property(letters, (some) =>
        letterReadings(some).every((reading) => isEntryReading(reading)),
      ),
    );
  });
});

describe("numbers", () => {
  test.each([
    ["18", ["じゅうはち", "いちはち"]],
    ["0", ["ぜろ"]],
    ["007", ["ぜろぜろなな"]],
    ["2026", ["にせんにじゅうろく", "にぜろにろく"]],
    ["300", ["さんびゃく", "さんぜろぜろ"]],
    ["10000", ["いちまん", "いちぜろぜろぜろぜろ"]],
    ["8600", ["はっせんろっぴゃく", "はちろくぜろぜろ"]],
  ])("%s are said as %j", (digits, readings) => {
    expect(numberReadings(digits)).toEqual(readings);
  });

  test.each([
    ["いち", "せいき", "いっせいき"],
    ["じゅう", "ほん", "じゅっぽん"],
    ["ろく", "かい", "ろっかい"],
    ["に", "かい", null],
    ["いち", "だん", null],
  ])("%s with %s are said as %s", (number, counter, together) => {
    expect(withCounter(number, counter)).toBe(together);
  });

  test("are said as kana, whatever they are", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{1,20}$/), (digits) =>
        numberReadings(digits).every((reading) => isEntryReading(reading)),
      ),
    );
  });
});
