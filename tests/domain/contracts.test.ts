import { describe, expect, test } from "vitest";
import type { z } from "zod";
import {
  contractCreate,
  contractTermination,
  contractUpdate,
  MAX_CAP,
  month,
} from "../../domain/contracts/schemas.ts";

const good = {
  organizationName: "デモ株式会社",
  adminEmail: "admin@example.com",
  adminName: "山田 太郎",
  startDate: "2026-04-01",
  endDate: "2027-03-31",
  maxTranscriptCount: 1_000,
  maxTranscriptMinutes: null,
};

/** The first sentence for each field. */
function errorsOf(schema: z.ZodType, input: unknown): Record<string, string> {
  const result = schema.safeParse(input);
  const sentences: Record<string, string> = {};
  for (const issue of result.error?.issues ?? []) sentences[issue.path.join(".")] ??= issue.message;
  return sentences;
}

describe("a contract to be created", () => {
  test("is taken with its texts trimmed and normalised", () => {
    const input = {
      ...good,
      organizationName: "　か\u3099く\n".trimEnd(),
      adminEmail: " Ａdmin@Example.COM ",
      memo: " 一行目\r\n二行目 ",
    };
    expect(contractCreate.parse(input)).toEqual({
      ...good,
      organizationName: "がく",
      adminEmail: "admin@example.com",
      memo: "一行目\n二行目",
    });
  });

  test("reports every missing field at once as required", () => {
    expect(errorsOf(contractCreate, {})).toEqual({
      organizationName: "組織名を入力してください。",
      adminEmail: "管理者メールアドレスを入力してください。",
      adminName: "管理者名を入力してください。",
      startDate: "契約開始日を入力してください。",
      endDate: "契約終了日を入力してください。",
      maxTranscriptCount: "文字起こし上限件数を入力してください。",
      maxTranscriptMinutes: "文字起こし上限時間（分）を入力してください。",
    });
  });

  test("reports a wrong order of dates beside other errors", () => {
    expect(errorsOf(contractCreate, { ...good, adminName: "", endDate: "2026-03-31" })).toEqual({
      adminName: "管理者名を入力してください。",
      endDate: "契約終了日は契約開始日以降の日付を入力してください。",
    });
    expect(errorsOf(contractCreate, { ...good, endDate: good.startDate })).toEqual({});
  });

  test.each([
    ["organizationName", "あ".repeat(101), "組織名は100文字以内で入力してください。"],
    ["organizationName", "　 ", "組織名を入力してください。"],
    ["organizationName", "\u200b", "組織名を入力してください。"],
    ["organizationName", "\u3164", "組織名を入力してください。"],
    ["organizationName", "一\u0000二", "2文字目に見えない文字（U+0000）があります。"],
    ["organizationName", "一\n二", "組織名に改行は使用できません。"],
    ["organizationName", "abc\u202edef", "4文字目に見えない文字（U+202E）があります。"],
    ["organizationName", "\ud842", "1文字目に見えない文字（U+D842）があります。"],
    ["organizationName", 5, "組織名の入力形式に誤りがあります。"],
    ["adminName", "𠮷".repeat(51), "管理者名は50文字以内で入力してください。"],
    ["adminEmail", "admin", "メールアドレスの形式で入力してください。"],
    ["adminEmail", "", "管理者メールアドレスを入力してください。"],
    [
      "adminEmail",
      `${"a".repeat(250)}@example.com`,
      "管理者メールアドレスは254文字以内で入力してください。",
    ],
    ["startDate", "2026-02-30", "日付の形式（例：2026-04-01）で入力してください。"],
    ["startDate", "2027-04-31", "日付の形式（例：2026-04-01）で入力してください。"],
    ["endDate", "2026-03-32", "日付の形式（例：2026-04-01）で入力してください。"],
    ["startDate", "1999-12-31", "2000年1月1日から2199年12月31日までの日付を入力してください。"],
    ["endDate", "2200-01-01", "2000年1月1日から2199年12月31日までの日付を入力してください。"],
    ["startDate", "", "日付の形式（例：2026-04-01）で入力してください。"],
    ["startDate", null, "契約開始日を入力してください。"],
    ["maxTranscriptCount", 0, "文字起こし上限件数は1以上で入力してください。"],
    ["maxTranscriptCount", -1, "文字起こし上限件数は1以上で入力してください。"],
    ["maxTranscriptCount", 1.5, "文字起こし上限件数は整数で入力してください。"],
    ["maxTranscriptCount", "10", "文字起こし上限件数は整数で入力してください。"],
    ["maxTranscriptCount", MAX_CAP + 1, "文字起こし上限件数は9,999,999以下で入力してください。"],
    ["maxTranscriptMinutes", 1e17, "文字起こし上限時間（分）は9,999,999以下で入力してください。"],
    ["memo", "あ".repeat(501), "メモは500文字以内で入力してください。"],
    ["organizationId", 0, "組織は1以上で入力してください。"],
  ])("is refused for %s %j", (field, value, sentence) => {
    expect(errorsOf(contractCreate, { ...good, [field]: value })).toEqual({ [field]: sentence });
  });

  test("may be as long as the limits, counted in characters", () => {
    const longest = {
      ...good,
      organizationName: "𠮷".repeat(100),
      adminName: "𠮷".repeat(50),
      memo: "𠮷".repeat(500),
      maxTranscriptCount: MAX_CAP,
    };
    expect(contractCreate.parse(longest)).toEqual(longest);
  });

  test("may lie anywhere in two centuries", () => {
    const widest = { ...good, startDate: "2000-01-01", endDate: "2199-12-31" };
    expect(contractCreate.parse(widest)).toEqual(widest);
  });

  test("has no further properties", () => {
    const result = contractCreate.safeParse({ ...good, status: "ACTIVE" });
    expect(result.error?.issues).toMatchObject([
      { code: "unrecognized_keys", keys: ["status"], message: "使用できない項目です。" },
    ]);
  });
});

describe("a change of a contract", () => {
  test("may be empty, and null clears caps and memo", () => {
    expect(contractUpdate.parse({})).toEqual({});
    const cleared = { maxTranscriptCount: null, maxTranscriptMinutes: null, memo: null };
    expect(contractUpdate.parse(cleared)).toEqual(cleared);
  });

  test("refuses null where something must stand", () => {
    expect(errorsOf(contractUpdate, { startDate: null, adminName: null })).toEqual({
      startDate: "契約開始日を入力してください。",
      adminName: "管理者名を入力してください。",
    });
  });

  test("may be one date alone, since the other one is not known here", () => {
    for (const update of [{ startDate: "2026-04-01" }, { endDate: "2027-03-31" }]) {
      expect(contractUpdate.parse(update)).toEqual(update);
    }
  });

  test("never moves a contract to another organization", () => {
    expect(contractUpdate.safeParse({ organizationId: 2 }).success).toBe(false);
  });
});

test("a termination needs a day and a reason", () => {
  expect(errorsOf(contractTermination, { reason: " " })).toEqual({
    terminationDate: "解約日を入力してください。",
    reason: "理由を入力してください。",
  });
  expect(
    errorsOf(contractTermination, { terminationDate: "2026-04-01", reason: "あ".repeat(201) }),
  ).toEqual({
    reason: "理由は200文字以内で入力してください。",
  });
});

test.each(["0000-01", "1999-12", "2200-01", "2026-13", "2026-4"])(
  "%s is no month to search by",
  (text) => {
    expect(month.safeParse(text).success).toBe(false);
  },
);
