import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { WorkspaceUsage } from "../../../domain/usage/schemas.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { csvFile } from "../../support/doubleAnswer.ts";
import { aContract, noForecast } from "../../support/records.ts";
import { contractsAre } from "./contractRecords.ts";
import { openAdmin } from "./openAdmin.tsx";

const api = apiDouble("admin");

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T03:00:00Z") });
});

const used = (workspaceId: number | null, workspaceName: string | null, count: number) =>
  ({
    workspaceId,
    workspaceName,
    transcriptCount: count,
    transcriptMinutes: count * 10,
  }) satisfies WorkspaceUsage;

const october = [used(1, "営業部", 30), used(2, "開発部", 20), used(9, null, 5)];
const november = [used(1, "営業部", 40), used(null, null, 3)];
const adjusted = { transcriptCount: -13, transcriptMinutes: -130, seconds: -7_800 };

const sumOf = (of: WorkspaceUsage[], figure: "transcriptCount" | "transcriptMinutes") =>
  of.reduce((sum, each) => sum + each[figure], 0);

async function openUsage(contract = aContract(), inOctober = october, change = adjusted) {
  contractsAre([contract]);
  api.answer("GET /contracts/{id}/usage", ({ query: { by, split, cumulative } }) => ({
    by,
    ...noForecast,
    points: [
      { period: "2026-10", workspaces: inOctober, upTo: { count: 55, minutes: 549 } },
      { period: "2026-11", workspaces: november, change, upTo: { count: 85, minutes: 845 } },
    ].map(({ period, workspaces, change, upTo }) => ({
      period: by === "day" ? `${period}-20` : period,
      transcriptCount: sumOf(workspaces, "transcriptCount") + (change?.transcriptCount ?? 0),
      transcriptMinutes: sumOf(workspaces, "transcriptMinutes") + (change?.transcriptMinutes ?? 0),
      ...(change ? { adjusted: change } : {}),
      ...(split ? { workspaces } : {}),
      ...(cumulative
        ? {
            cumulative: {
              transcriptCount: upTo.count,
              transcriptMinutes: upTo.minutes,
              seconds: upTo.minutes * 60,
            },
          }
        : {}),
    })),
  }));
  openAdmin(`/contracts/${contract.contractId}/show`);
  const section = within(await screen.findByRole("region", { name: "利用の推移" }));
  await section.findByRole("img");
  return {
    section,
    choose: (view: string) =>
      userEvent.selectOptions(section.getByRole("combobox", { name: "集計方法" }), view),
    measure: (name: string) => userEvent.click(section.getByRole("radio", { name })),
    adjustedIn: (kind: string) =>
      section.getByRole("img").querySelectorAll(`[data-adjusted="${kind}"]`).length,
    rows: async () => {
      await userEvent.click(section.getByText("数値を表で見る"));
      return section
        .getAllByRole("row")
        .map((row) => [...row.children].map(({ textContent }) => textContent));
    },
  };
}

