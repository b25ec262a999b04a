import { expect, it } from "vitest";
import { type ErasedPerson, Eraser } from "../../domain/erasing/erased.ts";

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

it("does not look for names of two characters inside of texts, which stand in other words", () => {
  const hayashi = person({ names: ["林 一"], email: "h@example.com" });
  expect(new Eraser([hayashi]).text("小林 一郎、林業")).toBe("小林 一郎、林業");
});

it.each([
  ["林", ["林"], "削除された利用者3"],
  ["林　一", ["林 一"], "削除された利用者3"],
  ["小林", ["林"], "小林"],
])("replaces a short name where it is the whole value: %s", (text, names, written) => {
  const eraser = new Eraser([person({ names })]);
  expect(eraser.value({ q: text })).toEqual({ q: written });
});

it.each([
  ['花"子"氏', '担当は花"子"氏'],
  ["a\\b太郎", "担当はA\\B太郎"],
  ["İbrahim", "担当はİBRAHİM"],
  ["ΣΟΦΟΣ", "担当はσοφος"],
  ["Σοφός", "担当はΣΟΦΌΣ"],
  ["straße", "担当はSTRASSE"],
])("finds %s in any case, whatever a text before it folds to: %s", (name, text) => {
  const eraser = new Eraser([person({ names: [name] })]);
  expect(eraser.text(`İ、${text}、様`)).toBe("İ、担当は削除された利用者3、様");
  expect(eraser.finds([{ cell: text }])).toBe(true);
  expect(eraser.finds([{ cell: "担当" }])).toBe(false);
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
