import { describe, expect, it } from "vitest";
import { pastedPeople } from "../../domain/users/pastedPeople.ts";

const emails = (text: string) => pastedPeople(text).people.map(({ email }) => email);

describe("a pasted list of addresses", () => {
  it.each([
    ["commas", "a@example.com, b@example.com,"],
    ["semicolons", "a@example.com; b@example.com"],
    ["line breaks", "a@example.com\r\nb@example.com\n\n"],
    ["separators of full width", "a@example.com、b@example.com；"],
    ["full-width commas and letters", "ａ＠ｅｘａｍｐｌｅ．ｃｏｍ，B@EXAMPLE.COM"],
    ["tabs of a spreadsheet", "a@example.com\tb@example.com"],
    ["line breaks in a cell of a spreadsheet", '"a@example.com\nb@example.com"\n\n'],
    ["blanks of any width", "a@example.com　b@example.com"],
    ["repetitions", "a@example.com,b@example.com,A@example.com"],
  ])("is divided at %s", (_, text) => {
    expect(emails(text)).toEqual(["a@example.com", "b@example.com"]);
    expect(pastedPeople(text).unread).toEqual([]);
  });

  it("has the names that mail programs write, else what stands before @", () => {
    const text =
      '"山田 太郎" <yamada@example.com>; 佐藤　花子＜sato@example.com＞, suzuki@example.com';
    expect(pastedPeople(text).people).toEqual([
      { email: "yamada@example.com", userName: "山田 太郎" },
      { email: "sato@example.com", userName: "佐藤　花子" },
      { email: "suzuki@example.com", userName: "suzuki" },
    ]);
  });

  it("names what is no address", () => {
    expect(pastedPeople("a@example.com, 山田, b@c, x y@example.com")).toMatchObject({
      people: [{ email: "a@example.com" }],
      unread: ["山田", "b@c", "x y@example.com"],
    });
  });
});
