import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { apiDouble } from "../../support/apiDouble.ts";
import { aContract } from "../../support/records.ts";
import { contractsAre } from "./contractRecords.ts";
import { expectConsoleErrors } from "./expectConsoleErrors.ts";
import { openAdmin } from "./openAdmin.tsx";

const api = apiDouble("admin");
const rows = () => within(screen.getByRole("table")).getAllByRole("row").slice(1);
const numbered = (length: number) =>
  Array.from({ length }, (_, index) =>
    aContract({ contractId: index + 1, organizationName: `組織${index + 1}` }),
  );
const fortyContracts = numbered(40);

describe("the contract list", () => {
  it("is the first page of the admin area, in the order of contractId", async () => {
    contractsAre([aContract()]);
    openAdmin("");
    await screen.findByText("デモ株式会社");
    expect(screen.getByRole("heading", { level: 1, name: "契約" })).toBeVisible();
    expect(document.title).toBe("契約 | Knowledge Insight");
    expect(api.calls("GET /contracts")[0]?.query).toEqual({
      page: "0",
      size: "10",
      sort: "contractId,asc",
    });
  });

  it("shows what a contract is, as the columns are called", async () => {
    contractsAre([
      aContract({ maxTranscriptCount: 1000, usedTranscriptCount: 120, maxTranscriptMinutes: 1200 }),
    ]);
    openAdmin("/contracts");
    await screen.findByText("デモ株式会社");
    const headings = screen.getAllByRole("columnheader").map((cell) => cell.textContent);
    expect(headings.map((text) => text?.replace(/[↕↑↓]/gu, ""))).toEqual([
      "組織名組織番号",
      "ステータス",
      "契約期間開始日終了日",
      "文字起こし件数使用率",
      "文字起こし時間",
      "管理者名管理者メールアドレス",
      "更新日時",
    ]);
    const cells = within(rows()[0] ?? document.body).getAllByRole("cell");
    expect(cells.map((cell) => cell.textContent)).toEqual([
      "デモ株式会社00000001",
      "契約中",
      expect.stringMatching(/^2026\/04\/01〜2027\/03\/31終了まで-?\d+日$/),
      "120/1,000件12%",
      "8時間45分/20時間43%",
      "佐藤 花子orgadmin@example.com",
      "2026/04/0209:05",
    ]);
  });

  it("says 無制限 where there is no cap", async () => {
    contractsAre([aContract({ maxTranscriptCount: null, maxTranscriptMinutes: null })]);
    openAdmin("/contracts");
    expect(await screen.findByText("120件/無制限")).toBeVisible();
    expect(screen.getByText("8時間45分/無制限")).toBeVisible();
  });

  it("sorts by what the API allows, and by nothing else", async () => {
    contractsAre([aContract()]);
    openAdmin("/contracts");
    await screen.findByText("デモ株式会社");
    const sorts = within(screen.getByRole("table")).getAllByTitle(/並べ替え$/);
    expect(sorts.map(({ title }) => title)).toEqual([
      "組織名で並べ替え",
      "組織番号で並べ替え",
      "開始日で並べ替え",
      "終了日で並べ替え",
      "使用率で並べ替え",
      "更新日時で並べ替え",
    ]);
  });

  it("shows the most used contracts first when it is sorted by the share that it shows", async () => {
    contractsAre([aContract()]);
    openAdmin("/contracts");
    await screen.findByText("デモ株式会社");
    const sort = () => api.calls("GET /contracts").at(-1)?.query.sort;
    await userEvent.click(screen.getByTitle("使用率で並べ替え"));
    await waitFor(() => expect(sort()).toBe("usage,desc"));
    expect(screen.getByLabelText("並べ替え")).toHaveDisplayValue("使用率の高い順");
    await userEvent.click(screen.getByTitle("使用率で並べ替え"));
    await waitFor(() => expect(sort()).toBe("usage,asc"));
  });

  it("says until when a contract runs, or when it begins", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-28T03:00:00Z") });
    contractsAre([
      aContract({ contractId: 1, status: "ACTIVE", endDate: "2027-03-31" }),
      aContract({ contractId: 2, status: "UPCOMING", startDate: "2026-12-01" }),
      aContract({ contractId: 3, status: "EXPIRED", endDate: "2026-10-31" }),
    ]);
    openAdmin("/contracts");
    expect(await screen.findByText("終了まで123日")).toBeVisible();
    expect(screen.getByText("開始まで3日")).toBeVisible();
    expect(screen.getAllByText(/まで-?\d+日$/)).toHaveLength(2);
    vi.useRealTimers();
  });

  it("keeps sort and page in the address", async () => {
    contractsAre(fortyContracts);
    openAdmin("/contracts");
    await screen.findByText("組織1");
    await userEvent.click(screen.getByTitle("終了日で並べ替え"));
    await waitFor(() => expect(api.calls("GET /contracts").at(-1)?.query.sort).toBe("endDate,asc"));
    await userEvent.click(screen.getByRole("button", { name: "次へ" }));
    await screen.findByText("組織11");
    expect(window.location.search).toContain("page=2");
    expect(window.location.search).toContain("sort=endDate");
  });

  it("opens the detail from a row", async () => {
    contractsAre([aContract({ contractId: 7 })]);
    openAdmin("/contracts");
    await userEvent.click(await screen.findByText("デモ株式会社"));
    expect(
      await screen.findByRole("heading", { level: 1, name: "デモ株式会社 2026/04〜2027/03" }),
    ).toBeVisible();
    expect(window.location.pathname).toBe("/admin/contracts/7/show");
    const title = "デモ株式会社 2026/04〜2027/03 | 契約 | Knowledge Insight";
    await waitFor(() => expect(document.title).toBe(title));
  });

  it("is where the detail leads back to, with the conditions it had", async () => {
    contractsAre(fortyContracts);
    openAdmin("/contracts");
    await screen.findByText("組織1");
    await userEvent.type(screen.getByLabelText("キーワード"), "組織{Enter}");
    await waitFor(() => expect(decodeURIComponent(window.location.search)).toContain("組織"));
    const conditions = window.location.search;
    await userEvent.click(await screen.findByRole("link", { name: "組織7" }));
    await userEvent.click(await screen.findByRole("link", { name: "契約一覧に戻る" }));
    await screen.findByRole("heading", { level: 1, name: "契約" });
    expect(window.location.search).toBe(conditions);
  });

  it("says whether nothing exists or nothing matches", async () => {
    contractsAre([]);
    openAdmin("/contracts");
    expect(await screen.findByText("データがありません。")).toBeVisible();
    expect(screen.getByText("契約はまだ登録されていません。")).toBeVisible();
    const table = within(screen.getByRole("table"));
    const add = await table.findByRole("link", { name: "契約を追加" });
    expect(add).toHaveAttribute("href", "/admin/contracts/create");
    await userEvent.click(screen.getByRole("button", { name: "契約中0" }));
    expect(
      await screen.findByText("条件に該当する契約はありません。別の条件をお試しください。"),
    ).toBeVisible();
  });

  it("says what went wrong when the network is down, and reads again on demand", async () => {
    contractsAre([aContract()]);
    expectConsoleErrors();
    api.cutOff("GET /contracts", { once: true });
    openAdmin("/contracts");
    const alert = await screen.findByText("エラーが発生しました。");
    expect(alert.parentElement).toHaveTextContent(
      "ネットワークエラーが発生しました。通信環境をご確認ください。",
    );
    await userEvent.click(screen.getByRole("button", { name: "再読み込み" }));
    expect(await screen.findByText("デモ株式会社")).toBeVisible();
  });

  it("offers nothing to add without the right", async () => {
    contractsAre([aContract()]);
    openAdmin("/contracts", { canAccess: async ({ action }) => action === "list" });
    await screen.findByText("デモ株式会社");
    expect(screen.queryByRole("link", { name: "契約を追加" })).toBeNull();
  });
});

