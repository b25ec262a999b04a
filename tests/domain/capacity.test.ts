import { describe, expect, it } from "vitest";
import { entriesAfter } from "../../domain/imports/rules.ts";
import { capacitySentences } from "../../domain/organizations/capacity.ts";
import { totalPages } from "../../domain/paging.ts";

describe("the room of an organization", () => {
  it("is told by its sentences, with the time to wait", () => {
    expect(capacitySentences.storedAnswers("5分後に")).toBe(
      "操作の結果の保存が1人の上限（24時間に2,000件）に達しました。5分後にお試しください。",
    );
    expect(capacitySentences.imports).toContain(
      "取り込みの記録は1つの組織で150MBまで保存できます。",
    );
    expect(capacitySentences.events("明日")).toContain(
      "1日に5,000,000件）に達しました。明日お試し",
    );
  });

  it("is needed by an import for what it states, and for what it leaves unless it replaces all", () => {
    const counts = {
      new: 1,
      update: 20,
      unchanged: 300,
      duplicate: 7,
      error: 9,
      deletedByReplace: 4000,
    };
    expect(entriesAfter(counts, "replace")).toBe(321);
    expect(entriesAfter(counts, "merge")).toBe(4321);
    expect(entriesAfter(counts, "add")).toBe(4321);
  });
});

describe("the pages of a list", () => {
  it.each([
    [0, 0],
    [1, 1],
    [10, 1],
    [11, 2],
  ])("of %d rows are %d", (rows, pages) => expect(totalPages(rows, 10)).toBe(pages));
});
