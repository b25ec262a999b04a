import { describe, expect, it } from "vitest";
import {
  entryIdOf,
  isLoading,
  isNew,
  isWrong,
  keyOf,
  missingIn,
  newKey,
  newRows,
  refused,
  saving,
  type UnsavedRow,
  type UnsavedRows,
  withTexts,
} from "../../../src/resources/dictionaries/entries/unsavedRows.ts";
import { anEntry } from "./entryRecords.ts";

const entry = anEntry({ entryId: 3 });
const stored = { key: keyOf(entry), entry };
const added = { key: newKey(3), entry: null };

function typed(texts: UnsavedRow["texts"], target = added): UnsavedRow {
  const row = withTexts(undefined, target, texts);
  if (!row) throw new Error("the row is not unsaved");
  return row;
}

describe("a row of the table", () => {
  it("is new if it has a key and no entry, and loading without a key", () => {
    expect([stored, added, { key: undefined, entry: null }].map(isNew)).toEqual([
      false,
      true,
      false,
    ]);
    expect([stored, added, { key: undefined, entry: null }].map(isLoading)).toEqual([
      false,
      false,
      true,
    ]);
  });

  it("does not take the number of a new row for that of an entry", () => {
    expect([stored, added].map(({ key }) => entryIdOf(key))).toEqual([3, undefined]);
  });
});

describe("an unsaved row", () => {
  it("is none any more once it says what the entry says, unless it is being saved", () => {
    const row = withTexts(undefined, stored, { note: "別の備考" });
    expect(row?.state).toBe("typed");
    expect(withTexts(row, stored, { note: entry.note })).toBeUndefined();
    expect(withTexts(row && saving(row, "key"), stored, { note: entry.note })?.texts).toEqual({});
  });

  it("lacks its surface and reading only where it is new", () => {
    expect(missingIn({ ...added, texts: { surface: "肺炎", reading: " " } })).toEqual(["reading"]);
    expect(missingIn({ ...stored, texts: { note: "" } })).toEqual([]);
  });

  it("is wrong if it was refused for what it says or for what another user saved", () => {
    const row = typed({ surface: "肺炎" });
    expect(isWrong(row)).toBe(false);
    expect(isWrong(refused(row, { unsent: true }))).toBe(false);
    expect(isWrong(refused(row, { errors: { reading: "読みがありません" } }))).toBe(true);
    expect(isWrong(refused(row, { current: entry }))).toBe(true);
  });

  it("leaves one empty row behind the new ones", () => {
    const rows: UnsavedRows = new Map([[added.key, typed({ surface: "肺炎" })]]);
    const next = () => newKey(4);
    expect(newRows(rows, [newKey(2), added.key], next)).toEqual([added.key, newKey(4)]);
    expect(newRows(new Map(), [added.key], next)).toEqual([added.key]);
  });
});
