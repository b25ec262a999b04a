import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { Contract } from "../../../domain/contracts/schemas.ts";
import { conflict, staleVersion, validationFailed } from "../../../server/problem.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { changed } from "../../support/doubleAnswer.ts";
import { aContract } from "../../support/records.ts";
import { contractsAre } from "./contractRecords.ts";
import { expectConsoleErrors } from "./expectConsoleErrors.ts";
import { openAdmin } from "./openAdmin.tsx";
import { nameOf } from "./openDetail.ts";

const api = apiDouble("admin");
const field = (name: string) => screen.getByRole("textbox", { name });
const save = () => userEvent.click(screen.getByRole("button", { name: "保存" }));
const STALE = "他の利用者が先に更新したため、保存できませんでした。最新の内容を確認してください。";

async function openEdit(contract: Contract) {
  contractsAre([contract]);
  openAdmin(`/contracts/${contract.contractId}`);
  await screen.findByRole("heading", { name: `${nameOf(contract)}の編集` });
  await screen.findByRole("textbox", { name: "メモ" });
  return () => api.calls("PATCH /contracts/{id}");
}

function patchIsTaken(contract: Contract) {
  api.answer("PATCH /contracts/{id}", ({ body: { memo = contract.memo, ...changes } }) =>
    changed({ ...contract, memo: memo ?? "" }, changes),
  );
}

describe("editing a contract", () => {
  it("sends only what changed, from the version that was read", async () => {
    const contract = aContract({ version: 4 });
    const patches = await openEdit(contract);
    patchIsTaken(contract);
    await userEvent.clear(field("管理者名"));
    await userEvent.type(field("管理者名"), "﨑山 太郎");
    await save();
    expect(await screen.findByText("変更を保存しました。")).toBeVisible();
    expect(
      await screen.findByRole("heading", { name: "デモ株式会社 2026/04〜2027/03" }),
    ).toBeVisible();
    expect(patches().map(({ body }) => body)).toEqual([{ adminName: "﨑山 太郎" }]);
    expect(patches()[0]?.headers.get("If-Match")).toBe('"4"');
  });

  it("says so when nothing changed, and sends nothing", async () => {
    const patches = await openEdit(aContract());
    await save();
    expect(await screen.findByText("変更はありません。")).toBeVisible();
    expect(patches()).toHaveLength(0);
    expect(
      screen.getByRole("heading", { name: "デモ株式会社 2026/04〜2027/03の編集" }),
    ).toBeVisible();
  });

  it("takes a cap away and sends it as null", async () => {
    const contract = aContract();
    const patches = await openEdit(contract);
    patchIsTaken(contract);
    await userEvent.click(screen.getByRole("checkbox", { name: "件数を無制限にする" }));
    await save();
    await screen.findByText("変更を保存しました。");
    expect(patches()[0]?.body).toEqual({ maxTranscriptCount: null });
  });

  it("says what the caps being typed would have refused, and nothing before", async () => {
    const contract = aContract();
    const months = { from: "2025-04-02", to: "2026-04-01", transcriptCount: 90 };
    await openEdit(contract);
    api.answer("GET /contracts/cap-check", ({ query }) => {
      const refusedCount = Number(query.maxTranscriptCount) < 90 ? 40 : 0;
      return { ...months, refusedCount, firstDate: refusedCount > 0 ? "2026-02-14" : null };
    });
    expect(api.calls("GET /contracts/cap-check")).toHaveLength(0);
    const count = field("文字起こし上限件数");
    await userEvent.clear(count);
    await userEvent.type(count, "50");
    expect(
      await screen.findByText(
        "この上限の場合、過去12か月の利用では40件が受け付けられません（初回 2026年2月14日）。",
      ),
    ).toBeVisible();
    expect(api.calls("GET /contracts/cap-check").at(-1)?.query).toMatchObject({
      organizationId: String(contract.organizationId),
      maxTranscriptCount: "50",
    });
    await userEvent.type(count, "0");
    expect(
      await screen.findByText("この上限の場合、過去12か月の利用はすべて受け付けられます。"),
    ).toBeVisible();
  });

  it("sends null for a memo that was emptied, and shows that there is none", async () => {
    const contract = aContract({ memo: "更新の相談中" });
    const patches = await openEdit(contract);
    patchIsTaken(contract);
    await userEvent.clear(field("メモ"));
    await save();
    await screen.findByText("変更を保存しました。");
    expect(patches()[0]?.body).toEqual({ memo: null });
  });

  it("shows a period that is no whole months by day", async () => {
    await openEdit(aContract({ startDate: "2026-04-10" }));
    expect(screen.getByLabelText(/^契約開始日/)).toHaveValue("2026-04-10");
    expect(screen.queryByLabelText(/^開始月/)).toBeNull();
  });

  it("refuses a cap below what is used at its field", async () => {
    const patches = await openEdit(aContract());
    await userEvent.clear(field("文字起こし上限件数"));
    await userEvent.type(field("文字起こし上限件数"), "100");
    await save();
    expect(await screen.findByText("利用済みの120件以上で入力してください。")).toBeVisible();
    expect(screen.getByText("入力内容に不備があります。")).toBeVisible();
    expect(patches()).toHaveLength(0);
  });

  it("names the contract in the way when the period overlaps", async () => {
    expectConsoleErrors();
    await openEdit(aContract());
    api.refuse(
      "PATCH /contracts/{id}",
      conflict("PERIOD_OVERLAPS", {
        extra: {
          conflicts: [{ contractId: 8, startDate: "2027-04-01", endDate: "2028-03-31" }],
        },
      }),
    );
    fireEvent.change(screen.getByLabelText(/^終了月/), { target: { value: "2027-05" } });
    await save();
    expect(
      await screen.findByText("契約期間が重複しています。", { selector: "[role=alert]" }),
    ).toBeVisible();
    expect(await screen.findByRole("link", { name: /2027\/04\/01〜2028\/03\/31/ })).toBeVisible();
  });

  it("says what the server found wrong at its field", async () => {
    expectConsoleErrors();
    await openEdit(aContract());
    const sentence = "このメールアドレスは他の組織で使用されています。";
    api.refuse("PATCH /contracts/{id}", validationFailed({ adminEmail: sentence }));
    await userEvent.type(field("管理者メールアドレス"), ".jp");
    await save();
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(field("管理者メールアドレス")).toBeInvalid();
  });

  it("says that the contract could not be read, and reads it on demand", async () => {
    expectConsoleErrors();
    contractsAre([aContract()]);
    api.cutOff("GET /contracts/{id}", { once: true });
    openAdmin("/contracts/1");
    expect(
      await screen.findByText("ネットワークエラーが発生しました。通信環境をご確認ください。"),
    ).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "再読み込み" }));
    expect(
      await screen.findByRole("heading", { name: "デモ株式会社 2026/04〜2027/03の編集" }),
    ).toBeVisible();
  });
});

