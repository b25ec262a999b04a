import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { flagsIn } from "../../domain/userImports/cells.ts";
import { peopleSheet } from "../../server/formats/peopleFile.ts";
import { readSheet } from "../../server/formats/sheetFile.ts";

const both = { isSystemAdmin: false, isOrganizationAdmin: true, isDictionaryAdmin: true };

describe("a cell of roles", () => {
  test.each(["・", "･", "·", "、", ",", "/", "／", "；", " ", "　", "\n", " ・ "])(
    "is divided at %j",
    (between) => {
      expect(flagsIn(`組織管理者${between}辞書管理者`)).toEqual(both);
    },
  );

  test("of a file may be divided by half-width dots", () => {
    const path = new URL("../support/peopleFiles/roles-halfwidth-dot.csv", import.meta.url);
    const file = readSheet(readFileSync(path), peopleSheet("members"));
    const [row] = "rows" in file ? file.rows : [];
    expect(flagsIn(row?.cells.roles ?? "")).toEqual(both);
  });
});
