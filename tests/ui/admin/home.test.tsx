import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { addDays } from "../../../domain/text/dates.ts";
import type { WorkItem, WorkPlaceRecord } from "../../../domain/worklist/schemas.ts";
import { unavailable } from "../../../server/problem.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { paged } from "../../support/doubleAnswer.ts";
import { openStream } from "../../support/doubleStream.ts";
import { aUser } from "../../support/records.ts";
import { openAdminArea } from "../areas/openArea.tsx";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";

const NOW = new Date("2026-11-22T12:00:00+09:00");

const TODO = "対応が必要なこと";
const TREND = "全契約の利用の推移";

const api = apiDouble("admin");
api.answer("GET /me", () => ({
  userName: "管理 太郎",
  email: "sysadmin@example.com",
  isSystemAdmin: true,
}));

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  api.answer("GET /alerts", paged([]));
  worklistIs([]);
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

/** What is to do at these places; the API answers the asked page of them. */
function worklistIs(places: readonly WorkPlaceRecord[], isComplete = true) {
  api.answer("GET /worklist", ({ query: { page, size } }) => ({
    places: places.slice(page * size, (page + 1) * size),
    page,
    size,
    total: places.length,
    isComplete,
  }));
}

function work(given: Partial<WorkItem> = {}): WorkItem {
  return {
    kind: "ENDING_7",
    label: "契約終了まで3日",
    message: "契約終了まで3日です。次期契約が登録されていません。",
    contractId: 7,
    invited: [],
    invitedCount: 0,
    ...given,
  };
}

function aWorkspace(given: Partial<WorkPlaceRecord> = {}): WorkPlaceRecord {
  return {
    organizationId: 1,
    organizationName: "デモ株式会社",
    webhookId: null,
    work: [work()],
    ...given,
  };
}

const invited = (...names: string[]) =>
  work({
    kind: "INVITATION",
    label: "招待から10日",
    message: `${names[0]}さんが招待を受け付けていません。`,
    contractId: null,
    invited: names.map((userName, n) => ({
      userId: `u${n}`,
      userName,
      email: `u${n}@example.com`,
    })),
    invitedCount: names.length,
  });

async function block(name: string) {
  const heading = await screen.findByRole("heading", { level: 2, name });
  return within(heading.closest("section") ?? document.body);
}

async function open() {
  openAdminArea("/admin");
  await screen.findByRole("heading", { level: 1, name: "ホーム" });
}

describe("the system admin's home", () => {
  it("says that there is nothing to do", async () => {
    await open();
    const { findByText, queryByRole, getByText } = await block(TODO);
    expect(await findByText("対応が必要なことはありません。")).toBeVisible();
    expect(getByText("0件")).toBeVisible();
    expect(queryByRole("link")).toBeNull();
  });

  it("shows each organization once, with all reasons and the most urgent step", async () => {
    const over = { kind: "CAP_100", label: "上限超過", contractId: 8 } as const;
    worklistIs([
      aWorkspace({ work: [work(over), work({ label: "契約終了まで12日" }), invited("招待 花子")] }),
      aWorkspace({ organizationId: 2, organizationName: "サンプル商事" }),
    ]);
    await open();
    const { findAllByRole, getByText, getByRole } = await block(TODO);
    const links = await findAllByRole("link");
    expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["デモ株式会社", "/admin/organizations/1/show"],
      ["上限を変更", "/admin/contracts/8"],
      ["サンプル商事", "/admin/organizations/2/show"],
      ["次期契約を作成", "/admin/contracts/create?renew=7"],
      ["アラートをすべて見る", expect.stringContaining("/admin/alerts?")],
      ["招待中の利用者を古い順に見る", expect.stringContaining("/admin/users?")],
    ]);
    expect(getByText("2件")).toBeVisible();
    for (const chip of ["上限超過", "契約終了まで12日", "招待から10日"])
      expect(getByText(chip)).toBeVisible();
    expect(getByRole("link", { name: "上限を変更（デモ株式会社）" })).toBeVisible();
  });

  it("leads to a receiver, and to the invitations where there are several", async () => {
    const paused = work({ kind: "WEBHOOK_PAUSED", label: "Webhookの一時停止", contractId: null });
    const nobody = { organizationId: null, organizationName: null };
    worklistIs([
      aWorkspace({ ...nobody, webhookId: 5, work: [paused] }),
      aWorkspace({ ...nobody, work: [invited("管理 一郎", "管理 二郎")] }),
    ]);
    await open();
    const { findByRole, getByText, getByRole } = await block(TODO);
    expect(await findByRole("link", { name: "Webhook" })).toHaveAttribute(
      "href",
      "/admin/webhooks/5/show",
    );
    expect(getByText("システム管理者")).toBeVisible();
    expect(getByRole("link", { name: /^招待中の利用者を見る/ })).toHaveAttribute(
      "href",
      expect.stringContaining(encodeURIComponent('{"status":"INVITED"}')),
    );
  });

  it("sends an invitation again at a press", async () => {
    worklistIs([aWorkspace({ work: [invited("招待 花子")] })]);
    api.answer("POST /users/{id}/invitation", () => undefined);
    api.answer("GET /users/{id}", () => aUser({ userId: "u0", email: "u0@example.com" }));
    await open();
    const { findByRole } = await block(TODO);
    await userEvent.click(await findByRole("button", { name: "招待メールを再送（招待 花子）" }));
    expect(await screen.findByText(/u0@example.com/)).toBeVisible();
    expect(api.sent).toMatchObject([{ method: "POST", path: "/users/u0/invitation" }]);
  });

  it("turns the pages, and says where there is more than it holds", async () => {
    const places = Array.from({ length: 10 }, (_, n) =>
      aWorkspace({ organizationId: n + 1, organizationName: `組織${n + 1}` }),
    );
    worklistIs(places, false);
    await open();
    const { findByRole, getByRole, getByText } = await block(TODO);
    expect(await findByRole("link", { name: "組織8" })).toBeVisible();
    expect(getByText("10件以上")).toBeVisible();
    await userEvent.click(getByRole("button", { name: "次へ" }));
    expect(await findByRole("link", { name: "組織10" })).toBeVisible();
  });

  it("says that it could not be read, and reads it again", async () => {
    expectConsoleErrors();
    api.refuse("GET /worklist", unavailable());
    await open();
    const { findByRole, findByText } = await block(TODO);
    expect(await findByRole("alert")).toBeVisible();
    worklistIs([]);
    (await findByRole("button", { name: "再読み込み" })).click();
    expect(await findByText("対応が必要なことはありません。")).toBeVisible();
  });

  it("follows the alerts", async () => {
    const stream = openStream(api);
    await open();
    const { findByText, findByRole } = await block(TODO);
    expect(await findByText("対応が必要なことはありません。")).toBeVisible();
    await vi.waitUntil(stream.isHeard);
    worklistIs([aWorkspace()]);
    stream.tell("resource/alerts", "created");
    expect(await findByRole("link", { name: "デモ株式会社" }, { timeout: 3_000 })).toBeVisible();
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