describe("the search form of contracts", () => {
  it("searches by keyword and months, besides what is pressed in the overview", async () => {
    contractsAre([aContract()]);
    openAdmin('/contracts?filter={"status":"ACTIVE,EXPIRING","usageState":"WARNING"}');
    await screen.findByText("デモ株式会社");
    await userEvent.type(screen.getByLabelText("契約月（開始月）"), "2026-04");
    await userEvent.type(screen.getByLabelText("契約月（終了月）"), "2027-03");
    await userEvent.type(screen.getByLabelText("キーワード"), "ＡＢＣ{Enter}");
    await waitFor(() =>
      expect(api.calls("GET /contracts").at(-1)?.query).toEqual({
        page: "0",
        size: "10",
        sort: "contractId,asc",
        q: "ＡＢＣ",
        startMonth: "2026-04",
        endMonth: "2027-03",
        usageState: "WARNING",
        status: "ACTIVE,EXPIRING",
      }),
    );
    expect(decodeURIComponent(window.location.search)).toContain("ＡＢＣ");
  });

  it("says at the field that the end month is before the start month", async () => {
    // Too many to be searched as they are typed.
    contractsAre(numbered(201));
    openAdmin("/contracts");
    await screen.findByText("組織1");
    const asked = api.calls("GET /contracts").length;
    const end = screen.getByLabelText("契約月（終了月）");
    await userEvent.type(screen.getByLabelText("契約月（開始月）"), "2026-05");
    await userEvent.type(end, "2026-04");
    await userEvent.tab();
    expect(end).toHaveAccessibleDescription("終了月は開始月以降の年月を入力してください。");
    await userEvent.click(screen.getByRole("button", { name: "検索" }));
    expect(end).toHaveFocus();
    await userEvent.clear(end);
    await userEvent.type(end, "2026-05{Enter}");
    expect(end).toBeValid();
    await waitFor(() => expect(api.calls("GET /contracts")).toHaveLength(asked + 1));
    expect(api.calls("GET /contracts").at(-1)?.query).toMatchObject({
      startMonth: "2026-05",
      endMonth: "2026-05",
    });
  });
});

