import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ContractPrices } from "../../../domain/prices/schemas.ts";
import { staleVersion } from "../../../server/problem.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { aContract } from "../../support/records.ts";
import { expectConsoleErrors } from "./expectConsoleErrors.ts";
import { openDetail } from "./openDetail.ts";

const api = apiDouble("admin");
const READ = "GET /contracts/{id}/prices";
const SET = "PUT /contracts/{id}/prices";

const price = {
  from: "2026-04",
  monthly: 30_000,
  perTranscript: 100,
  perMinute: 10,
  overage: null,
  taxRate: 10,
  rounding: "DOWN",
} as const;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T03:00:00Z") });
});

async function openPrices(given: Partial<ContractPrices> = {}) {
  const contract = aContract();
  const { contractId } = contract;
  const record: ContractPrices = {
    contractId,
    prices: [],
    showPrices: false,
    version: 0,
    ...given,
  };
  api.answer(READ, () => record);
  await openDetail(contract);
  await userEvent.click(screen.getByRole("button", { name: "料金" }));
  const dialog = (name: string) => screen.findByRole("dialog", { name });
  await dialog("料金の設定");
  return { record, dialog, press: (name: string) => press(name) };
}

async function press(name: string) {
  await userEvent.click(await screen.findByRole("button", { name }));
}

const field = (name: RegExp) => screen.getByRole("textbox", { name });

describe("the prices of a contract", () => {
  it("are added from a month on, an empty amount as 0 yen, with the usual tax", async () => {
    const { record, dialog } = await openPrices({ prices: [price], version: 3 });
    await press("料金を追加");
    await dialog("料金の追加");
    await userEvent.type(field(/^月額/), "５０，０００");
    await userEvent.click(screen.getByRole("checkbox", { name: /上限を超えた分/ }));
    await userEvent.type(field(/^超過1件/), "200");
    const added = {
      ...price,
      from: "2026-11",
      monthly: 50_000,
      perTranscript: 0,
      perMinute: 0,
      overage: { perTranscript: 200, perMinute: 0 },
    };
    const written = { ...record, prices: [price, added], version: 4 };
    api.answer(SET, () => written);
    api.answer(READ, () => written);
    await press("保存");
    expect(await screen.findByText("料金を保存しました。")).toBeVisible();
    expect(api.sent).toMatchObject([
      { ifMatch: '"3"', body: { prices: [price, added], showPrices: false } },
    ]);
    // The latest first, with the one in force.
    const rows = within(await screen.findByRole("list", { name: "料金の履歴" }));
    await waitFor(() => expect(rows.getAllByRole("listitem")).toHaveLength(2));
    expect(rows.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "2026年11月から適用中月額50,000円・1件0円・1分0円・超過1件200円・超過1分0円・税率10%（切り捨て）編集削除",
      "2026年4月から月額30,000円・1件100円・1分10円・税率10%（切り捨て）編集削除",
    ]);
  });

  it("are saved by another button than the one that opens the form, which a browser would submit by that press", async () => {
    await openPrices({ prices: [price] });
    const add = await screen.findByRole("button", { name: "料金を追加" });
    await userEvent.click(add);
    expect(await screen.findByRole("button", { name: "保存" })).toBeVisible();
    expect(add).not.toBeInTheDocument();
  });

  it("begin in different months, and are whole yen", async () => {
    await openPrices({ prices: [{ ...price, from: "2026-11" }] });
    await press("料金を追加");
    await userEvent.type(field(/^月額/), "-1");
    await press("保存");
    expect(await screen.findByText(/同じ適用開始月の料金は、1つだけ/)).toBeVisible();
    expect(screen.getByText(/月額は0以上/)).toBeVisible();
    expect(api.sent).toEqual([]);
  });

  it("are removed after a question, and say who was faster", async () => {
    const { record, dialog } = await openPrices({ prices: [price], version: 1 });
    await press("2026年4月からの料金を削除");
    const question = within(await dialog("料金の削除"));
    api.refuse(SET, staleVersion({ ...record, version: 2 }));
    expectConsoleErrors();
    await userEvent.click(question.getByRole("button", { name: "削除する" }));
    expect(await screen.findByText(/他の利用者が先に更新したため/)).toBeVisible();
    expect(api.sent).toMatchObject([{ body: { prices: [], showPrices: false } }]);
  });

  it("are shown to organization admins on demand", async () => {
    const { record } = await openPrices({ prices: [price], version: 1 });
    const shown = { ...record, showPrices: true, version: 2 };
    api.answer(SET, () => shown);
    api.answer(READ, () => shown);
    await press("表示する");
    expect(await screen.findByText("組織管理者に金額を表示しています。")).toBeVisible();
    expect(api.sent).toMatchObject([{ body: { prices: [price], showPrices: true } }]);
  });
});
