import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ownAlertFilters } from "../../domain/alerts/schemas.ts";
import { contractFilters, withMonthsInOrder } from "../../domain/contracts/schemas.ts";
import { pageOf } from "../../domain/paging.ts";
import { ledgerFilters, withDatesInOrder } from "../../domain/usage/ledger.ts";

const errorsOf = (schema: z.ZodType, input: unknown) =>
  Object.fromEntries(
    schema.safeParse(input).error?.issues.map(({ path, message }) => [path.join("."), message]) ??
      [],
  );

describe("a filter with several choices", () => {
  const filters = z.strictObject(ownAlertFilters);

  it("takes some of them, separated by commas", () => {
    expect(filters.parse({ kind: "GAP,CAP_80" })).toEqual({ kind: ["GAP", "CAP_80"] });
    expect(filters.parse({ kind: "GAP" })).toEqual({ kind: ["GAP"] });
  });

  it("refuses others, and a list that is longer than all of them", () => {
    expect(errorsOf(filters, { kind: "GAP,OTHER" })).toHaveProperty(["kind.1"]);
    expect(errorsOf(filters, { kind: "" })).toHaveProperty(["kind.0"]);
    expect(errorsOf(filters, { kind: "GAP,".repeat(50) })).toHaveProperty("kind");
  });
});

describe("the months of a list", () => {
  const query = withMonthsInOrder(
    z.strictObject({ q: contractFilters.q, ...monthsOf(contractFilters) }),
  );

  it("are in order, or one is open", () => {
    expect(errorsOf(query, { startMonth: "2026-04", endMonth: "2026-04" })).toEqual({});
    expect(errorsOf(query, { startMonth: "2026-04" })).toEqual({});
    expect(errorsOf(query, { endMonth: "2026-04" })).toEqual({});
    expect(Object.keys(errorsOf(query, { startMonth: "2026-05", endMonth: "2026-04" }))).toEqual([
      "endMonth",
    ]);
  });

  it("are looked at although another filter is wrong, and not if they are no months", () => {
    const wrong = { q: "あ".repeat(101), startMonth: "2026-05", endMonth: "2026-04" };
    expect(Object.keys(errorsOf(query, wrong)).sort()).toEqual(["endMonth", "q"]);
    expect(Object.keys(errorsOf(query, { startMonth: "2026-5", endMonth: "2026-04" }))).toEqual([
      "startMonth",
    ]);
  });

  function monthsOf({ startMonth, endMonth }: typeof contractFilters) {
    return { startMonth, endMonth };
  }
});

describe("the days of a ledger", () => {
  const query = withDatesInOrder(z.strictObject(ledgerFilters));

  it("are in order, or one is open", () => {
    expect(errorsOf(query, { startDate: "2026-04-01", endDate: "2026-04-01" })).toEqual({});
    expect(errorsOf(query, { startDate: "2026-04-01" })).toEqual({});
    expect(errorsOf(query, { endDate: "2026-04-01" })).toEqual({});
    expect(errorsOf(query, { startDate: "2026-04-02", endDate: "2026-04-01" })).toEqual({
      endDate: "終了日は開始日以降の日付を入力してください。",
    });
    expect(Object.keys(errorsOf(query, { startDate: "2026-4-2", endDate: "2026-04-01" }))).toEqual([
      "startDate",
    ]);
  });

  it.each([
    ["0", 0],
    ["12", 12],
    ["999999999999999", 999_999_999_999_999],
  ])("are of the workspace %s", (text, workspaceId) =>
    expect(query.parse({ workspaceId: text })).toEqual({ workspaceId }),
  );

  it.each(["", "01", "-1", "1.5", "9999999999999999", "x"])("are of no workspace %j", (text) =>
    expect(errorsOf(query, { workspaceId: text })).toHaveProperty("workspaceId"),
  );
});

describe("a page", () => {
  it("is called after its records, if they have a name", () => {
    expect(pageOf(z.object({}).meta({ id: "Thing" })).meta()).toEqual({ id: "ThingPage" });
    expect(pageOf(z.object({})).meta()).toBeUndefined();
  });
});