describe("what a status locks", () => {
  it.each([
    ["ACTIVE", "契約開始日", "利用実績があるため、契約開始日は変更できません。"],
    ["EXPIRED", "管理者名", "契約終了後に変更できるのは、契約終了日とメモのみです。"],
    ["TERMINATED", "管理者名", "解約後に変更できるのは、メモのみです。"],
  ] as const)("is disabled in %s, with the reason at %s", async (status, label, reason) => {
    await openEdit(aContract({ status, startDate: "2026-04-10" }));
    const input = screen.getByLabelText(new RegExp(`^${label}(?!（)`));
    expect(input).toBeDisabled();
    expect(input).toHaveAccessibleDescription(reason);
    expect(field("メモ")).toBeEnabled();
  });
});

describe("an edit that another user was faster than", () => {
  const before = aContract({ version: 1, memo: "" });
  const changes = { adminName: "佐藤 次郎", maxTranscriptCount: 2000 };
  const latest = { ...before, ...changes, version: 2, updatedAt: "2026-04-03T00:00:00.000Z" };

  async function saveStale() {
    expectConsoleErrors();
    const patches = await openEdit(before);
    api.refuse("PATCH /contracts/{id}", staleVersion(latest));
    await userEvent.type(field("メモ"), "自分のメモ");
    await userEvent.clear(field("文字起こし上限件数"));
    await userEvent.type(field("文字起こし上限件数"), "1500");
    await save();
    await screen.findByText(STALE);
    return patches;
  }

  it("shows field by field what they changed, and loses no input", async () => {
    await saveStale();
    const table = screen.getByRole("table", { name: "更新された項目" });
    const rows = within(table).getAllByRole("row").slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      "管理者名佐藤 次郎（変更なし）",
      "文字起こし上限件数2,000件1,500件",
    ]);
    expect(field("メモ")).toHaveValue("自分のメモ");
  });

  it("applies the own change to the latest version", async () => {
    const patches = await saveStale();
    patchIsTaken(latest);
    await userEvent.click(screen.getByRole("button", { name: "自分の変更を適用し直す" }));
    await waitFor(() => expect(field("管理者名")).toHaveValue("佐藤 次郎"));
    expect(field("メモ")).toHaveValue("自分のメモ");
    await save();
    expect(await screen.findByText("変更を保存しました。")).toBeVisible();
    expect(patches().at(-1)?.body).toEqual({ maxTranscriptCount: 1500, memo: "自分のメモ" });
    expect(patches().at(-1)?.headers.get("If-Match")).toBe('"2"');
  });

  it("shows the latest content instead of the own", async () => {
    await saveStale();
    await userEvent.click(screen.getByRole("button", { name: "最新の内容を表示" }));
    await waitFor(() => expect(field("管理者名")).toHaveValue("佐藤 次郎"));
    expect(field("メモ")).toHaveValue("");
    expect(field("文字起こし上限件数")).toHaveValue("2,000");
    expect(screen.queryByText(STALE)).toBeNull();
  });
});
