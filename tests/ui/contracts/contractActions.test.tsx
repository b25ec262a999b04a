import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { conflict, staleVersion } from "../../../server/problem.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { aContract } from "../../support/records.ts";
import { expectConsoleErrors } from "./expectConsoleErrors.ts";
import { action, fieldOf, openDetail, unused } from "./openDetail.ts";

const api = apiDouble("admin");

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T03:00:00Z") });
});

describe("terminating a contract", () => {
  async function openDialog(contract = aContract()) {
    await openDetail(contract);
    await userEvent.click(action("解約する"));
    const dialog = await screen.findByRole("dialog", { name: "契約の解約" });
    return { dialog: within(dialog) };
  }

  it("proposes today, asks for the reason, and shows the termination", async () => {
    const contract = aContract();
    const terminated = {
      ...contract,
      terminationDate: "2026-11-21",
      terminationReason: "事業終了のため",
    };
    const { dialog } = await openDialog(contract);
    expect(dialog.getByText("解約日の翌日から文字起こしを利用できなくなります。")).toBeVisible();
    expect(dialog.getByLabelText(/^解約日/)).toHaveValue("2026-11-21");
    await userEvent.click(dialog.getByRole("button", { name: "解約する" }));
    expect(await dialog.findByText("理由を入力してください。")).toBeVisible();
    expect(api.calls("POST /contracts/{id}/terminate")).toHaveLength(0);

    api.answer("POST /contracts/{id}/terminate", () => terminated);
    api.answer("GET /contracts/{id}", () => terminated);
    await userEvent.type(dialog.getByRole("textbox", { name: "解約理由" }), "事業終了のため");
    await userEvent.click(dialog.getByRole("button", { name: "解約する" }));
    expect(await screen.findByText("2026年11月21日での解約を登録しました。")).toBeVisible();
    expect(api.calls("POST /contracts/{id}/terminate")[0]?.body).toEqual({
      terminationDate: "2026-11-21",
      reason: "事業終了のため",
    });
    await waitFor(() => expect(fieldOf("解約理由")).toBe("事業終了のため"));
    expect(action("解約を取り消す")).toBeEnabled();
    expect(
      screen.getByText("2026年11月21日に解約されます。翌日から文字起こしを利用できなくなります。"),
    ).toBeVisible();
  });

  it("starts from what the page shows: a contract changed meanwhile is shown first", async () => {
    expectConsoleErrors();
    const contract = aContract({ version: 4 });
    const { dialog } = await openDialog(contract);
    const changed = { ...contract, version: 5, adminName: "交代 太郎" };
    const stale =
      "他の利用者が先に更新したため、保存できませんでした。最新の内容を確認してください。";
    api.answer("POST /contracts/{id}/terminate", ({ headers }) =>
      headers.get("If-Match") === '"5"'
        ? { ...changed, terminationDate: "2026-11-21" }
        : staleVersion(changed),
    );
    api.answer("GET /contracts/{id}", () => changed);
    await userEvent.type(dialog.getByRole("textbox", { name: "解約理由" }), "事業終了のため");
    await userEvent.click(dialog.getByRole("button", { name: "解約する" }));
    expect(await dialog.findByText(stale)).toBeVisible();
    await waitFor(() => expect(fieldOf("管理者名")).toBe("交代 太郎"));
    await userEvent.click(dialog.getByRole("button", { name: "解約する" }));
    expect(await screen.findByText("2026年11月21日での解約を登録しました。")).toBeVisible();
    expect(api.calls("POST /contracts/{id}/terminate").map(({ body }) => body)).toEqual([
      { terminationDate: "2026-11-21", reason: "事業終了のため" },
      { terminationDate: "2026-11-21", reason: "事業終了のため" },
    ]);
  });

  it("names who changed the contract meanwhile, and when", async () => {
    expectConsoleErrors();
    const contract = aContract();
    const { dialog } = await openDialog(contract);
    const changedBy = { name: "山本 直樹", at: "2026-11-20T01:15:30.000Z" };
    api.refuse("POST /contracts/{id}/terminate", staleVersion(contract, changedBy));
    await userEvent.type(dialog.getByRole("textbox", { name: "解約理由" }), "事業終了のため");
    await userEvent.click(dialog.getByRole("button", { name: "解約する" }));
    expect(
      await dialog.findByText(/。山本 直樹さんが2026\/11\/20 10:15に更新しました。$/),
    ).toBeVisible();
  });

  it("proposes the first day of a contract that has not begun", async () => {
    const upcoming = {
      status: "UPCOMING",
      startDate: "2027-04-01",
      endDate: "2028-03-31",
    } as const;
    const { dialog } = await openDialog(aContract({ ...unused, ...upcoming }));
    expect(dialog.getByLabelText(/^解約日/)).toHaveValue("2027-04-01");
  });

  it.each([
    ["the first day", "2026-04-01"],
    ["the last day", "2027-03-31"],
  ])("takes %s of the period", async (_, day) => {
    const contract = aContract();
    const { dialog } = await openDialog(contract);
    api.answer("POST /contracts/{id}/terminate", () => ({
      ...contract,
      terminationDate: day,
      terminationReason: "理由",
    }));
    await userEvent.clear(dialog.getByLabelText(/^解約日/));
    await userEvent.type(dialog.getByLabelText(/^解約日/), day);
    await userEvent.type(dialog.getByRole("textbox", { name: "解約理由" }), "理由");
    await userEvent.click(dialog.getByRole("button", { name: "解約する" }));
    expect(await screen.findByText(/での解約を登録しました。$/)).toBeVisible();
    expect(api.calls("POST /contracts/{id}/terminate")).toMatchObject([
      { body: { terminationDate: day } },
    ]);
  });

  it.each([
    ["before", "2026-03-31"],
    ["after", "2027-04-01"],
  ])("refuses the day %s the period", async (_, day) => {
    const { dialog } = await openDialog();
    await userEvent.clear(dialog.getByLabelText(/^解約日/));
    await userEvent.type(dialog.getByLabelText(/^解約日/), day);
    await userEvent.type(dialog.getByRole("textbox", { name: "解約理由" }), "理由");
    await userEvent.click(dialog.getByRole("button", { name: "解約する" }));
    expect(await dialog.findByText("解約日は契約期間内の日付を入力してください。")).toBeVisible();
    expect(api.calls("POST /contracts/{id}/terminate")).toHaveLength(0);
  });

  it("keeps the dialog and its input when it fails", async () => {
    expectConsoleErrors();
    const { dialog } = await openDialog();
    api.cutOff("POST /contracts/{id}/terminate");
    await userEvent.type(dialog.getByRole("textbox", { name: "解約理由" }), "理由");
    await userEvent.click(dialog.getByRole("button", { name: "解約する" }));
    expect(
      await dialog.findByText("ネットワークエラーが発生しました。通信環境をご確認ください。"),
    ).toBeVisible();
    expect(dialog.getByRole("textbox", { name: "解約理由" })).toHaveValue("理由");
  });

  it("is disabled with its reason when the contract is over", async () => {
    await openDetail(aContract({ status: "EXPIRED", endDate: "2026-10-31" }));
    expect(action("解約する")).toHaveAttribute("aria-disabled", "true");
    expect(action("解約する")).toHaveAccessibleDescription(
      "契約期間が終了しているため、解約できません。",
    );
    action("解約する").focus();
    expect(action("解約する")).toHaveFocus();
    await userEvent.click(action("解約する"));
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("taking a termination back", () => {
  const terminated = aContract({
    status: "TERMINATED",
    terminationDate: "2026-10-31",
    terminationReason: "誤り",
  });

  it("gives the contract its period back", async () => {
    await openDetail(terminated);
    const reinstated = { ...terminated, terminationDate: null, terminationReason: null };
    api.answer("POST /contracts/{id}/reinstate", () => reinstated);
    api.answer("GET /contracts/{id}", () => reinstated);
    await userEvent.click(action("解約を取り消す"));
    const dialog = within(await screen.findByRole("dialog", { name: "解約の取り消し" }));
    await userEvent.click(dialog.getByRole("button", { name: "解約を取り消す" }));
    expect(await screen.findByText("解約を取り消しました。")).toBeVisible();
    await waitFor(() => expect(screen.queryByText("解約理由")).toBeNull());
    expect(api.calls("POST /contracts/{id}/reinstate")).toHaveLength(1);
  });

  it("names the contract that began meanwhile", async () => {
    expectConsoleErrors();
    await openDetail(terminated);
    api.refuse(
      "POST /contracts/{id}/reinstate",
      conflict("PERIOD_OVERLAPS", {
        extra: {
          conflicts: [{ contractId: 2, startDate: "2026-11-01", endDate: "2027-10-31" }],
        },
      }),
    );
    await userEvent.click(action("解約を取り消す"));
    const dialog = within(await screen.findByRole("dialog"));
    await userEvent.click(dialog.getByRole("button", { name: "解約を取り消す" }));
    expect(await dialog.findByText("契約期間が重複しています。")).toBeVisible();
    expect(dialog.getByRole("link", { name: /2026\/11\/01〜2027\/10\/31/ })).toHaveAttribute(
      "href",
      "/admin/contracts/2/show",
    );
  });
});

describe("deleting a contract", () => {
  async function openDialog() {
    await openDetail(aContract(unused));
    await userEvent.click(action("削除する"));
    const dialog = within(await screen.findByRole("alertdialog", { name: "契約の削除" }));
    return { dialog };
  }

  it("asks first, naming the contract, then leads back to the list", async () => {
    const { dialog } = await openDialog();
    expect(dialog.getByText("以下の契約を削除しますか？ この操作は元に戻せません。")).toBeVisible();
    expect(dialog.getByText("2026/04/01〜2027/03/31")).toBeVisible();
    api.answer("DELETE /contracts/{id}", () => aContract(unused));
    await userEvent.click(dialog.getByRole("button", { name: "削除する" }));
    expect(await screen.findByText("契約を削除しました。")).toBeVisible();
    expect(await screen.findByRole("heading", { level: 1, name: "契約" })).toBeVisible();
    expect(api.calls("DELETE /contracts/{id}")[0]?.headers.get("If-Match")).toBe('"1"');
  });

  it("does nothing on キャンセル", async () => {
    const { dialog } = await openDialog();
    await userEvent.click(dialog.getByRole("button", { name: "キャンセル" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(api.calls("DELETE /contracts/{id}")).toHaveLength(0);
  });

  it("says that it failed", async () => {
    expectConsoleErrors();
    const { dialog } = await openDialog();
    api.refuse("DELETE /contracts/{id}", conflict("CONTRACT_HAS_USAGE"));
    await userEvent.click(dialog.getByRole("button", { name: "削除する" }));
    expect(
      await dialog.findByText(/^契約削除に失敗しました。利用実績のある契約は削除できません。/),
    ).toBeVisible();
  });

  const expired = aContract({ status: "EXPIRED", endDate: "2026-10-31" });

  it("is offered for an expired contract that was never used, as for any other", async () => {
    await openDetail({ ...expired, ...unused });
    expect(action("削除する")).not.toHaveAttribute("aria-disabled", "true");
    await userEvent.click(action("削除する"));
    const dialog = within(await screen.findByRole("alertdialog", { name: "契約の削除" }));
    expect(dialog.getByText("2026/04/01〜2026/10/31")).toBeVisible();
  });

  it("is not offered for an expired contract that was used", async () => {
    await openDetail(expired);
    expect(action("削除する")).toHaveAttribute("aria-disabled", "true");
    expect(action("削除する")).toHaveAccessibleDescription("利用実績があるため、削除できません。");
    await userEvent.click(action("削除する"));
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  it("is disabled with its reason when anything was used", async () => {
    await openDetail(aContract());
    expect(action("削除する")).toHaveAttribute("aria-disabled", "true");
    expect(action("削除する")).toHaveAccessibleDescription(
      "利用実績があるため、削除できません。契約を終えるには、解約してください。",
    );
  });
});
