import { expect, it } from "vitest";
import { type ErasedPerson, Eraser, searchedWords } from "../../domain/erasing/erased.ts";

const person = (given: Partial<ErasedPerson> = {}): ErasedPerson => ({
  userId: "u1",
  number: 3,
  email: "hanako@example.com",
  names: ["山田 花子", "ヤマダ ハナコ"],
  ...given,
});

it.each([
  ["担当は山田花子さん", "担当は削除された利用者3さん"],
  ["山田　花子／山田 花子", "削除された利用者3／削除された利用者3"],
  ["ヤマダハナコ", "削除された利用者3"],
  ["Hanako@Example.com へ", "erased-3@erased.invalid へ"],
  ["山田 太郎", "山田 太郎"],
  ["", ""],
])("writes %s as %s", (text, written) => {
  expect(new Eraser([person()]).text(text)).toBe(written);
});

it("does not look for names of two characters, which stand in other words", () => {
  const hayashi = person({ names: ["林 一"], email: "h@example.com" });
  expect(searchedWords(hayashi)).toEqual(["h@example.com"]);
  expect(new Eraser([hayashi]).text("小林 一郎、林業")).toBe("小林 一郎、林業");
});

it("replaces a short name where a field is the name of a contract's admin", () => {
  const eraser = new Eraser([person({ names: ["林"] })]);
  expect(eraser.field("adminName", "林")).toBe("削除された利用者3");
  expect(eraser.field("adminName", "小林")).toBe("小林");
  expect(eraser.field("memo", "林")).toBe("林");
});

it("takes the longest of names that begin alike, each with its own number", () => {
  const people = [
    person({ userId: "a", number: 1, names: ["佐藤 花"], email: "a@example.com" }),
    person({ userId: "b", number: 2, names: ["佐藤 花子"], email: "b@example.com" }),
  ];
  expect(new Eraser(people).text("佐藤花子と佐藤花")).toBe("削除された利用者2と削除された利用者1");
});

it("knows a member by the id, and leaves another one of the same name", () => {
  const eraser = new Eraser([person({ names: ["林"] })]);
  expect(
    eraser.value([
      { userId: "u1", userName: "林" },
      { userId: "u2", userName: "林" },
    ]),
  ).toEqual([
    { userId: "u1", userName: "削除された利用者3" },
    { userId: "u2", userName: "林" },
  ]);
});

it("leaves numbers, flags and null as they are", () => {
  const value = { count: 3, on: true, none: null, list: ["a", 1] };
  expect(new Eraser([person()]).value(value)).toEqual(value);
});
