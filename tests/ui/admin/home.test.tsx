import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { addDays } from "../../../domain/text/dates.ts";
import { unavailable } from "../../../server/problem.ts";
import { userProfile } from "../../../src/providers/signIn/userProfile.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { paged } from "../../support/doubleAnswer.ts";
import { openStream } from "../../support/doubleStream.ts";
import { aContract, aUser } from "../../support/records.ts";
import { anAlert, pausedWebhook } from "../alerts/alertRecords.ts";
import { openAdminArea } from "../areas/openArea.tsx";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";

const NOW = new Date("2026-11-22T12:00:00+09:00");

const TREND = "全契約の利用の推移";

const api = apiDouble("admin");
api.answer("GET /me", () => ({
  userName: "管理 太郎",
  email: "sysadmin@example.com",
  isSystemAdmin: true,
}));

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  userProfile.clear();
  api.answer("GET /alerts", paged([]));
  api.answer("GET /contracts", paged([]));
  api.answer("GET /users", paged([]));
  trendIs([]);
  return () => vi.useRealTimers();
});

/** The last days up to today have these counts of transcripts, the days before none. */
function trendIs(lastCounts: readonly number[]) {
  api.answer("GET /usage", ({ query }) => {
    const days = Number(query.days);
    return {
      days: Array.from({ length: days }, (_, n) => {
        const transcriptCount = lastCounts[n - days + lastCounts.length] ?? 0;
        const date = addDays("2026-11-22", n + 1 - days);
        return { date, transcriptCount, transcriptMinutes: 10 * transcriptCount };
      }),
    };
  });
}

/** The queries of the lists, but not of the bell. */
const asked = (key: "GET /alerts" | "GET /contracts" | "GET /users") =>
  api.calls(key).map(({ query }) => query);

async function block(name: string) {
  const heading = await screen.findByRole("heading", { level: 2, name });
  return within(heading.closest("section") ?? document.body);
}

async function open() {
  openAdminArea("/admin");
  await screen.findByRole("heading", { level: 1, name: "ホーム" });
}

