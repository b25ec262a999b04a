import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { DEFAULT_SETTINGS } from "../../../domain/billing/fields.ts";
import { BILLING_COLUMNS } from "../../../domain/billing/formats.ts";
import type { BilledStatementRecord, BillingPreview } from "../../../domain/billing/schemas.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { openAdmin } from "../contracts/openAdmin.tsx";

const api = apiDouble("admin");
const PREVIEW = "GET /billing-files/preview";
const FILE = "GET /billing-files";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T03:00:00Z") });
  URL.createObjectURL = vi.fn(() => "blob:csv");
  URL.revokeObjectURL = vi.fn();
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
});

const headings = BILLING_COLUMNS.moneyforward.map(({ name }) => name);
const cellsOf = (cells: Record<string, string>) => headings.map((name) => cells[name] ?? "");

function aStatement(given: Partial<BilledStatementRecord> = {}): BilledStatementRecord {
  return {
    number: "202610-3-1",
    contractId: 3,
    organizationId: 7,
    organizationName: "株式会社サンプル",
    partnerName: null,
    subAccount: "",
    total: 33_000,
    rows: [cellsOf({ 行形式: "請求書", 取引先名称: "株式会社サンプル", 合計金額: "33000" })],
    faults: [],
    isWritten: false,
    isEarlierWritten: false,
    ...given,
  };
}

function previewIs(given: Partial<BillingPreview>) {
  const preview: BillingPreview = {
    encoding: "utf-8",
    headings,
    statements: [],
    total: given.statements?.length ?? 0,
    counts: { ready: 0, refused: 0, written: 0 },
    yen: 0,
    files: [],
    ...given,
  };
  api.answer(PREVIEW, () => preview);
}

async function openPage() {
  openAdmin("/billing-files");
  await screen.findByRole("heading", { level: 1, name: "ファイル出力" });
  await screen.findByText("出力する明細書");
}

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const fileAnswer = () =>
  new Response("file", {
    headers: {
      "content-type": "text/plain",
      "content-disposition": "attachment; filename*=UTF-8''file.csv",
      "x-total-count": "1",
    },
  });

describe("files for accounting programs", () => {
  it("show the rows without empty columns, and name before what cannot be written", async () => {
    previewIs({
      statements: [
        aStatement({
          number: "202610-4-1",
          organizationName: "=商事",
          rows: [],
          faults: [{ code: "FORMULA", column: "取引先名称", text: "=商事" }],
        }),
        aStatement({ isEarlierWritten: true }),
      ],
      counts: { ready: 1, refused: 1, written: 0 },
      yen: 33_000,
    });
    await openPage();
    expect(api.calls(PREVIEW).map(({ query }) => query)).toMatchObject([
      { month: "2026-10", format: "moneyforward", encoding: "utf-8", page: "0" },
    ]);
    expect(screen.getByText(/取引先名称の先頭に使えない文字.*「=商事」/)).toBeVisible();
    const table = within(screen.getAllByRole("table")[0] as HTMLElement);
    expect(table.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
      "組織",
      "行形式",
      "取引先名称",
      "合計金額",
    ]);
    expect(table.getByRole("rowheader")).toHaveTextContent("再締め前の版は出力済み");
    expect(screen.getByText("税込合計").nextElementSibling).toHaveTextContent("33,000円");
  });

  it("are written again only after a question", async () => {
    previewIs({
      statements: [aStatement({ isWritten: true })],
      counts: { ready: 0, refused: 0, written: 1 },
    });
    api.answer(FILE, fileAnswer);
    await openPage();
    expect(await screen.findByRole("button", { name: "ダウンロード" })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    await press("もう一度出力");
    expect(api.calls(FILE)).toEqual([]);
    await press("もう一度出力する");
    expect(await screen.findByText("1件の明細書を出力しました。")).toBeVisible();
    expect(api.calls(FILE).map(({ query }) => query)).toMatchObject([{ again: "true" }]);
  });

  it("call an organization as it is mapped; an empty name is that of the organization", async () => {
    previewIs({ statements: [aStatement()], counts: { ready: 1, refused: 0, written: 0 } });
    const partner = {
      organizationId: 7,
      organizationName: "株式会社サンプル",
      partnerName: "甲",
      subAccount: "",
      version: 2,
    };
    api.answer("GET /billing-partners/{id}", () => partner);
    api.answer("PUT /billing-partners/{id}", () => ({ ...partner, version: 3 }));
    await openPage();
    await press("株式会社サンプルの取引先の設定");
    await userEvent.clear(await screen.findByRole("textbox", { name: "取引先名" }));
    await userEvent.type(screen.getByRole("textbox", { name: "補助科目" }), "乙");
    await press("保存");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.sent).toMatchObject([
      { ifMatch: '"2"', body: { partnerName: null, subAccount: "乙" } },
    ]);
  });

  it("are due as it is set for all", async () => {
    previewIs({});
    api.answer("GET /billing-settings", () => ({ ...DEFAULT_SETTINGS, version: 0 }));
    api.answer("PUT /billing-settings", () => ({ ...DEFAULT_SETTINGS, version: 1 }));
    await openPage();
    expect(screen.getByText(/まだ締めた契約がありません/)).toBeVisible();
    await press("設定");
    await userEvent.selectOptions(await screen.findByRole("combobox", { name: "月" }), "翌々月");
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "日" }), "10日");
    await press("保存");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.sent).toMatchObject([{ body: { ...DEFAULT_SETTINGS, dueMonths: 2, dueDay: 10 } }]);
  });
});
