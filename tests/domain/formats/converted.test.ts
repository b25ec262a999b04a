import { describe, expect, test } from "vitest";
import { contractSheet, peopleSheet } from "../../../server/formats/peopleFile.ts";
import { readDictionaryFile } from "../../../server/formats/readFile.ts";
import { readSheet } from "../../../server/formats/sheetFile.ts";

const linesOf = (file: { convertedLines: number[] } | { problem: unknown }) => {
  if ("problem" in file) throw new Error(JSON.stringify(file.problem));
  return file.convertedLines;
};
const words = (content: string) => linesOf(readDictionaryFile(Buffer.from(content)));
const people = (content: string) =>
  linesOf(readSheet(Buffer.from(content), peopleSheet("members")));
const contracts = (content: string) => linesOf(readSheet(Buffer.from(content), contractSheet));

describe("what Excel has converted", () => {
  test.each([
    ["a date in Japanese", "1月2日"],
    ["a date in English", "2-Jan"],
    ["a month in English", "Jan-02"],
    ["a power of ten", "1.00E+05"],
    ["many digits", "1.23457E+11"],
    ["a formula", "#NAME?"],
    ["too narrow a column", "########"],
  ])("is found in words: %s", (_, surface) => {
    expect(words(`表記,読み\n議事録,ぎじろく\n${surface},よみ\n`)).toEqual([3]);
  });

  test.each(["2026年1月2日", "１月２日", "1E5", "E+05", "1月2日号", "#1", "007"])(
    "is not %s",
    (surface) => {
      expect(words(`表記,読み\n議事録,ぎじろく\n${surface},よみ\n`)).toEqual([]);
    },
  );

  test("is a number that has lost the zeros before it, beside others of its column", () => {
    expect(
      words("表記,読み\n007,ぜろぜろなな\n7,なな\n24,にじゅうよん\n2026,ねん\n0,ぜろ"),
    ).toEqual([3, 4]);
    expect(words("表記,読み,備考\n7,なな,007\n24,にじゅうよん,")).toEqual([]);
  });

  test("is found in lists of engines and in error rows", () => {
    expect(words("いちのに\t1月2日\t名詞\nぎじろく\t議事録\t名詞\n")).toEqual([1]);
    expect(words("表記,読み\n議事録,1月2日")).toEqual([2]);
  });

  test("is found in people and contracts, in the columns that are read", () => {
    expect(
      people("氏名,メールアドレス,部署\n山田,a@example.com,1月2日\n3月4日,b@example.com,\n"),
    ).toEqual([3]);
    expect(
      contracts(
        "組織番号,契約開始日,文字起こし上限件数,メモ\n1.00E+07,2032/4/1,1,\n10000001,2032/4/1,1.00E+05,\n10000002,4月1日,1,\n10000003,2032/4/1,1,2026/4/1",
      ),
    ).toEqual([2, 3, 4]);
  });
});
