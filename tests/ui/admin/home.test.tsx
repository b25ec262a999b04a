import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { addDays } from "../../../domain/text/dates.ts";
import type { WorkItem, WorkPlaceRecord } from "../../../domain/worklist/schemas.ts";
import { staleVersion, unavailable } from "../../../server/problem.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { paged } from "../../support/doubleAnswer.ts";
import { openStream } from "../../support/doubleStream.ts";
import { aContract, aUser } from "../../support/records.ts";
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
  api.answer("GET /contracts/summary", () => summary);
  api.answer("GET /users", paged([]));
  worklistIs([]);
  trendIs([]);
  return () => vi.useRealTimers();
});

const summary = {
  total: 40,
  status: { ACTIVE: 26, EXPIRING: 4, UPCOMING: 6, EXPIRED: 3, TERMINATED: 1 },
  usageState: { NORMAL: 23, WARNING: 9, REACHED: 3, EXCEEDED: 5 },
};

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
    use: null,
    invited: [],
    invitedCount: 0,
    ...given,
  };
}

function aPlace(given: Partial<WorkPlaceRecord> = {}): WorkPlaceRecord {
  return {
    organizationId: 1,
    organizationName: "デモ株式会社",
    webhookId: null,
    month: null,
    serviceKeyId: null,
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

const CAP_CHECK = "GET /contracts/cap-check";
const over = work({
  kind: "CAP_100",
  label: "上限超過",
  message: "文字起こし件数が上限に達しました。",
  contractId: 8,
  use: {
    usedTranscriptCount: 102,
    usedTranscriptSeconds: 60,
    maxTranscriptCount: 100,
    maxTranscriptMinutes: 1200,
  },
});

const fullContract = aContract({
  contractId: 8,
  usedTranscriptCount: 102,
  usedTranscriptMinutes: 1,
  maxTranscriptCount: 100,
  version: 4,
});

/** Opens the dialog for the caps of デモ株式会社, which has used 102 of 100 transcripts. */
async function openCaps() {
  const others = [aPlace({ organizationId: 2, organizationName: "サンプル商事" })];
  worklistIs([aPlace({ work: [over] }), ...others]);
  api.answer("GET /contracts/{id}", () => fullContract);
  const months = { from: "2025-11-23", to: "2026-11-22", transcriptCount: 102 };
  api.answer(CAP_CHECK, () => ({ ...months, refusedCount: 0, firstDate: null }));
  await open();
  const { findByRole } = await block(TODO);
  const button = await findByRole("button", { name: "上限を変更（デモ株式会社）" });
  await userEvent.click(button);
  const dialog = within(await screen.findByRole("dialog", { name: "上限の変更" }));
  const count = await dialog.findByRole("textbox", { name: /^文字起こし上限件数/ });
  expect(count).toHaveFocus();
  return {
    dialog,
    button,
    enter: async (text: string) => {
      await userEvent.clear(count);
      await userEvent.type(count, text);
    },
    save: () => userEvent.click(dialog.getByRole("button", { name: "保存" })),
    /** The next answers are without the organization. */
    done: () => worklistIs(others),
  };
}

describe("the four figures", () => {
  it("are those of the lists that they lead to", async () => {
    const oldest = aUser({ status: "INVITED", createdAt: "2026-11-01T20:00:00.000Z" });
    api.answer("GET /users", paged([oldest], 12));
    await open();
    const { findByRole, getAllByRole } = within(await screen.findByRole("list", { name: "概況" }));
    expect(await findByRole("link", { name: "招待中 12人 最も古い招待 2026/11/02" })).toBeVisible();
    const shown = getAllByRole("link").map((link) => {
      const { pathname, searchParams } = new URL(link.getAttribute("href") ?? "", "http://a");
      const filter: unknown = JSON.parse(searchParams.get("filter") ?? "");
      return [link.textContent, pathname, filter];
    });
    const running = "ACTIVE,EXPIRING";
    expect(shown).toEqual([
      ["契約中 26件 開始前 6件", "/admin/contracts", { status: "ACTIVE" }],
      ["期限間近 4件 30日以内に終了", "/admin/contracts", { status: "EXPIRING" }],
      [
        "上限到達・上限超過 8件 上限接近 9件",
        "/admin/contracts",
        { status: running, usageState: "REACHED,EXCEEDED" },
      ],
      ["招待中 12人 最も古い招待 2026/11/02", "/admin/users", { status: "INVITED" }],
    ]);
    const asked = api.calls("GET /contracts/summary").map(({ query }) => query.status);
    expect(new Set(asked)).toEqual(new Set([undefined, running]));
  });

  it("say that they could not be read", async () => {
    expectConsoleErrors();
    api.refuse("GET /contracts/summary", unavailable());
    await open();
    expect(await screen.findByRole("link", { name: /^契約中 –件/ })).toBeVisible();
    api.answer("GET /contracts/summary", () => summary);
    await userEvent.click(await screen.findByRole("button", { name: "再読み込み" }));
    expect(await screen.findByRole("link", { name: /^契約中 26件/ })).toBeVisible();
  });
});

describe("changing caps on the worklist", () => {
  // The code of the dialog loads late; no test waits for the machine.
  beforeAll(() => import("../../../src/resources/contracts/form/CapDialog.tsx"), 120_000);

  it("shows what is used, what caps would have refused, and reads the list again", async () => {
    const { dialog, enter, save, done } = await openCaps();
    expect(dialog.getByText("102/100件")).toBeVisible();
    expect(dialog.getByText("2件超過")).toBeVisible();
    expect(dialog.queryByText(/利用済み/)).toBeNull();
    await enter("120");
    expect(await dialog.findByText(/過去12か月の利用はすべて受け付けられます/)).toBeVisible();
    api.answer("PATCH /contracts/{id}", () => ({ ...fullContract, maxTranscriptCount: 120 }));
    done();
    await save();
    expect(await screen.findByText("変更を保存しました。")).toBeVisible();
    expect(api.sent).toEqual([
      {
        method: "PATCH",
        path: "/contracts/8",
        ifMatch: '"4"',
        body: { maxTranscriptCount: 120 },
      },
    ]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.queryByRole("link", { name: "デモ株式会社" })).toBeNull();
    expect(screen.getByRole("link", { name: "サンプル商事" })).toHaveFocus();
  });

  it("returns to the button of the row, and from there to the next one once it goes", async () => {
    const stream = openStream(api);
    const { dialog, button, done } = await openCaps();
    await userEvent.click(dialog.getByRole("button", { name: "キャンセル" }));
    await waitFor(() => expect(button).toHaveFocus());
    expect(api.sent).toEqual([]);
    await vi.waitUntil(stream.isHeard);
    done();
    stream.tell("resource/alerts", "updated");
    const next = screen.getByRole("link", { name: "サンプル商事" });
    await waitFor(() => expect(next).toHaveFocus(), { timeout: 3_000 });
  });

  it("does not overwrite the change of another user", async () => {
    expectConsoleErrors();
    const { dialog, enter, save } = await openCaps();
    const latest = { ...fullContract, maxTranscriptCount: 110, version: 5 };
    api.refuse("PATCH /contracts/{id}", staleVersion(latest));
    api.answer("GET /contracts/{id}", () => latest);
    await enter("120");
    await save();
    expect(
      await dialog.findByText(/他の利用者が先に更新したため、保存できませんでした/),
    ).toBeVisible();
    expect(await dialog.findByText("102/110件")).toBeVisible();
    api.answer("PATCH /contracts/{id}", () => ({ ...latest, maxTranscriptCount: 120 }));
    await save();
    expect(await screen.findByText("変更を保存しました。")).toBeVisible();
    expect(api.sent.map(({ ifMatch }) => ifMatch)).toEqual(['"4"', '"5"']);
  });

  it("refuses an empty cap at its field, and sends nothing", async () => {
    const { dialog, enter, save } = await openCaps();
    await enter(" ");
    await save();
    expect(await dialog.findByText("文字起こし上限件数を入力してください。")).toBeVisible();
    expect(api.sent).toEqual([]);
  });
});

describe("the system admin's home", () => {
  it("says that there is nothing to do", async () => {
    await open();
    const { findByText, queryByRole } = await block(TODO);
    expect(await findByText("対応が必要なことはありません。")).toBeVisible();
    expect(queryByRole("link")).toBeNull();
  });

  it("shows each organization once, with all reasons and the most urgent step", async () => {
    worklistIs([
      aPlace({ work: [over, work({ label: "契約終了まで12日" }), invited("招待 花子")] }),
      aPlace({ organizationId: 2, organizationName: "サンプル商事" }),
    ]);
    await open();
    const { findAllByRole, getByText, getByRole } = await block(TODO);
    const links = await findAllByRole("link");
    expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["デモ株式会社", "/admin/organizations/1/show"],
      ["サンプル商事", "/admin/organizations/2/show"],
      ["次期契約を作成", "/admin/contracts/create?renew=7"],
      ["アラートをすべて見る", expect.stringContaining("/admin/alerts?")],
      ["招待中の利用者を古い順に見る", expect.stringContaining("/admin/users?")],
    ]);
    expect(getByText("2件")).toBeVisible();
    for (const chip of ["上限超過", "契約終了まで12日", "招待から10日"])
      expect(getByText(chip)).toBeVisible();
    expect(getByText("102/100件")).toBeVisible();
    expect(getByText("102%")).toBeVisible();
    expect(getByRole("button", { name: "上限を変更（デモ株式会社）" })).toBeVisible();
  });

  it("leads to a receiver, and to the invitations where there are several", async () => {
    const paused = work({ kind: "WEBHOOK_PAUSED", label: "Webhookの一時停止", contractId: null });
    const nobody = { organizationId: null, organizationName: null };
    worklistIs([
      aPlace({ ...nobody, webhookId: 5, work: [paused] }),
      aPlace({ ...nobody, work: [invited("管理 一郎", "管理 二郎")] }),
    ]);
    await open();
    const { findByRole, getByRole } = await block(TODO);
    expect(await findByRole("link", { name: "Webhook" })).toHaveAttribute(
      "href",
      "/admin/webhooks/5/show",
    );
    for (const name of ["システム管理者", /^招待中の利用者を見る/]) {
      expect(getByRole("link", { name })).toHaveAttribute(
        "href",
        expect.stringContaining(encodeURIComponent('{"status":"INVITED"}')),
      );
    }
  });

  it("sends an invitation again at a press", async () => {
    worklistIs([aPlace({ work: [invited("招待 花子")] })]);
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
      aPlace({ organizationId: n + 1, organizationName: `組織${n + 1}` }),
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
    worklistIs([aPlace()]);
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
