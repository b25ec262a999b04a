import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { lockSentences } from "../../domain/dictionaries/rules.ts";
import { PROBLEM_CODES } from "../../domain/problems/codes.ts";
import {
  bodyTooLarge,
  fieldSentences,
  problemSentences,
  tooManyItems,
  waitingSentence,
  waitOf,
} from "../../domain/problems/sentences.ts";
import "../../domain/problems/zodSentences.ts";

const sentences = Object.values(fieldSentences).map((sentence) =>
  typeof sentence === "string" ? sentence : Reflect.apply(sentence, undefined, [1_000]),
);

describe("the fixed sentences", () => {
  test.each([
    ["BAD_REQUEST", "入力内容に誤りがあります。"],
    ["NOT_FOUND", "該当データが見つかりませんでした。"],
    ["EMAIL_EXISTS", "メールアドレスが重複しています。"],
    ["PERIOD_OVERLAPS", "契約期間が重複しています。"],
    ["DUPLICATE", "重複データが存在します。"],
    ["VALIDATION_FAILED", "入力内容に不備があります。"],
    ["LIMIT_EXCEEDED", "入力内容が超過している可能性があります。"],
    ["INTERNAL", "サーバーエラーが発生しました。管理者にお問い合わせください。"],
  ] as const)("stand to the letter for %s", (code, sentence) => {
    expect(problemSentences[code]).toBe(sentence);
  });
});

describe("the sentences agreed for dictionaries and their locks", () => {
  test.each([
    ["FORBIDDEN", "この操作を行う権限がありません。"],
    [
      "STALE_VERSION",
      "他の利用者が先に更新したため、保存できませんでした。最新の内容を確認してください。",
    ],
    ["LOCK_LOST", "編集ロックが解除されたため、保存できませんでした。"],
  ] as const)("stand to the letter for %s", (code, sentence) => {
    expect(problemSentences[code]).toBe(sentence);
  });

  test("name who edits, and since when", () => {
    expect(lockSentences.heldBy("佐藤 花子", "14:32")).toBe(
      "佐藤 花子さんが編集中のため、編集できません（14:32から）。",
    );
    expect(lockSentences.ownOtherTab).toBe("別のタブで編集中です。");
  });
});

describe("the sentences that say how long to wait", () => {
  test.each([
    [1, "現在アクセスが集中しています。1秒後にお試しください。"],
    [119, "現在アクセスが集中しています。119秒後にお試しください。"],
    [121, "現在アクセスが集中しています。3分後にお試しください。"],
    [7_199, "現在アクセスが集中しています。120分後にお試しください。"],
    [7_201, "現在アクセスが集中しています。3時間後にお試しください。"],
  ])("count %i seconds so that nobody comes too early", (seconds, sentence) => {
    expect(waitingSentence("OVERLOADED", seconds)).toBe(sentence);
  });
});

describe("every sentence", () => {
  test("belongs to a code, and every code has one", () => {
    expect(Object.keys(problemSentences).sort()).toEqual([...PROBLEM_CODES].sort());
  });

  test("is Japanese and ends with a full stop", () => {
    for (const sentence of [...Object.values(problemSentences), ...sentences]) {
      expect(sentence).toMatch(/[\u3041-\u30ff\u4e00-\u9fff].*。$/u);
    }
  });

  test("stands once", () => {
    const texts = Object.values(fieldSentences).filter((text) => typeof text === "string");
    expect(new Set(texts).size).toBe(texts.length);
  });
});

describe("the sentence for an error without one of its own", () => {
  test.each([
    [z.string(), undefined, "入力してください。"],
    [z.string(), null, "入力してください。"],
    [z.string(), 1, "入力形式に誤りがあります。"],
    [z.string().min(1), "", "入力してください。"],
    [z.string().max(3), "abcd", "3文字以内で入力してください。"],
    [z.number(), "1", "整数で入力してください。"],
    [z.int(), 1.5, "整数で入力してください。"],
    [z.int().min(1_000), 1, "1,000以上で入力してください。"],
    [z.int().max(1_000), 1_001, "1,000以下で入力してください。"],
    [z.enum(["a", "b"]), "c", "選択肢の中から選択してください。"],
    [z.enum(["a", "b"]), undefined, "選択してください。"],
    [z.enum(["a", "b"]), null, "選択してください。"],
    [z.enum(["a", "b"]), "", "選択してください。"],
    [z.strictObject({}), { a: 1 }, "使用できない項目です。"],
    [z.boolean(), "true", "入力形式に誤りがあります。"],
    [z.array(z.string()), {}, "入力形式に誤りがあります。"],
  ])("of %o and %j is %s", (schema, input, sentence) => {
    expect(schema.safeParse(input).error?.issues[0]?.message).toBe(sentence);
  });
});

