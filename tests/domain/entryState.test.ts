import { describe, expect, it } from "vitest";
import { enabledIn, enabledText } from "../../domain/entries/state.ts";

describe("the state that a cell says", () => {
  it.each([true, false])("is read as it is written (%s)", (enabled) => {
    expect(enabledIn(enabledText(enabled))).toBe(enabled);
  });

  it.each([
    ["ＴＲＵＥ", true],
    [" Yes ", true],
    ["○", true],
    ["１", true],
    ["off", false],
    ["いいえ", false],
    ["×", false],
    ["たぶん", undefined],
    ["", undefined],
  ])("is found in %j", (cell, enabled) => {
    expect(enabledIn(cell)).toBe(enabled);
  });
});
