import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { nextPeriod } from "../../../domain/contracts/renewal.ts";
import type { Contract } from "../../../domain/contracts/schemas.ts";
import { limitReached, ruleBroken } from "../../../server/problem.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { aContract } from "../../support/records.ts";
import { contractsAre } from "./contractRecords.ts";
import { expectConsoleErrors } from "./expectConsoleErrors.ts";
import { openAdmin } from "./openAdmin.tsx";

const api = apiDouble("admin");

const year = { startDate: "2026-04-01", endDate: "2027-03-31" };
const demo = aContract({ contractId: 1, organizationName: "デモ株式会社", ...year, version: 3 });
const sample = aContract({ contractId: 2, organizationName: "サンプル商事", ...year });
const ended = aContract({
  contractId: 3,
  organizationName: "解約商店",
  ...year,
  terminationDate: "2026-12-31",
});
const renewed = aContract({ contractId: 4, organizationName: "更新済工業", ...year });
const RENEWED = "次期契約（2027/04〜2028/03）がすでに登録されています。";

const box = (name: string) => screen.findByRole("checkbox", { name });
const bar = () => screen.findByRole("region", { name: "選択した項目の操作" });
const inBar = async (name: string) => within(await bar()).getByRole("button", { name });
const press = async (name: string) => userEvent.click(await inBar(name));
const dialog = async () => within(await screen.findByRole("alertdialog"));
const linesOf = (list: HTMLElement) =>
  within(list)
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);
const choose = async (...chosen: readonly Contract[]) => {
  for (const { organizationName } of chosen) {
    await userEvent.click(await box(`${organizationName} 2026/04〜2027/03`));
  }
};

/** Contracts that can be renewed, but for those with a reason. */
function manyAre(contracts: readonly Contract[], reasons: Readonly<Record<number, string>> = {}) {
  contractsAre(contracts);
  const byId = new Map(contracts.map((one) => [one.contractId, one]));
  api.answer("POST /contracts/bulk/check", ({ body }) => ({
    contracts: body.contracts.map(({ contractId }) => {
      const contract = byId.get(contractId);
      const reason = reasons[contractId] ?? null;
      return { contractId, reason, ...(contract && reason === null ? nextPeriod(contract) : {}) };
    }),
  }));
  api.answer("POST /contracts/bulk", ({ body }) => ({
    contracts: body.contracts.map(({ contractId }) => {
      const contract = byId.get(contractId) ?? aContract({ contractId });
      return { ...contract, ...nextPeriod(contract), contractId: contractId + 100, version: 1 };
    }),
  }));
}

const sent = () =>
  api.sent.filter(({ path }) => path === "/contracts/bulk").map(({ body }) => body);

describe("many contracts", () => {
  it("are renewed after a question that names their next periods, and given back", async () => {
    manyAre([demo, sample, renewed], { 4: RENEWED });
    openAdmin("/contracts");
    await choose(demo, sample, renewed);
    await press("次期契約を作成");
    const asked = await dialog();
    expect(asked.getByText("以下の2件の契約の次期契約を作成しますか？")).toBeVisible();
    expect(linesOf(asked.getByRole("list", { name: "対象" }))).toEqual([
      "デモ株式会社次期契約：2027/04〜2028/03",
      "サンプル商事次期契約：2027/04〜2028/03",
    ]);
    expect(linesOf(asked.getByRole("list", { name: "次の1件の次期契約は作成しません。" }))).toEqual(
      [`更新済工業 2026/04〜2027/03${RENEWED}`],
    );
    expect(sent()).toEqual([]);
    await userEvent.click(asked.getByRole("button", { name: "次期契約を作成" }));
    expect(await screen.findByText("2件の次期契約を作成しました。")).toBeVisible();
    expect(sent()).toEqual([
      {
        action: "RENEW",
        contracts: [
          { contractId: 1, version: 3 },
          { contractId: 2, version: sample.version },
        ],
      },
    ]);
    await press("元に戻す");
    expect(await screen.findByText("元に戻しました。")).toBeVisible();
    expect(sent()[1]).toEqual({
      action: "DELETE",
      contracts: [
        { contractId: 101, version: 1 },
        { contractId: 102, version: 1 },
      ],
    });
  });

  it("cannot be renewed if they are terminated, which the button says", async () => {
    manyAre([demo, ended]);
    openAdmin("/contracts");
    await choose(ended);
    expect(await inBar("次期契約を作成")).toHaveAccessibleDescription(
      "解約日（2026/12/31）が登録されています。",
    );
    await choose(demo);
    expect(await inBar("次期契約を作成")).not.toHaveAttribute("aria-disabled");
  });

  it("are not renewed if none can be: the question says why", async () => {
    manyAre([renewed], { 4: RENEWED });
    openAdmin("/contracts");
    await choose(renewed);
    await press("次期契約を作成");
    const asked = await dialog();
    expect(
      asked.getByRole("list", { name: "次の1件の次期契約は作成しません。" }),
    ).toHaveTextContent(RENEWED);
    expect(asked.getByRole("button", { name: "次期契約を作成" })).toBeDisabled();
  });

  it("say in the bar why they could not be checked", async () => {
    expectConsoleErrors();
    manyAre([demo]);
    api.refuse("POST /contracts/bulk/check", limitReached("OVERLOADED", "server", 5));
    openAdmin("/contracts");
    await choose(demo);
    await press("次期契約を作成");
    expect(await within(await bar()).findByRole("alert")).toHaveTextContent(/アクセスが集中/);
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  it("name those that were renewed meanwhile, which can be taken out of the choice", async () => {
    expectConsoleErrors();
    manyAre([demo, sample]);
    openAdmin("/contracts");
    await choose(demo, sample);
    await press("次期契約を作成");
    const asked = await dialog();
    api.refuse(
      "POST /contracts/bulk",
      ruleBroken("ROWS_REFUSED", {
        message: "次期契約を作成できない契約が含まれているため、何も作成していません（「…」）。",
        errors: { "contracts.1": RENEWED },
      }),
    );
    await userEvent.click(asked.getByRole("button", { name: "次期契約を作成" }));
    expect(
      await asked.findByRole("list", { name: "次の1件の次期契約は作成できません。" }),
    ).toHaveTextContent(`サンプル商事${RENEWED}`);
    await userEvent.click(asked.getByRole("button", { name: "1件を選択から外す" }));
    expect(await asked.findByText("以下の1件の契約の次期契約を作成しますか？")).toBeVisible();
  });
});
