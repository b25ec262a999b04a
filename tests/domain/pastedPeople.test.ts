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

  it.each([
    ["Outlook", '"佐藤, 花子" <sato@example.com>; "山田; 太郎"＜yamada@example.com＞'],
    ["a spreadsheet", "佐藤, 花子\tsato@example.com\r\n山田; 太郎\tyamada@example.com\r\n"],
    [
      "a spreadsheet, the address first",
      "sato@example.com\t佐藤, 花子\nyamada@example.com\t山田; 太郎",
    ],
    [
      "a spreadsheet with headings and more columns",
      "氏名\tメールアドレス\t部署\n佐藤, 花子\tsato@example.com\t営業\n山田; 太郎\tyamada@example.com\t",
    ],
  ])("has names with separators in them, as %s copies them", (_, text) => {
    expect(pastedPeople(text)).toEqual({
      people: [
        { email: "sato@example.com", userName: "佐藤, 花子" },
        { email: "yamada@example.com", userName: "山田; 太郎" },
      ],
      unread: [],
    });
  });

  it("has addresses of links", () => {
    const text =
      "mailto:a@example.com, 佐藤 花子 <mailto:B@example.com>\nMAILTO:c@example.com?subject=x";
    expect(pastedPeople(text)).toEqual({
      people: [
        { email: "a@example.com", userName: "a" },
        { email: "b@example.com", userName: "佐藤 花子" },
        { email: "c@example.com", userName: "c" },
      ],
      unread: [],
    });
  });

  it("reads a quotation mark that is not closed as a character of its line", () => {
    expect(emails('5" <a@example.com>\nb@example.com')).toEqual(["a@example.com", "b@example.com"]);
  });

  it("names what is no address", () => {
    expect(pastedPeople("a@example.com, 山田, b@c, x y@example.com")).toMatchObject({
      people: [{ email: "a@example.com" }],
      unread: ["山田", "b@c", "x y@example.com"],
    });
  });
});