describe("the overview", () => {
  const summary = {
    total: 42,
    status: { ACTIVE: 20, EXPIRING: 5, UPCOMING: 4, EXPIRED: 10, TERMINATED: 3 },
    usageState: { NORMAL: 30, WARNING: 8, REACHED: 3, EXCEEDED: 1 },
  };
  const facet = (name: string) => screen.getByRole("button", { name });

  it("counts per status and usage state", async () => {
    contractsAre([aContract()], summary);
    openAdmin("/contracts");
    for (const name of ["契約中20", "期限間近5", "契約前4", "契約終了10", "解約3"]) {
      expect(await screen.findByRole("button", { name })).toBeVisible();
    }
    for (const name of ["通常30", "上限接近8", "上限到達3", "上限超過1"]) {
      expect(facet(name)).toBeVisible();
    }
  });

  it("filters on a press, by several statuses, and shows what is pressed", async () => {
    contractsAre([aContract()], summary);
    openAdmin("/contracts");
    await screen.findByText("デモ株式会社");
    await userEvent.click(await screen.findByRole("button", { name: "期限間近5" }));
    await userEvent.click(facet("契約中20"));
    await waitFor(() =>
      expect(api.calls("GET /contracts").at(-1)?.query.status).toBe("ACTIVE,EXPIRING"),
    );
    expect(facet("契約中20")).toHaveAttribute("aria-pressed", "true");
    expect(facet("契約終了10")).toHaveAttribute("aria-pressed", "false");
    await userEvent.click(facet("期限間近5"));
    await userEvent.click(facet("契約中20"));
    await waitFor(() =>
      expect(api.calls("GET /contracts").at(-1)?.query).not.toHaveProperty("status"),
    );
  });

  it("counts both of two presses in quick succession", async () => {
    contractsAre([aContract()], summary);
    openAdmin("/contracts");
    await screen.findByText("デモ株式会社");
    fireEvent.click(await screen.findByRole("button", { name: "期限間近5" }));
    fireEvent.click(facet("契約中20"));
    fireEvent.click(facet("上限接近8"));
    await waitFor(() =>
      expect(api.calls("GET /contracts").at(-1)?.query).toMatchObject({
        status: "ACTIVE,EXPIRING",
        usageState: "WARNING",
      }),
    );
  });

  it("counts and shows the alarms of running contracts, unless statuses are chosen", async () => {
    contractsAre([aContract()], summary);
    openAdmin("/contracts");
    await userEvent.click(await screen.findByRole("button", { name: "上限接近8" }));
    const asked = () => api.calls("GET /contracts").at(-1)?.query;
    await waitFor(() =>
      expect(asked()).toMatchObject({ usageState: "WARNING", status: "ACTIVE,EXPIRING" }),
    );
    const counted = api.calls("GET /contracts/summary").map(({ query }) => query);
    expect(counted).toContainEqual({ status: "ACTIVE,EXPIRING" });
    await userEvent.click(facet("上限接近8"));
    await waitFor(() => expect(asked()).not.toHaveProperty("usageState"));
    expect(asked()).not.toHaveProperty("status");
    await userEvent.click(facet("契約終了10"));
    await userEvent.click(facet("上限超過1"));
    await waitFor(() =>
      expect(asked()).toMatchObject({ usageState: "EXCEEDED", status: "EXPIRED" }),
    );
    await userEvent.click(facet("上限超過1"));
    await waitFor(() => expect(asked()).not.toHaveProperty("usageState"));
    expect(asked()).toMatchObject({ status: "EXPIRED" });
  });

  it("shows the running contracts by their end in one press", async () => {
    contractsAre([aContract()], summary);
    openAdmin('/contracts?filter={"q":"デモ"}');
    await userEvent.click(await screen.findByRole("button", { name: "終了日の早い順" }));
    await waitFor(() =>
      expect(api.calls("GET /contracts").at(-1)?.query).toMatchObject({
        q: "デモ",
        status: "ACTIVE,EXPIRING",
        sort: "endDate,asc",
      }),
    );
    expect(facet("終了日の早い順")).toHaveAttribute("aria-pressed", "true");
  });

  it("leaves a group's own filter out of its counts", async () => {
    contractsAre([aContract()], summary);
    openAdmin('/contracts?filter={"status":"ACTIVE","q":"デモ"}');
    await screen.findByText("デモ株式会社");
    const asked = api.calls("GET /contracts/summary").map(({ query }) => query);
    expect(asked).toContainEqual({ q: "デモ" });
    expect(asked).toContainEqual({ q: "デモ", status: "ACTIVE" });
  });

  it("leaves the list usable when the counts cannot be read", async () => {
    contractsAre([aContract()]);
    expectConsoleErrors();
    api.cutOff("GET /contracts/summary");
    openAdmin("/contracts");
    expect(await screen.findByText("デモ株式会社")).toBeVisible();
    expect(await screen.findByText("件数を表示できませんでした。")).toBeVisible();
  });
});
