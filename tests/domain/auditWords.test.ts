import { describe, expect, it } from "vitest";
import { auditWords } from "../../domain/api/auditWords.ts";
import { isNamedLikeSecret } from "../../domain/audit/kinds.ts";
import type { FieldChange } from "../../domain/audit/schemas.ts";
import {
  type AuditWords,
  changeSentence,
  changeWords,
  countWords,
  operationLabel,
  targetKindLabel,
  valueWords,
} from "../../domain/audit/words.ts";

const record = { resource: null, editable: [] };
const words: AuditWords = {
  operations: { updateContract: "契約を編集" },
  groups: {},
  kinds: {
    contract: { ...record, label: "契約", fields: { maxTranscriptCount: "文字起こし上限件数" } },
    entry: {
      ...record,
      label: "単語",
      fields: { surface: "表記", reading: "読み", weight: "強さ", enabled: "有効" },
    },
  },
};
/** The first kind that has the field. */
const kindOf = (field: string) =>
  Object.entries(auditWords().kinds).find(([, kind]) => field in kind.fields)?.[0] ?? "";
const target = (kind: string) => ({ kind, id: "1", name: "名前" });
const of = (kind: string, ...changes: FieldChange[]) =>
  changeWords(words, { target: target(kind), changes });
const change = (field: string, before: FieldChange["before"], after: FieldChange["before"]) => ({
  field,
  before,
  after,
});

