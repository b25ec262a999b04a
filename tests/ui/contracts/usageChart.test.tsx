import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import type { UsageSeries } from "../../../domain/usage/schemas.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { aContract } from "../../support/records.ts";
import { contractsAre } from "./contractRecords.ts";
import { openAdmin } from "./openAdmin.tsx";

const api = apiDouble("admin");

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T03:00:00Z") });
});

async function openChart(forecast: NonNullable<UsageSeries["forecast"]>) {
  contractsAre([aContract()]);
  const used = (transcriptCount: number) => ({ transcriptCount, transcriptMinutes: 60 });
  api.answer("GET /contracts/{id}/usage", ({ query: { by } }) => ({
    by,
    points: [
      { period: "2026-10", ...used(20), cumulative: { ...used(20), seconds: 3_600 } },
      { period: "2026-11", ...used(30), cumulative: { ...used(50), seconds: 7_200 } },
    ].map((point) => (by === "day" ? { ...point, period: `${point.period}-21` } : point)),
    forecast,
    noForecast: null,
  }));
  openAdmin("/contracts/1/show");
  const section = within(await screen.findByRole("region", { name: "利用の推移" }));
  await section.findByRole("img");
  return section;
}

const choose = (section: ReturnType<typeof within>, view: string) =>
  userEvent.selectOptions(section.getByRole("combobox", { name: "集計方法" }), view);

const byCount = { reachedOn: "2027-01-15", cap: "COUNT" } as const;

it("tells the values of a chart by the arrow keys", async () => {
  const section = await openChart(byCount);
  section.getByRole("img").focus();
  await userEvent.keyboard("{Home}");
  expect(section.getByText("2026年4月：0件・0分")).toBeVisible();
  await userEvent.keyboard("{End}{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}");
  expect(section.getByText("2026年11月：30件・1時間")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  expect(section.getByText("合計：50件")).toBeVisible();

  await choose(section, "累計");
  (await section.findByRole("img", { name: /累計/ })).focus();
  await userEvent.keyboard("{End}{ArrowLeft}");
  expect(section.getByText("2026/11/20まで：20/1,000件（2%）")).toBeVisible();
});

it("names the cap on its line, and continues the sums to the day on which it is reached", async () => {
  const section = await openChart(byCount);
  await choose(section, "累計");
  const chart = await section.findByRole("img", { name: /累計/ });
  expect(within(chart).getByText("上限 1,000件")).toBeVisible();
  // 2027-01-15 is day 290 of 365.
  const label = within(chart).getByText("2027/01/15ごろ到達");
  expect(Number.parseFloat(label.getAttribute("x") ?? "")).toBeCloseTo((290 / 365) * 100);
  expect(section.getByText("このペースが続く場合")).toBeVisible();
  await userEvent.click(section.getByRole("radio", { name: "時間" }));
  expect(within(chart).queryByText(/到達$/)).toBeNull();
});

it("says the weeks instead where no day is known", async () => {
  const section = await openChart({ ...byCount, weeks: { from: 7, to: 9 } });
  await choose(section, "累計");
  const chart = await section.findByRole("img", { name: /累計/ });
  expect(within(chart).getByText("7〜9週間で到達")).toBeVisible();
});
