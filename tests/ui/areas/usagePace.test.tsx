import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { unavailable } from "../../../server/problem.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { paged } from "../../support/doubleAnswer.ts";
import { aContract, aProfile, limits, noForecast } from "../../support/records.ts";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { openStaffArea } from "./openArea.tsx";

const api = apiDouble("staff");
api.answer("GET /users/me", () => aProfile({ isOrganizationAdmin: true }));
api.answer("GET /contracts/limits", () =>
  limits({
    remainingCount: 3,
    remainingMinutes: 1_800,
    contract: {
      status: "ACTIVE",
      startDate: "2026-04-01",
      endDate: "2027-03-31",
      caps: { maxTranscriptCount: 120, maxTranscriptMinutes: 3_000 },
    },
  }),
);
api.answer("GET /dictionaries", paged([]));

const running = aContract({
  contractId: 5,
  startDate: "2026-04-01",
  endDate: "2027-03-31",
  maxTranscriptCount: 120,
  usedTranscriptCount: 117,
  maxTranscriptMinutes: 3_000,
  usedTranscriptMinutes: 1_200,
});
const next = aContract({
  contractId: 6,
  status: "UPCOMING",
  startDate: "2027-04-01",
  endDate: "2028-03-31",
});

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-22T12:00:00+09:00"), toFake: ["Date"] });
  api.answer("GET /contracts", paged([next, running]));
  api.answer("GET /contracts/{id}/usage", ({ query: { by } }) => ({
    by,
    points: [],
    ...noForecast,
  }));
  return () => vi.useRealTimers();
});

/** Its code loads first. */
const LATE = { timeout: 10_000 };

async function card() {
  openStaffArea("/");
  return within(await screen.findByRole("region", { name: "利用可能な残量" }));
}

describe("use by workspace on an organization admin's home", () => {
  it("shows the month beside its even share of the caps", async () => {
    const { findByText, getByText } = await card();
    expect(await findByText("目安10件", {}, LATE)).toBeVisible();
    expect(getByText("2026年11月の利用")).toBeVisible();
    expect(getByText("まだ利用がありません。")).toBeVisible();
  });

  it("adds up what each workspace used, with the forecast, by one request", async () => {
    const use = (workspaceId: number, transcriptCount: number) => ({
      workspaceId,
      workspaceName: `部署${workspaceId}`,
      transcriptCount,
      transcriptMinutes: transcriptCount * 5,
    });
    const month = (period: string, ids: readonly number[]) => ({
      period,
      transcriptCount: ids.length,
      transcriptMinutes: ids.length * 5,
      workspaces: ids.map((id) => use(id, id)),
    });
    api.answer("GET /contracts/{id}/usage", ({ query: { by } }) => ({
      by,
      points: [month("2026-10", [1, 2, 3, 4, 5, 6, 7]), month("2026-11", [7, 1])],
      forecast: { reachedOn: "2026-12-18", cap: "COUNT" },
      noForecast: null,
    }));
    const { findByRole, getByText, getAllByRole } = await card();
    expect(await findByRole("table", { name: "ワークスペース別の利用" })).toBeVisible();
    const [, ...rows] = getAllByRole("row");
    expect(rows.map((row) => row.textContent)).toEqual([
      "部署77件 35分14件 1時間10分",
      "部署60件 0分6件 30分",
      "部署50件 0分5件 25分",
      "部署40件 0分4件 20分",
      "部署30件 0分3件 15分",
      "ほか2件のワークスペース1件 5分4件 20分",
    ]);
    const forecast = "このペースでは2026年12月18日ごろ上限に達する見込みです。";
    expect(getByText(forecast)).toBeVisible();
    expect(api.calls("GET /contracts/{id}/usage").map(({ path, query }) => [path, query])).toEqual([
      [expect.stringContaining("/contracts/5/usage"), { by: "month", split: "workspace" }],
    ]);
    expect(api.calls("GET /contracts")).toHaveLength(1);
  });

  it("has no share of the month without caps", async () => {
    const unlimited = { maxTranscriptCount: null, maxTranscriptMinutes: null };
    api.answer("GET /contracts", paged([{ ...running, ...unlimited }]));
    const { findByText, queryByText } = await card();
    expect(await findByText("まだ利用がありません。")).toBeVisible();
    expect(queryByText(/^目安/)).toBeNull();
  });

  it("is missing without a contract that covers today", async () => {
    api.answer("GET /contracts", paged([next]));
    await card();
    await vi.waitUntil(() => api.calls("GET /contracts").length > 0);
    expect(screen.queryByText("2026年11月の利用")).toBeNull();
  });

  it("tells that the use cannot be read, and reads it again", async () => {
    expectConsoleErrors();
    api.refuse("GET /contracts/{id}/usage", unavailable());
    const { findByRole, findByText } = await card();
    expect(await findByRole("alert")).toBeVisible();
    api.answer("GET /contracts/{id}/usage", ({ query: { by } }) => ({
      by,
      points: [],
      ...noForecast,
    }));
    (await findByRole("button", { name: "再読み込み" })).click();
    expect(await findByText("まだ利用がありません。")).toBeVisible();
  });
});