describe("the sentence for a field with a label", () => {
  const named = z.object({
    organizationName: z.string().min(1),
    maxTranscriptCount: z.int().min(1),
  });
  test.each([
    [{ organizationName: "" }, "組織名を入力してください。"],
    [{ organizationName: 1 }, "組織名の入力形式に誤りがあります。"],
    [{ maxTranscriptCount: 0 }, "文字起こし上限件数は1以上で入力してください。"],
    [{ maxTranscriptCount: 1.5 }, "文字起こし上限件数は整数で入力してください。"],
  ])("names it: %j is told by %s", (values, sentence) => {
    const issues = named.partial().safeParse(values).error?.issues;
    expect(issues?.map(({ message }) => message)).toEqual([sentence]);
  });

  test("names the field whose element is wrong", () => {
    const issues = z.object({ roles: z.array(z.string()) }).safeParse({ roles: [1] }).error?.issues;
    expect(issues?.[0]?.message).toBe("役割の入力形式に誤りがあります。");
  });
});

describe("the settings of zod", () => {
  const domain = join(import.meta.dirname, "../../domain");
  const textOf = (file: string) => readFileSync(join(domain, file), "utf8");
  const importsOf = (file: string): string[] =>
    [...textOf(file).matchAll(/^(?:import|export) (?!type )[^;]*?"(\.[^";]+)";$/gm)].map(
      ([, name = ""]) => join(dirname(file), name),
    );
  /** The imports of a file, direct and indirect. */
  const reachable = (file: string, seen = new Set<string>()): Set<string> => {
    for (const name of importsOf(file)) {
      if (!seen.has(name)) reachable(name, seen.add(name));
    }
    return seen;
  };

  test("make no code from text, which a page's policy forbids", () => {
    expect(z.config().jitless).toBe(true);
  });

  test("are made before the schemas of every file", () => {
    const files = readdirSync(domain, { recursive: true, encoding: "utf8" });
    const withSchemas = files
      .filter((file) => file.endsWith(".ts"))
      .filter((file) => /^import \{.*\} from "zod"/m.test(textOf(file)));
    expect(withSchemas.length).toBeGreaterThan(8);
    const settings = "problems/zodSentences.ts";
    for (const file of withSchemas.filter((name) => name !== settings)) {
      expect(reachable(file).has(settings), file).toBe(true);
    }
  });
});

describe("a limit", () => {
  test.each([
    [16 * 1024, "送信データが大きすぎます。16KB以内にしてください。"],
    [1023 * 1024, "送信データが大きすぎます。1023KB以内にしてください。"],
    [1024 * 1024, "送信データが大きすぎます。1MB以内にしてください。"],
    [5 * 1024 * 1024, "送信データが大きすぎます。5MB以内にしてください。"],
  ])("of %d bytes is told in its own unit", (bytes, sentence) => {
    expect(bodyTooLarge(bytes)).toBe(sentence);
  });

  test("of items names the field, if it has a label", () => {
    expect(tooManyItems(1500, "イベント")).toBe("イベントは一度に1,500件まで送信できます。");
    expect(tooManyItems(500)).toBe("一度に500件まで送信できます。");
  });

  test.each([
    [1, "1秒後に"],
    [119, "119秒後に"],
    [120, "2分後に"],
    [121, "3分後に"],
    [7_199, "120分後に"],
    [7_200, "2時間後に"],
    [7_201, "3時間後に"],
  ])("of %d seconds is told as %s, never too early", (seconds, wait) => {
    expect(waitOf(seconds)).toBe(wait);
  });
});
