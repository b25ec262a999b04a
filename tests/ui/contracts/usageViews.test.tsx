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
const november = [used(1, "営業部", 40), used(null, null, -10)];

async function openUsage(contract = aContract(), inOctober: WorkspaceUsage[] = october) {
  contractsAre([contract]);
  api.answer("GET /contracts/{id}/usage", ({ query: { by, split, cumulative } }) => ({
    by,
    ...noForecast,
    points: [
      { period: "2026-10", workspaces: inOctober, upTo: { count: 55, minutes: 549 } },
      { period: "2026-11", workspaces: november, upTo: { count: 85, minutes: 845 } },
    ].map(({ period, workspaces, upTo }) => ({
      period: by === "day" ? `${period}-20` : period,
      transcriptCount: workspaces.reduce((sum, each) => sum + each.transcriptCount, 0),
      transcriptMinutes: workspaces.reduce((sum, each) => sum + each.transcriptMinutes, 0),
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
    choose: (name: string) => userEvent.click(section.getByRole("radio", { name })),
    rows: async () => {
      await userEvent.click(section.getByText("数値を表で見る"));
      return section
        .getAllByRole("row")
        .map((row) => [...row.children].map(({ textContent }) => textContent));
    },
  };
}

describe("the use over time", () => {
  it("by workspace stacks them, and has a table of each", async () => {
    const { section, choose, rows } = await openUsage();
    await choose("ワークスペース別");
    const chart = await section.findByRole("img", {
      name: "ワークスペース別の件数の推移（月別、2026年4月〜2027年3月）",
    });
    const names = ["営業部", "開発部", "削除されたワークスペース", "ワークスペースなし"];
    expect(section.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(names);
    // An adjustment takes away below zero.
    const axis = [...chart.querySelectorAll("text")].map(({ textContent }) => textContent);
    expect(axis).toEqual(expect.arrayContaining(["-20件", "0件", "60件"]));

    const shown = await rows();
    expect(shown[0]).toEqual(["年月", "合計", ...names]);
    expect(shown).toContainEqual(["2026年10月", "55件", "30件", "20件", "5件", "0件"]);
    expect(shown).toContainEqual(["2026年11月", "30件", "40件", "0件", "0件", "-10件"]);
    await choose("時間");
    expect(
      section.getByRole("row", { name: "2026年11月 5時間 6時間40分 0分 0分 -1時間40分" }),
    ).toBeVisible();
  });

  it("gives the workspaces beyond five one colour, but each its column", async () => {
    const many = Array.from({ length: 8 }, (_, n) => used(n + 1, `部署${n + 1}`, 80 - n));
    const { section, choose, rows } = await openUsage(aContract(), many);
    await choose("ワークスペース別");
    await section.findByRole("list");
    expect(section.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "営業部",
      "部署2",
      "部署3",
      "部署4",
      "部署5",
      "その他のワークスペース",
    ]);
    expect((await rows())[0]).toHaveLength(2 + 9);
  });

  it("adds up to the cap, by day and month, in figures of the server", async () => {
    const { section, choose, rows } = await openUsage();
    await choose("累計");
    expect(
      await section.findByRole("img", { name: "件数の累計と上限（月別、2026年4月〜2027年3月）" }),
    ).toBeVisible();
    expect(section.getByText("2026年11月まで：85/1,000件（8%）")).toBeVisible();
    for (const line of ["上限", "上限まで均等に利用した場合"]) {
      expect(section.getByText(line)).toBeVisible();
    }
    const shown = await rows();
    expect(shown.slice(-3)).toEqual([
      ["2026年9月", "0件", "0分"],
      ["2026年10月", "55件", "9時間9分"],
      ["2026年11月", "85件", "14時間5分"],
    ]);
    await choose("時間");
    await choose("日別");
    expect(await section.findByText("2026/11/21まで：14時間5分/20時間（70%）")).toBeVisible();
  });

  it.each(["月別", "日別"])("compares the sum of today with the line of today, %s", async (by) => {
    const { section, choose } = await openUsage();
    await choose("累計");
    await choose(by);
    const chart = await section.findByRole("img", { name: new RegExp(`累計と上限（${by}`) });
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
    expect(await section.findByText("2026年11月まで：85件")).toBeVisible();
    expect(section.queryByText("上限")).toBeNull();
  });

  it("is shown although adjustments took everything back", async () => {
    const { section } = await openUsage(
      aContract({ usedTranscriptCount: 0, usedTranscriptMinutes: 0 }),
    );
    expect(section.getByRole("radio", { name: "累計" })).toBeInTheDocument();
  });

  it("downloads what it shows as a file", async () => {
    URL.createObjectURL = vi.fn(() => "blob:csv");
    URL.revokeObjectURL = vi.fn();
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
    const { section, choose } = await openUsage();
    await choose("日別");
    await choose("ワークスペース別");
    await section.findByRole("list");
    api.answer("GET /contracts/{id}/usage/export", () => csvFile("日別の利用.csv", ["a", "b"]));
    await userEvent.click(section.getByRole("button", { name: "CSVをダウンロード" }));
    expect(await screen.findByText("2件をダウンロードしました。")).toBeVisible();
    expect(api.calls("GET /contracts/{id}/usage/export").map(({ query }) => query)).toEqual([
      { by: "day", split: "workspace" },
    ]);
  });
});
