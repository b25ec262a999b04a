import { describe, expect, it } from "vitest";
import { entriesAfter } from "../../domain/imports/room.ts";
import {
  answerRoom,
  IMPORT_BYTES,
  importsFit,
  KEPT_BYTES,
  LEAST_ANSWER_ROOM,
} from "../../domain/organizations/room.ts";
import { roomSentences } from "../../domain/organizations/roomSentences.ts";
import { totalPages } from "../../domain/paging.ts";

const MB = 1024 * 1024;

describe("the room of an organization", () => {
  it("takes 150 MB of imports, and 200 MB with the answers", () => {
    expect(importsFit(IMPORT_BYTES, 0)).toBe(true);
    expect(importsFit(IMPORT_BYTES + 1, 0)).toBe(false);
    expect(importsFit(IMPORT_BYTES, 50 * MB)).toBe(true);
    expect(importsFit(IMPORT_BYTES, 50 * MB + 1)).toBe(false);
    expect(importsFit(0, KEPT_BYTES + 1)).toBe(false);
  });

  it("leaves for answers what imports do not take, at most 50 MB and half of it to one user", () => {
    expect(answerRoom(0)).toEqual({ ofOrganization: 200 * MB, ofUser: 50 * MB });
    expect(answerRoom(100 * MB)).toEqual({ ofOrganization: 100 * MB, ofUser: 50 * MB });
    expect(answerRoom(140 * MB)).toEqual({ ofOrganization: 60 * MB, ofUser: 30 * MB });
    expect(LEAST_ANSWER_ROOM).toEqual({ ofOrganization: 50 * MB, ofUser: 25 * MB });
  });

  it("is told in whole megabytes, with the time to wait", () => {
    expect(roomSentences.answersOfUser("5分後に")).toBe(
      "操作の結果の保存が1人の上限（24時間に50MB）に達しました。5分後にお試しください。",
    );
    expect(roomSentences.answersOfOrganization("5分後に", 60.9 * MB)).toBe(
      "操作の結果の保存が組織の上限（24時間に60MB）に達しました。5分後にお試しください。",
    );
    expect(roomSentences.events("明日")).toContain("1日に5,000,000件）に達しました。明日お試し");
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
