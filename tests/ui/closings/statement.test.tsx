import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
// So that no test waits for its code.
import "../../../src/resources/closings/statement/StatementPage.tsx";
import "../../../src/resources/closings/statement/StatementsPrint.tsx";
import { apiDouble } from "../../support/apiDouble.ts";
import { paged } from "../../support/doubleAnswer.ts";
import { aProfile, limits } from "../../support/records.ts";
import { openAdminArea, openStaffArea } from "../areas/openArea.tsx";
import { aStatement, ROOT } from "./closingRecords.ts";

const admin = apiDouble("admin");
const staff = apiDouble("staff");
const STATEMENT = "GET /contracts/{id}/statements/{month}";

beforeEach(() => {
  admin.answer("GET /me", () => ({
    userName: "管理 太郎",
    email: "sysadmin@example.com",
    isSystemAdmin: true,
  }));
  admin.answer("GET /alerts", paged([]));
});

const table = (name: string) => within(screen.getByRole("table", { name }));
const cells = (name: string) =>
  table(name)
    .getAllByRole("row")
    .map((row) => [...row.children].map(({ textContent }) => textContent));

describe("the statement of a month", () => {
  it("has the sum rounded once, its parts, days, workspaces, adjustments and what is left", async () => {
    admin.answer(STATEMENT, () => aStatement());
    admin.answer("GET /closings", paged([]));
    openAdminArea("/admin/contracts/1/statements/2026-10");
    const paper = within(await screen.findByRole("article", { name: "利用明細書" }));
    expect(paper.getByText("デモ株式会社 御中")).toBeVisible();
    expect(paper.getByText("202610-1-2")).toBeVisible();
    expect(paper.getByText("3分")).toBeVisible();
    expect(paper.getByText(/最後に1回だけ分の単位に切り上げています。/)).toBeVisible();
    expect(cells("内訳")).toContainEqual(["合計", "5件", "2分1秒"]);
    expect(cells("2026年10月31日時点の残り").at(-1)).toEqual(["残り", "2件超過", "無制限"]);
    expect(cells("ワークスペース別").slice(1)).toEqual([["営業部", "5件", "1分40秒"]]);
    expect(cells("調整").at(-1)).toEqual(["2026/10/05", "当月", "-1件", "-30秒", "二重計上のため"]);
    expect(cells("過月分").slice(1)).toEqual([["2026/09/30", "1件", "51秒"]]);
    expect(cells("日別").slice(1)).toEqual([["2026/10/05", "5件", "1分40秒", "-1件", "-30秒"]]);
    expect(paper.getByText(ROOT)).toBeVisible();
    // Without a price it has quantities only.
    expect(screen.queryByRole("table", { name: "金額" })).toBeNull();
  });

  it("has amounts with their tax where there is a price", async () => {
    const lines = [
      { charge: "TRANSCRIPTS", quantity: 5, unitPrice: 30, amount: 150, taxRate: 10 } as const,
    ];
    const taxes = [{ taxRate: 10, amount: 150, tax: 15 }];
    admin.answer(STATEMENT, () =>
      aStatement({ amounts: { lines, taxes, subtotal: 150, tax: 15, total: 165 } }),
    );
    admin.answer("GET /closings", paged([]));
    openAdminArea("/admin/contracts/1/statements/2026-10");
    await screen.findByRole("article");
    expect(cells("金額").slice(1)).toEqual([
      ["文字起こし（件数）", "5件", "30円", "10%", "150円"],
      ["小計（税抜）", "150円"],
      ["消費税（10%対象 150円）", "15円"],
      ["合計（税込）", "165円"],
    ]);
  });

  it("shows system admins why a version was made, and says that an older one is", async () => {
    admin.answer(STATEMENT, ({ query }) =>
      aStatement(query.version === 1 ? { version: 1, number: "202610-1-1" } : {}),
    );
    admin.answer(
      "GET /closings",
      paged([{ ...aStatement(), reason: "計上漏れのため", closedByName: "山本 直樹" }]),
    );
    openAdminArea("/admin/contracts/1/statements/2026-10?version=1");
    expect(await screen.findByText("第1版を表示しています。最新は第2版です。")).toBeVisible();
    expect(await screen.findByText("理由：計上漏れのため")).toBeVisible();
    expect(screen.getByRole("link", { name: "第2版を表示" })).toBeVisible();
  });

  it("is read by organization admins, who are told of no reason", async () => {
    staff.answer("GET /users/me", () => aProfile({ isOrganizationAdmin: true }));
    staff.answer("GET /alerts", paged([]));
    staff.answer("GET /contracts/limits", () => limits());
    staff.answer(STATEMENT, () => aStatement());
    openStaffArea("/contracts/1/statements/2026-10");
    await screen.findByRole("article", { name: "利用明細書" });
    expect(screen.getByRole("heading", { name: "版" })).toBeVisible();
    expect(staff.calls("GET /closings")).toEqual([]);
  });
});

it("prints the statements of chosen contracts as one print", async () => {
  admin.answer(STATEMENT, ({ params: { id } }) =>
    aStatement({ contractId: Number(id), organizationName: `組織${id}` }),
  );
  openAdminArea("/admin/closings/2026-10/print?contracts=3,1,3,x");
  expect(
    await screen.findByText("2件の利用明細書を1回で印刷します。1件ごとに改ページします。"),
  ).toBeVisible();
  expect(screen.getAllByText(/御中$/).map(({ textContent }) => textContent)).toEqual([
    "組織3 御中",
    "組織1 御中",
  ]);
});
