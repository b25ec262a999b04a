import { describe, expect, it } from "vitest";
import { z } from "zod";
import { changesBetween, foldBack } from "../../domain/audit/changes.ts";

const schema = z.object({
  name: z.string(),
  cap: z.number().nullable(),
  isAdmin: z.boolean(),
  memo: z.string(),
  members: z.array(z.object({ userId: z.string(), userName: z.string() })),
  version: z.number(),
});
const label = "項目";
const kind = { fields: { name: label, cap: label, isAdmin: label, memo: label, members: label } };
const hanako = { userId: "u1", userName: "佐藤 花子" };
const ichiro = { userId: "u2", userName: "鈴木 一郎" };
const record = {
  name: "青空商事",
  cap: 120 as number | null,
  isAdmin: false,
  memo: "",
  members: [] as (typeof hanako)[],
  version: 1,
};
const between = (before: typeof record | null, after: typeof record | null) =>
  changesBetween<typeof schema>(kind, before, after);

describe("what an event shows of a change", () => {
  it("is each declared field that differs, from what to what", () => {
    expect(between(record, { ...record, cap: 200, memo: "更新", version: 2 })).toEqual([
      { field: "cap", before: 120, after: 200 },
      { field: "memo", before: "", after: "更新" },
    ]);
    expect(between({ ...record, cap: null }, record)).toEqual([
      { field: "cap", before: null, after: 120 },
    ]);
  });

  it("is nothing where only undeclared fields differ", () => {
    expect(between(record, { ...record, version: 9 })).toEqual([]);
  });

  it("is a field that becomes empty, as of a record that goes on", () => {
    expect(between({ ...record, memo: "更新", isAdmin: true, members: [hanako] }, record)).toEqual([
      { field: "isAdmin", before: true, after: false },
      { field: "memo", before: "更新", after: "" },
      { field: "members", before: [hanako], after: [] },
    ]);
  });

  it("is what a new or a deleted record says, without empty fields", () => {
    expect(between(null, record)).toEqual([
      { field: "name", before: null, after: "青空商事" },
      { field: "cap", before: null, after: 120 },
    ]);
    expect(between({ ...record, cap: null, members: [hanako], isAdmin: true }, null)).toEqual([
      { field: "name", before: "青空商事", after: null },
      { field: "isAdmin", before: true, after: null },
      { field: "members", before: [hanako], after: null },
    ]);
  });

  it("is nothing of a record that is absent before and after", () => {
    expect(between(null, null)).toEqual([]);
  });

  it("takes a field that a record lacks for null", () => {
    const { cap, ...others } = record;
    expect(between(others as typeof record, record)).toEqual([
      { field: "cap", before: null, after: cap },
    ]);
  });
});

describe("a record before a change", () => {
  it("has the values before, and all other fields as they are", () => {
    const changes = [
      { field: "cap", before: null, after: 120 },
      { field: "name", before: "青空", after: "青空商事" },
    ];
    expect(foldBack({}, record, changes)).toEqual({ ...record, cap: null, name: "青空" });
    expect(foldBack({}, record, [])).toEqual(record);
  });

  it("has the elements of a set without those added, and with those removed", () => {
    const changes = [{ field: "members", before: [ichiro], after: [hanako] }];
    const saburo = { userId: "u3", userName: "三郎" };
    const now = { ...record, members: [saburo, { ...hanako, userName: "旧姓" }] };
    expect(foldBack({ sets: { members: "userId" } }, now, changes).members).toEqual([
      saburo,
      ichiro,
    ]);
    // Without a declared set, the list before replaces the one of now.
    expect(foldBack({ sets: {} }, now, changes).members).toEqual([ichiro]);
  });

  it("has a set although one side of the change or the record has none", () => {
    const sets = { members: "userId" };
    const added = [{ field: "members", before: null, after: [hanako] }];
    expect(foldBack({ sets }, { ...record, members: [hanako] }, added).members).toEqual([]);
    const removed = [{ field: "members", before: [hanako], after: null }];
    const without: Record<string, unknown> = { name: "青空" };
    expect(foldBack({ sets }, without, removed).members).toEqual([hanako]);
  });
});
