import { describe, expect, it } from "vitest";
import { z } from "zod";
import "../../domain/problems/zodSentences.ts";

const schema = z.object({
  category: z.enum(["a", "b"]),
  userName: z.string().min(1).max(3),
  seconds: z.int().min(0).max(10),
  events: z.array(z.object({ seconds: z.number().gt(5).lt(8) })).optional(),
  isAdmin: z.boolean().optional(),
  code: z.string().regex(/^x$/).optional(),
});
const good = { category: "a", userName: "山田", seconds: 1 };
const sentences = (given: object) =>
  schema.safeParse({ ...good, ...given }).error?.issues.map(({ message }) => message);

describe("an issue without a sentence of its own is told by its kind and the field's label", () => {
  it.each([
    [{ category: "c" }, "辞書の種類は選択肢の中から選択してください。"],
    [{ category: "" }, "辞書の種類を選択してください。"],
    [{ category: null }, "辞書の種類を選択してください。"],
    [{ category: undefined }, "辞書の種類を選択してください。"],
    [{ userName: "" }, "氏名を入力してください。"],
    [{ userName: "山田太郎" }, "氏名は3文字以内で入力してください。"],
    [{ userName: undefined }, "氏名を入力してください。"],
    [{ userName: null }, "氏名を入力してください。"],
    [{ userName: 1 }, "氏名の入力形式に誤りがあります。"],
    [{ seconds: -1 }, "秒数は0以上で入力してください。"],
    [{ seconds: 11 }, "秒数は10以下で入力してください。"],
    [{ seconds: 1.5 }, "秒数は整数で入力してください。"],
    [{ seconds: "1" }, "秒数は整数で入力してください。"],
    [{ seconds: null }, "秒数を入力してください。"],
    // A bound that is excluded is told by the next whole number.
    [{ events: [{ seconds: 5 }] }, "秒数は6以上で入力してください。"],
    [{ events: "x" }, "イベントの入力形式に誤りがあります。"],
    [{ isAdmin: "x" }, "入力形式に誤りがあります。"],
    [{ code: "y" }, "入力形式に誤りがあります。"],
  ])("%j: %s", (given, sentence) => expect(sentences(given)).toEqual([sentence]));

  it("tells of an unknown member", () => {
    const strict = z.strictObject({ userName: z.string() });
    const { error } = strict.safeParse({ userName: "山田", other: 1 });
    expect(error?.issues.map(({ message }) => message)).toEqual(["使用できない項目です。"]);
  });

  it("knows no label for what is no field", () => {
    const of = (name: string) =>
      z.object({ [name]: z.string() }).safeParse({ [name]: 1 }).error?.issues[0]?.message;
    expect(of("toString")).toBe("入力形式に誤りがあります。");
    expect(z.string().safeParse(undefined).error?.issues[0]?.message).toBe("入力してください。");
  });
});
