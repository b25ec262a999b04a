import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { LedgerEntry } from "../../../domain/usage/ledger.ts";
import { unavailable } from "../../../server/problem.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { csvFile, paged } from "../../support/doubleAnswer.ts";
import { openStream } from "../../support/doubleStream.ts";
import { aContract, aLedgerEntry, anAdjustment, noForecast } from "../../support/records.ts";
import { contractsAre } from "./contractRecords.ts";
import { expectConsoleErrors } from "./expectConsoleErrors.ts";
import { openAdmin } from "./openAdmin.tsx";

const api = apiDouble("admin");
const LEDGER = "GET /contracts/{id}/ledger";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T03:00:00Z") });
});

const several = Array.from({ length: 25 }, (_, n) =>
  aLedgerEntry({ ledgerId: n + 10, eventId: `event-${n}` }),
);

async function openLedger(entries: readonly LedgerEntry[] = [anAdjustment(), aLedgerEntry()]) {
  contractsAre([aContract()]);
  const used = { transcriptCount: 1, transcriptMinutes: 16 };
  api.answer("GET /contracts/{id}/usage", ({ query: { by, split } }) => ({
    by,
    ...noForecast,
    points: [
      {
        period: by === "day" ? "2026-11-20" : "2026-11",
        ...used,
        ...(split
          ? {
              workspaces: [
                { workspaceId: 1, workspaceName: "営業部", ...used },
                { workspaceId: 9, workspaceName: null, ...used },
                { workspaceId: null, workspaceName: null, ...used },
              ],
            }
          : {}),
      },
    ],
  }));
  api.answer(LEDGER, paged(entries));
  openAdmin("/contracts/1/show");
  const section = within(await screen.findByRole("region", { name: "利用明細" }));
  if (entries.length > 0) await section.findAllByText(/^(event-|重複計上)/);
  return section;
}

const asked = () => api.calls(LEDGER).map(({ query }) => query);

describe("the ledger of a contract", () => {
  it("shows transcripts and adjustments, the latest first", async () => {
    const section = await openLedger();
    const [, ...rows] = section.getAllByRole("row").map(({ textContent }) => textContent);
    expect(rows).toEqual([
      "2026/11/21 12:00調整ワークスペースなし-3件-1時間30分重複計上のため管理 太郎2026/11/21 12:00",
      "2026/11/20 10:15利用営業部1件15分30秒event-12026/11/20 10:16",
    ]);
    expect(asked()).toEqual([{ page: "0", size: "10", sort: "occurredAt,desc" }]);
  });

  it("is filtered by day, workspace and kind, with those workspaces that have use", async () => {
    const section = await openLedger();
    const choices = within(section.getByLabelText("ワークスペース")).getAllByRole("option");
    expect(choices.map(({ textContent }) => textContent)).toEqual([
      "ワークスペース",
      "営業部",
      "削除されたワークスペース",
      "ワークスペースなし",
    ]);
    await userEvent.type(section.getByLabelText("利用日（開始）"), "2026-11-01");
    await userEvent.type(section.getByLabelText("利用日（終了）"), "2026-10-31");
    await userEvent.click(section.getByRole("button", { name: "検索" }));
    expect(await section.findByText("終了日は開始日以降の日付を入力してください。")).toBeVisible();
    expect(asked()).toHaveLength(1);

    await userEvent.clear(section.getByLabelText("利用日（終了）"));
    await userEvent.type(section.getByLabelText("利用日（終了）"), "2026-11-30");
    await userEvent.selectOptions(section.getByLabelText("ワークスペース"), "ワークスペースなし");
    await userEvent.selectOptions(section.getByLabelText("種別"), "調整");
    api.answer(LEDGER, paged([]));
    await userEvent.click(section.getByRole("button", { name: "検索" }));
    const selected = {
      startDate: "2026-11-01",
      endDate: "2026-11-30",
      workspaceId: "0",
      kind: "ADJUSTMENT",
    };
    await waitFor(() => expect(asked().at(-1)).toMatchObject(selected));
    expect(
      await section.findByText("条件に該当する利用明細はありません。別の条件をお試しください。"),
    ).toBeVisible();
  });

  it("downloads what its filters select as a file", async () => {
    URL.createObjectURL = vi.fn(() => "blob:csv");
    URL.revokeObjectURL = vi.fn();
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
    const section = await openLedger();
    await userEvent.selectOptions(section.getByLabelText("種別"), "利用");
    await userEvent.click(section.getByRole("button", { name: "検索" }));
    await waitFor(() => expect(asked()).toHaveLength(2));
    api.answer("GET /contracts/{id}/ledger/export", () => csvFile("利用明細.csv", ["a", "b"]));
    await userEvent.click(section.getByRole("button", { name: "CSVをダウンロード" }));
    expect(await screen.findByText("2件をダウンロードしました。")).toBeVisible();
    expect(api.calls("GET /contracts/{id}/ledger/export")).toMatchObject([
      { query: { sort: "occurredAt,desc", kind: "EVENT" } },
    ]);
  });

  it("keeps its page and filter when another user changes the contract", async () => {
    const { isHeard, tell } = openStream(api);
    const section = await openLedger(several);
    await waitFor(() => expect(isHeard()).toBe(true));
    await userEvent.selectOptions(section.getByLabelText("種別"), "利用");
    await userEvent.click(section.getByRole("button", { name: "検索" }));
    await userEvent.click(await section.findByRole("button", { name: "次へ" }));
    await section.findByText("event-10");

    const changed = several.map((entry) => ({ ...entry, eventId: `${entry.eventId}-neu` }));
    api.answer(LEDGER, paged(changed));
    api.answer("GET /contracts/{id}", () => aContract({ usedTranscriptCount: 140 }));
    const before = asked().length;
    tell("resource/contracts/1", "updated");
    expect(await section.findByText("event-10-neu")).toBeVisible();
    expect(await screen.findByText("140/1,000件")).toBeVisible();
    for (const query of asked().slice(before)) {
      expect(query).toMatchObject({ page: "1", kind: "EVENT" });
    }
    expect(section.getByRole("button", { name: "2ページ目" })).toHaveAttribute(
      "aria-current",
      "page",
    );
    expect(section.getByLabelText("種別")).toHaveValue("EVENT");
  });

  it("says that nothing was used yet, and what went wrong", async () => {
    expectConsoleErrors();
    const section = await openLedger([]);
    expect(await section.findByText("この契約の利用明細はまだありません。")).toBeVisible();
    expect(section.getByRole("button", { name: "CSVをダウンロード" })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    api.refuse(LEDGER, unavailable());
    await userEvent.selectOptions(section.getByLabelText("種別"), "利用");
    await userEvent.click(section.getByRole("button", { name: "検索" }));
    expect(await section.findByText("エラーが発生しました。")).toBeVisible();
    api.answer(LEDGER, paged([aLedgerEntry()]));
    await userEvent.click(section.getByRole("button", { name: "再読み込み" }));
    expect(await section.findByText("event-1")).toBeVisible();
  });
});