describe("the words of an event", () => {
  it("are those of the operation and the kind, or their names where they are unknown", () => {
    expect(operationLabel(words, "updateContract")).toBe("契約を編集");
    expect(operationLabel(words, "futureOperation")).toBe("futureOperation");
    expect(targetKindLabel(words, "contract")).toBe("契約");
    expect(targetKindLabel(words, "future")).toBe("future");
  });

  it("name a field by its label, or by its name where it is unknown", () => {
    expect(of("contract", change("maxTranscriptCount", 120, 1200))).toEqual([
      { label: "文字起こし上限件数", before: "120件", after: "1,200件" },
    ]);
    expect(of("future", change("colour", "赤", "青"))).toEqual([
      { label: "colour", before: "赤", after: "青" },
    ]);
    expect(of("future", change("fileName", null, "a.csv"))).toEqual([
      { label: "ファイル名", before: null, after: "a.csv" },
    ]);
  });

  it.each([
    ["startDate", "2026-04-01", "2026/04/01"],
    ["endDate", "2026-04-01", "2026/04/01"],
    ["terminationDate", "2026-04-01", "2026/04/01"],
    ["revokedAt", "2026-04-01T00:30:00.000Z", "2026/04/01 09:30"],
    ["maxTranscriptCount", 1200, "1,200件"],
    ["maxTranscriptCount", null, "無制限"],
    ["maxTranscriptMinutes", 1200, "1,200分"],
    ["maxTranscriptMinutes", null, "無制限"],
    ["status", "DISABLED", "無効"],
    ["status", "FUTURE", "FUTURE"],
    ["isSystemAdmin", true, "あり"],
    ["isOrganizationAdmin", false, "なし"],
    ["isDictionaryAdmin", true, "あり"],
    ["identityError", "EMAIL_CHANGED", "メールアドレスの変更"],
    ["scopes", ["usage.report", "limits.read"], "利用実績の報告、利用可能な残量の照会"],
    ["scopes", ["vocabulary.read"], "単語の取得"],
    ["scopes", "usage.report", ""],
    ["members", [{ userName: "佐藤 花子" }, { userName: "鈴木 一郎" }], "佐藤 花子、鈴木 一郎"],
    ["members", [], null],
    ["workspaces", [{ workspaceId: 1, workspaceName: "営業部" }], "営業部"],
    ["workspaces", [], "すべて"],
    ["organizations", [{ organizationId: 1, organizationName: "デモ株式会社" }], "デモ株式会社"],
    ["organizations", null, "すべて"],
    ["organizations", [], "すべて"],
    ["events", ["vocabulary.changed", "cap.reached"], "単語の変更、上限への到達"],
    ["events", ["future.changed"], "future.changed"],
    ["paused", true, "はい"],
    ["paused", false, "いいえ"],
    ["enabled", true, "有効"],
    ["enabled", false, "無効"],
    ["memo", "", null],
    ["memo", null, null],
    ["other", 12, "12"],
    ["other", { a: 1 }, '{"a":1}'],
  ] as const)("write %s %j as %s", (field, value, text) => {
    expect(valueWords(kindOf(field), field, value)).toBe(text);
  });

  it("are none for what is no value of JSON", () => {
    expect(valueWords("contract", "memo", undefined)).toBeNull();
  });

  it("say of a new or a deleted entry what it is", () => {
    const entry = { surface: "東京", reading: "トウキョウ", partOfSpeech: "名詞" };
    expect(of("dictionary", change("entry", null, entry), change("entry", entry, null))).toEqual([
      { label: "単語", before: null, after: "東京・トウキョウ・名詞" },
      { label: "単語", before: "東京・トウキョウ・名詞", after: null },
    ]);
    expect(of("dictionary", change("entry", null, { surface: "東京" }))[0]?.after).toBe("東京・・");
  });

  it("say of a changed entry which fields differ, under its surface before", () => {
    const before = { surface: "東京", reading: "トウキヨウ", weight: 1, note: "" };
    const after = { ...before, surface: "東京都", reading: "トウキョウト", enabled: true };
    expect(of("dictionary", change("entry", before, after))).toEqual([
      { label: "「東京」の表記", before: "東京", after: "東京都" },
      { label: "「東京」の読み", before: "トウキヨウ", after: "トウキョウト" },
      { label: "「東京」の有効", before: null, after: "有効" },
    ]);
  });

  it("are told in one line, as added, changed or deleted", () => {
    const word = { surface: "東京", reading: "トウキョウ", partOfSpeech: "名詞" };
    const lines = of(
      "dictionary",
      change("entry", null, word),
      change("entry", word, { ...word, reading: "トーキョー" }),
      change("entry", word, null),
      change("memo", "", null),
    ).map(changeSentence);
    expect(lines).toEqual([
      "単語を追加：東京・トウキョウ・名詞",
      "「東京」の読みを変更：トウキョウ → トーキョー",
      "単語を削除：東京・トウキョウ・名詞",
      "memoを変更",
    ]);
  });

  it("count what an import or an act did, without what it did not", () => {
    expect(countWords({ counts: { added: 1200, updated: 0, deleted: 3 } })).toBe(
      "追加 1,200、削除 3",
    );
    expect(countWords({ counts: { proposed: 4, accepted: 2, corrected: 1, rejected: 1 } })).toBe(
      "提案 4、採用 2、直して採用 1、見送り 1",
    );
    expect(countWords({ counts: { future: 2 } })).toBe("future 2");
    expect(countWords({ counts: { added: 0 } })).toBe("");
    expect(countWords({ counts: null })).toBe("");
  });

  it("write the seconds of an adjustment as a time, as the ledger does", () => {
    expect(countWords({ counts: { transcriptCount: -1, seconds: -5_400 } })).toBe(
      "件数 -1、時間 -1時間30分",
    );
    expect(countWords({ counts: { transcriptCount: 0, seconds: 45 } })).toBe("時間 45秒");
  });

  const fields = Object.values(auditWords().kinds).flatMap((kind) => Object.keys(kind.fields));
  const lengths = new Set([...fields, "seconds", "usedTranscriptSeconds", "timeoutSeconds"]);
  it.each([...lengths].filter((field) => /(seconds|minutes)$/i.test(field)))(
    "give no bare number for %s",
    (field) => {
      expect(valueWords(kindOf(field), field, 5_400)).toMatch(/^[\d,]+(時間|分|秒)/);
      expect(valueWords(kindOf(field), field, -5_400)).toMatch(/^-[\d,]+(時間|分|秒)/);
    },
  );

  it("write every count in seconds as a time", () => {
    for (const name of [...lengths].filter((field) => /seconds$/i.test(field))) {
      expect(countWords({ counts: { [name]: -5_430 } })).toMatch(/ -1時間30分30秒$/);
    }
  });
});

describe("a field", () => {
  it.each(["lockToken", "password", "secret", "tokenHash", "apiKey"])(
    "named %s is a secret",
    (field) => expect(isNamedLikeSecret(field)).toBe(true),
  );
  it.each(["keyName", "dictionaryName", "memo"])("named %s is none", (field) =>
    expect(isNamedLikeSecret(field)).toBe(false),
  );
});
