import { describe, expect, it } from "vitest";
import { can, rolesOf } from "../../domain/access.ts";
import { isAlreadySo, proposedAs } from "../../domain/proposals/rules.ts";
import { proposalCreate, proposalDecision } from "../../domain/proposals/schemas.ts";

const noFlags = { isSystemAdmin: false, isOrganizationAdmin: false, isDictionaryAdmin: false };

describe("proposals of words", () => {
  it("are for every member, and not for system admins", () => {
    expect(rolesOf(noFlags)).toEqual(["staff"]);
    expect(can(noFlags, "entry.propose")).toBe(true);
    expect(can({ ...noFlags, isDictionaryAdmin: true }, "entry.propose")).toBe(true);
    expect(can({ ...noFlags, isSystemAdmin: true }, "entry.propose")).toBe(false);
  });

  it("are the same for new words that people see as the same, whatever else they set", () => {
    const one = proposedAs(null, { surface: "Ｚｏｏｍ会議", reading: "ずーむかいぎ", weight: 3 });
    expect(proposedAs(null, { surface: "Zoom会議", reading: "ずーむかいぎ" })).toBe(one);
    expect(proposedAs(null, { surface: "Zoom会議", reading: "ずうむかいぎ" })).not.toBe(one);
  });

  it("are the same for changes of a word that set the same fields to the same values", () => {
    const one = proposedAs(7, { weight: 3, note: null });
    expect(proposedAs(7, { note: "", weight: 3 })).toBe(one);
    expect(proposedAs(8, { note: "", weight: 3 })).not.toBe(one);
    expect(proposedAs(7, { weight: 3 })).not.toBe(one);
    expect(proposedAs(7, { weight: 2, note: null })).not.toBe(one);
  });

  it("are needless where the word is so already, an empty note being none", () => {
    const entry = {
      surface: "議事録",
      reading: "ぎじろく",
      partOfSpeech: "名詞",
      weight: 2,
      note: "",
      enabled: true,
    };
    expect(isAlreadySo(entry, { weight: 2, note: null })).toBe(true);
    expect(isAlreadySo(entry, { weight: 2, enabled: false })).toBe(false);
    expect(isAlreadySo({ ...entry, note: "社内" }, { note: null })).toBe(false);
  });
});

/** The sentences of what a schema refuses, by path. */
function refused(schema: typeof proposalCreate | typeof proposalDecision, value: unknown) {
  const { error } = schema.safeParse(value);
  return Object.fromEntries(
    error?.issues.map(({ path, message }) => [path.join("."), message]) ?? [],
  );
}

describe("what is sent of proposals", () => {
  it("needs surface and reading of a new word, and something to change of another", () => {
    expect(refused(proposalCreate, { dictionaryId: 1, change: { weight: 3 } })).toEqual({
      "change.surface": "表記を入力してください。",
      "change.reading": "読みを入力してください。",
    });
    expect(refused(proposalCreate, { dictionaryId: 1, entryId: 2, change: {} })).toEqual({
      change: "変更する項目を1つ以上指定してください。",
    });
    expect(refused(proposalCreate, { dictionaryId: 1, entryId: 2, change: { weight: 3 } })).toEqual(
      {},
    );
  });

  it("decides on at most 200, each once, and gives a reason where some are rejected", () => {
    const many = (count: number, from = 1) => Array.from({ length: count }, (_, n) => from + n);
    expect(refused(proposalDecision, {})).toEqual({ "": "提案を1件以上選択してください。" });
    expect(refused(proposalDecision, { accept: many(200) })).toEqual({});
    expect(refused(proposalDecision, { accept: many(150), reject: many(51, 200) })).toEqual({
      "": "一度に対応できる提案は200件までです。",
      reason: "見送る理由を入力してください。",
    });
    const twice = { accept: [1], change: [{ proposalId: 1, change: { weight: 3 } }] };
    expect(refused(proposalDecision, twice)).toEqual({ "": "同じ提案が重複しています。" });
  });
});
