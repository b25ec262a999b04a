import { describe, expect, test } from "vitest";
import { readDictionaryFile } from "../../../server/formats/readFile.ts";
import { writeDictionaryFile } from "../../../server/formats/writeFile.ts";
import { importPages } from "../../../src/i18n/ja/importPages.ts";

const CELLS = ["京都", "きょうと", "地名", "3", "西", "無効"];
const ENTRY = {
  surface: "京都",
  reading: "きょうと",
  partOfSpeech: "地名",
  weight: 3,
  note: "西",
  enabled: false,
};

const exported = () =>
  new TextDecoder()
    .decode(writeDictionaryFile([], "csv", "utf-8").bytes)
    .trimEnd()
    .split(",");

function imported(headings: readonly string[], cells: readonly string[]) {
  const text = [headings, cells].map((row) => `${row.join(",")}\n`).join("");
  return readDictionaryFile(new TextEncoder().encode(text), { format: "csv" });
}

describe("the headings of our own CSV", () => {
  test("are the same where they are exported, imported and named to the user", () => {
    const headings = exported();
    expect(importPages.file.columns).toContain(`見出し（${headings.join("、")}）`);
    const rows = [{ line: 2, entry: ENTRY }];
    expect(imported(headings, CELLS)).toMatchObject({ rows, ignoredColumns: [] });
    expect(imported(headings.toReversed(), CELLS.toReversed())).toMatchObject({ rows });
  });

  test("that an import needs are those that the user is told", () => {
    const headings = exported();
    const without = (missing: string) => headings.filter((heading) => heading !== missing);
    const needed = headings.filter((heading) => "problem" in imported(without(heading), CELLS));
    expect(needed).toHaveLength(1);
    expect(importPages.file.columns).toContain(`必須の列は${needed.join("と")}です。`);
  });
});