describe("the use over time", () => {
  it("tells adjustments apart: in the bars, their legend, what is pointed at, and the table", async () => {
    const { section, adjustedIn, rows } = await openUsage();
    expect(adjustedIn("taken")).toBe(1);
    expect(section.getByRole("listitem")).toHaveTextContent("調整で減算");
    section.getByRole("img").focus();
    await userEvent.keyboard("{End}{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}");
    expect(
      section.getByText("2026年11月：30件・5時間（うち調整 -13件・-2時間10分）"),
    ).toBeVisible();
    const shown = await rows();
    expect(shown[0]).toEqual(["年月", "文字起こし件数", "文字起こし時間", "うち調整"]);
    expect(shown).toContainEqual(["2026年10月", "55件", "9時間10分", ""]);
    expect(shown).toContainEqual(["2026年11月", "30件", "5時間", "-13件・-2時間10分"]);
  });

  it("hatches what adjustments added", async () => {
    const { section, adjustedIn } = await openUsage(aContract(), october, {
      transcriptCount: 4,
      transcriptMinutes: 0,
      seconds: 0,
    });
    expect(adjustedIn("added")).toBe(1);
    expect(section.getByRole("listitem")).toHaveTextContent("調整で加算");
  });

  it("by workspace stacks them, and has a table of each", async () => {
    const { section, choose, measure, adjustedIn, rows } = await openUsage();
    await choose("月別（ワークスペース別）");
    const chart = await section.findByRole("img", {
      name: "ワークスペース別の件数の推移（月別、2026年4月〜2027年3月）",
    });
    const names = ["営業部", "開発部", "削除されたワークスペース", "ワークスペースなし"];
    expect(section.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "調整で減算",
      ...names,
    ]);
    expect(chart).toBeVisible();
    expect(adjustedIn("taken")).toBe(1);

    const shown = await rows();
    expect(shown[0]).toEqual(["年月", "合計", ...names, "調整"]);
    expect(shown).toContainEqual(["2026年10月", "55件", "30件", "20件", "5件", "0件", "0件"]);
    expect(shown).toContainEqual(["2026年11月", "30件", "40件", "0件", "0件", "3件", "-13件"]);
    await measure("時間");
    expect(
      section.getByRole("row", { name: "2026年11月 5時間 6時間40分 0分 0分 30分 -2時間10分" }),
    ).toBeVisible();
  });

  it("gives the workspaces beyond five one colour, but each its column", async () => {
    const many = Array.from({ length: 8 }, (_, n) => used(n + 1, `部署${n + 1}`, 80 - n));
    const { section, choose, rows } = await openUsage(aContract(), many);
    await choose("月別（ワークスペース別）");
    await section.findByText("その他のワークスペース");
    expect(section.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "調整で減算",
      "営業部",
      "部署2",
      "部署3",
      "部署4",
      "部署5",
      "その他のワークスペース",
    ]);
    expect((await rows())[0]).toHaveLength(2 + 9 + 1);
  });

  it("adds up to the cap, in figures of the server", async () => {
    const { section, choose, measure, adjustedIn, rows } = await openUsage();
    await choose("累計");
    expect(
      await section.findByRole("img", { name: "件数の累計と上限（2026年4月〜2027年3月）" }),
    ).toBeVisible();
    expect(section.getByText("2026/11/21まで：85/1,000件（8%）")).toBeVisible();
    for (const line of ["上限", "上限まで均等に利用した場合", "調整した日"]) {
      expect(section.getByText(line)).toBeVisible();
    }
    expect(adjustedIn("day")).toBe(1);
    expect((await rows()).slice(1)).toEqual([
      ["2026/10/20", "55件", "9時間9分", ""],
      ["2026/11/20", "85件", "14時間5分", "-13件・-2時間10分"],
    ]);
    await measure("時間");
    expect(await section.findByText("2026/11/21まで：14時間5分/20時間（70%）")).toBeVisible();
  });

  it("compares the sum of today with the line of today", async () => {
    const { section, choose } = await openUsage();
    await choose("累計");
    const chart = await section.findByRole("img", { name: /累計と上限/ });
    const paths = [...chart.querySelectorAll("path")].map((path) => path.getAttribute("d"));
    const last = paths
      .find((d) => d && !d.endsWith("Z"))
      ?.split("L")
      .at(-1);
    // 2026-11-21 is day 235 of 365.
    expect(Number(last?.split(" ")[0])).toBeCloseTo((235 / 365) * 100);
  });

  it("has neither cap nor straight line without a cap", async () => {
    const { section, choose } = await openUsage(aContract({ maxTranscriptCount: null }));
    await choose("累計");
    expect(await section.findByText("2026/11/21まで：85件")).toBeVisible();
    expect(section.queryByText("上限")).toBeNull();
  });

  it("is shown although adjustments took everything back", async () => {
    const { section } = await openUsage(
      aContract({ usedTranscriptCount: 0, usedTranscriptMinutes: 0 }),
    );
    expect(section.getByRole("option", { name: "累計" })).toBeInTheDocument();
  });

  it("downloads what it shows as a file", async () => {
    URL.createObjectURL = vi.fn(() => "blob:csv");
    URL.revokeObjectURL = vi.fn();
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
    const { section, choose } = await openUsage();
    await choose("日別（ワークスペース別）");
    await section.findByRole("img", { name: /^ワークスペース別の件数の推移（日別/ });
    api.answer("GET /contracts/{id}/usage/export", () => csvFile("日別の利用.csv", ["a", "b"]));
    await userEvent.click(section.getByRole("button", { name: "CSVをダウンロード" }));
    expect(await screen.findByText("2件をダウンロードしました。")).toBeVisible();
    expect(api.calls("GET /contracts/{id}/usage/export").map(({ query }) => query)).toEqual([
      { by: "day", split: "workspace" },
    ]);
  });
});