describe("the system admin's home", () => {
  it("leads from an alert about a receiver to its page", async () => {
    api.answer("GET /alerts", ({ query }) =>
      paged("kind" in query ? [] : [pausedWebhook])({ query }),
    );
    await open();
    const alerts = await block("未解決のアラート");
    const page = "/admin/webhooks/5/show";
    expect(await alerts.findByRole("link", { name: "Webhook" })).toHaveAttribute("href", page);
    expect(alerts.getByRole("link", { name: "Webhookを開く" })).toHaveAttribute("href", page);
  });

  it("says of each kind that there is nothing to do", async () => {
    await open();
    for (const [title, none] of [
      ["未解決のアラート", "未解決のアラートはありません。"],
      ["次期契約のない終了間近の契約", "30日以内に終了し、次期契約のない契約はありません。"],
      ["上限に達した契約", "上限に達した契約はありません。"],
      ["7日を過ぎた招待", "7日を過ぎても受け付けられていない招待はありません。"],
    ] as const) {
      const { findByText, queryByRole, getByText } = await block(title);
      expect(await findByText(none)).toBeVisible();
      expect(getByText(/^0[件人]$/)).toBeVisible();
      expect(queryByRole("link")).toBeNull();
    }
  });

  it("shows open alerts with what to do next, and those of contracts that end", async () => {
    const ending = Array.from({ length: 7 }, (_, n) =>
      anAlert({ alertId: n + 1, contractId: n + 1, organizationName: `組織${n + 1}` }),
    );
    api.answer("GET /alerts", paged(ending));
    await open();
    for (const [title, filter, order, all] of [
      ["未解決のアラート", { open: "true" }, "DESC", "アラートをすべて見る"],
      [
        "次期契約のない終了間近の契約",
        { open: "true", kind: "ENDING_30,ENDING_7" },
        "ASC",
        "終了間近の契約をすべて見る",
      ],
    ] as const) {
      const { findAllByRole, getByText, getByRole } = await block(title);
      const [first, ...others] = await findAllByRole("listitem");
      if (!first) throw new Error("five alerts");
      expect(others).toHaveLength(4);
      expect(getByText("7件")).toBeVisible();
      expect(within(first).getByRole("link", { name: "組織1" })).toHaveAttribute(
        "href",
        "/admin/contracts/1/show",
      );
      expect(within(first).getByRole("link", { name: "次期契約を作成" })).toHaveAttribute(
        "href",
        "/admin/contracts/create?renew=1",
      );
      const conditions = new URLSearchParams({
        filter: JSON.stringify(filter),
        sort: "raisedAt",
        order,
      });
      expect(getByRole("link", { name: all })).toHaveAttribute(
        "href",
        `/admin/alerts?${conditions}`,
      );
      expect(asked("GET /alerts")).toContainEqual({
        ...filter,
        page: "0",
        size: "5",
        sort: `raisedAt,${order.toLowerCase()}`,
      });
    }
  });

  it("shows contracts that reached a cap, the fullest first", async () => {
    api.answer(
      "GET /contracts",
      paged([aContract({ contractId: 4, usageState: "EXCEEDED", usedTranscriptCount: 1_020 })]),
    );
    await open();
    const { findByRole, getByText } = await block("上限に達した契約");
    expect(await findByRole("link", { name: "デモ株式会社" })).toHaveAttribute(
      "href",
      "/admin/contracts/4/show",
    );
    expect(getByText("超過")).toBeVisible();
    expect(getByText(/^1,020/)).toBeVisible();
    expect(asked("GET /contracts")).toEqual([
      {
        status: "ACTIVE,EXPIRING",
        usageState: "REACHED,EXCEEDED",
        page: "0",
        size: "5",
        sort: "usage,desc",
      },
    ]);
  });

  it("shows invitations of more than seven days, the oldest first", async () => {
    const invited = aUser({
      userId: "u7",
      userName: "招待 花子",
      status: "INVITED",
      createdAt: "2026-11-10T03:00:00.000Z",
    });
    api.answer("GET /users", paged([invited]));
    await open();
    const { findByRole, getByText, getByRole } = await block("7日を過ぎた招待");
    expect(await findByRole("link", { name: "招待 花子" })).toBeVisible();
    expect(getByText("1人")).toBeVisible();
    expect(getByText("2026/11/10に招待")).toBeVisible();
    expect(asked("GET /users")).toEqual([
      {
        status: "INVITED",
        createdBefore: "2026-11-15",
        page: "0",
        size: "5",
        sort: "createdAt,asc",
      },
    ]);
    const conditions = new URLSearchParams({
      filter: '{"status":"INVITED"}',
      sort: "createdAt",
      order: "ASC",
    });
    expect(getByRole("link", { name: "招待中の利用者を古い順に見る" })).toHaveAttribute(
      "href",
      `/admin/users?${conditions}`,
    );
  });

  it("says which block could not be read, and reads it again", async () => {
    expectConsoleErrors();
    api.refuse("GET /users", unavailable());
    await open();
    const { findByRole } = await block("7日を過ぎた招待");
    expect(await findByRole("alert")).toBeVisible();
    const others = await block("上限に達した契約");
    expect(await others.findByText("上限に達した契約はありません。")).toBeVisible();
    api.answer("GET /users", paged([]));
    (await findByRole("button", { name: "再読み込み" })).click();
    const again = await block("7日を過ぎた招待");
    expect(await again.findByText(/招待はありません。$/)).toBeVisible();
  });

  it("shows the use of all contracts per day, against the four weeks before", async () => {
    trendIs([...Array(28).fill(10), ...Array(27).fill(10), 38, 7]);
    await open();
    const { findByRole, findByText, getByText, getByRole } = await block(TREND);
    expect(
      await findByText(
        "昨日までの28日間の文字起こしは308件で、その前の28日間（280件）より10%多くなっています。",
      ),
    ).toBeVisible();
    expect(getByText("本日（2026/11/22）：7件・1時間10分")).toBeVisible();
    const range = "（日別、2026/09/27〜2026/11/22）";
    const chart = await findByRole("img", { name: `全契約の件数の推移${range}` });
    const labels = [...chart.querySelectorAll("text")].map(({ textContent }) => textContent);
    expect(labels.filter((label) => label?.includes("/"))).toEqual(
      ["9/28", "10/5", "10/12", "10/19", "10/26", "11/2", "11/9", "11/16"], // Mondays
    );
    await userEvent.click(getByText("数値を表で見る"));
    expect(getByRole("row", { name: "2026/11/21 38件 6時間20分" })).toBeVisible();
    await userEvent.click(getByRole("radio", { name: "時間" }));
    expect(getByRole("img", { name: `全契約の時間の推移${range}` })).toBeVisible();
  });

  it("does not call corrections transcripts", async () => {
    trendIs([...Array(28).fill(10), ...Array(27).fill(10), -2, -1]);
    await open();
    const { findByText, getByText } = await block(TREND);
    expect(
      await findByText(
        /^昨日までの28日間の文字起こし（調整を含む）は268件で、その前の28日間（280件）/,
      ),
    ).toBeVisible();
    expect(getByText("本日（2026/11/22）（調整を含む）：-1件・-10分")).toBeVisible();
  });

  it("says that nothing was used, without a chart", async () => {
    await open();
    const { findByText, queryByRole } = await block(TREND);
    expect(await findByText("昨日までの56日間の利用はありません。")).toBeVisible();
    expect(queryByRole("img")).toBeNull();
  });

  it("follows the use of all contracts", async () => {
    const stream = openStream(api);
    trendIs([5, 0]);
    await open();
    const { findByText } = await block(TREND);
    const sentence = (count: number) =>
      `昨日までの28日間の文字起こしは${count}件、その前の28日間は0件です。`;
    expect(await findByText(sentence(5))).toBeVisible();
    await vi.waitUntil(stream.isHeard);
    trendIs([6, 0]);
    stream.tell("resource/contracts", "updated");
    expect(await findByText(sentence(6), {}, { timeout: 3_000 })).toBeVisible();
  });
});
