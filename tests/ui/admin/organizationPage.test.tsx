import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { contractStatus } from "../../../domain/contracts/rules.ts";
import type { Contract } from "../../../domain/contracts/schemas.ts";
import { addDays } from "../../../domain/text/dates.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { openStream } from "../../support/doubleStream.ts";
import { aContract, anOrganization, aUser } from "../../support/records.ts";
import { anAlert } from "../alerts/alertRecords.ts";
import { contractsAre } from "../contracts/contractRecords.ts";
import { openAdmin } from "../contracts/openAdmin.tsx";
import { fieldOf } from "../contracts/openDetail.ts";
import { organizationsAre, overviewIs, usersAre } from "./adminRecords.ts";

const TODAY = "2026-11-22";
const PAGE = "/organizations/1/show";

const api = apiDouble("admin");

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(`${TODAY}T12:00:00+09:00`), toFake: ["Date"] });
  organizationsAre(anOrganization());
  overviewIs();
});
afterEach(() => vi.useRealTimers());

function contract(given: Partial<Contract>): Contract {
  const each = aContract(given);
  return { ...each, status: contractStatus(each, TODAY) };
}

const year = (contractId: number, startDate: string, endDate: string) =>
  contract({ contractId, startDate, endDate });

async function timeline() {
  const list = await screen.findByRole("list", { name: "契約期間の一覧（新しい順）" });
  return within(list).getAllByRole("listitem");
}

describe("the page of an organization", () => {
  it("says until when the contract lasts, how full it is and who the admins are", async () => {
    contractsAre([year(7, "2026-04-01", "2027-03-31")]);
    const admin = { ...aUser({ userId: "u2", userName: "鈴木 一郎", isOrganizationAdmin: true }) };
    overviewIs({ people: { content: [admin, aUser({ status: "INVITED" })], total: 12 } });
    openAdmin(PAGE);
    const current = within(await screen.findByRole("region", { name: "現在の契約" }));
    expect(fieldOf("文字起こし件数の残り")).toBe("880件120/1,000件12%");
    expect(fieldOf("契約期間の残り")).toBe("129日236日目/365日64%2027/03/31に終了、次期契約なし");
    expect(current.getByText("2026/04/01〜")).toBeVisible();
    expect(await current.findByText(/^最近の利用が3週間分に満たないため/)).toBeVisible();
    expect(current.getByRole("link", { name: "契約を開く" })).toHaveAttribute(
      "href",
      "/admin/contracts/7/show",
    );
    const people = within(screen.getByRole("region", { name: "利用者" }));
    const [first, second] = await people.findAllByRole("listitem");
    expect(first).toHaveTextContent(/鈴木 一郎.*組織管理者/);
    expect(second).toHaveTextContent("招待中");
    expect(people.getByRole("link", { name: "すべて表示（12人）" })).toHaveAttribute(
      "href",
      `/admin/users?filter=${encodeURIComponent('{"organizationId":1}')}`,
    );
  });

  it("leads to the first contract before it begins, rather than to the one after it", async () => {
    contractsAre([year(7, "2026-12-01", "2027-11-30")]);
    openAdmin(PAGE);
    const current = within(await screen.findByRole("region", { name: "現在の契約" }));
    expect(current.getByText("次の契約は2026年12月1日に始まります。")).toBeVisible();
    const [first, second] = current.getAllByRole("link");
    expect(first).toHaveTextContent("契約を開く");
    expect(first).toHaveAttribute("href", "/admin/contracts/7/show");
    expect(second).toHaveTextContent("次期契約を作成");
  });

  it("asks with the invitation for nothing that the page knows", async () => {
    contractsAre([]);
    openAdmin(PAGE);
    await userEvent.click(await screen.findByRole("link", { name: "利用者を招待" }));
    const organization = await screen.findByRole("combobox", { name: "組織" });
    expect(organization).toHaveValue("デモ株式会社");
    await userEvent.click(screen.getByRole("button", { name: "招待メールを送信" }));
    expect(screen.getByRole("textbox", { name: "氏名" })).toBeInvalid();
    expect(organization).not.toBeInvalid();
  });

  it("is opened again after an invitation from there, and says who gets the mail", async () => {
    contractsAre([]);
    usersAre();
    openAdmin(PAGE);
    await userEvent.click(await screen.findByRole("link", { name: "利用者を招待" }));
    await screen.findByRole("combobox", { name: "組織" });
    expect(screen.getByRole("link", { name: "デモ株式会社に戻る" })).toHaveAttribute(
      "href",
      "/admin/organizations/1/show",
    );
    await userEvent.type(screen.getByRole("textbox", { name: "氏名" }), "新田 一郎");
    await userEvent.type(
      screen.getByRole("textbox", { name: "メールアドレス" }),
      "nitta@example.com",
    );
    await userEvent.click(screen.getByRole("button", { name: "招待メールを送信" }));
    expect(await screen.findByRole("heading", { level: 1, name: "デモ株式会社" })).toBeVisible();
    expect(await screen.findByText(/nitta@example.com/)).toBeVisible();
  });

  it("follows its workspaces and dictionaries", async () => {
    const stream = openStream(api);
    contractsAre([]);
    openAdmin(PAGE);
    const workspaces = within(await screen.findByRole("region", { name: "ワークスペース" }));
    await vi.waitUntil(stream.isHeard);
    const content = [{ workspaceId: 1, workspaceName: "営業部", memberCount: 4 }];
    overviewIs({ workspaces: { content, total: 1 } });
    stream.tell("resource/workspaces", "created");
    expect(await workspaces.findByText("営業部", {}, { timeout: 5_000 })).toBeVisible();
    const dictionary = { dictionaryId: 1, dictionaryName: "人名", entryCount: 3 };
    const dictionaries = [{ ...dictionary, category: "一般辞書" as const }];
    overviewIs({ dictionaries: { content: dictionaries, total: 1 } });
    stream.tell("resource/dictionaries", "created");
    expect(await screen.findByText("人名", {}, { timeout: 5_000 })).toBeVisible();
  });

  it("shows what the organization has, and what is to do", async () => {
    contractsAre([]);
    overviewIs({
      workspaces: {
        content: [{ workspaceId: 1, workspaceName: "営業部", memberCount: 4 }],
        total: 8,
      },
      dictionaries: {
        content: [
          { dictionaryId: 1, dictionaryName: "人名", category: "一般辞書", entryCount: 1_200 },
        ],
        total: 1,
      },
      entryCount: 1_200,
      alerts: { content: [anAlert()], total: 1 },
    });
    openAdmin(PAGE);
    const workspaces = within(await screen.findByRole("region", { name: "ワークスペース" }));
    expect(await workspaces.findByText("営業部")).toBeVisible();
    expect(workspaces.getByText("ほか7件")).toBeVisible();
    expect(within(screen.getByRole("region", { name: "辞書" })).getByText("1,200件")).toBeVisible();
    const alerts = within(screen.getByRole("region", { name: "未解決のアラート" }));
    expect(alerts.getByText("契約終了まで30日です。次期契約が登録されていません。")).toBeVisible();
  });
});

describe("the timeline of contracts", () => {
  it("is a list of contracts and gaps, the newest first, with a way to fill those to come", async () => {
    contractsAre([
      year(3, "2027-05-01", "2028-03-31"),
      year(2, "2026-04-01", "2027-03-31"),
      year(1, "2025-01-01", "2025-12-31"),
    ]);
    openAdmin(PAGE);
    const rows = await timeline();
    expect(rows.map((row) => row.querySelector("a, span")?.closest("li")?.textContent)).toEqual([
      "2028/04/01以降の契約は登録されていません。次期契約を作成",
      "2027/05/01〜2028/03/31契約前120/1,000件・8時間45分/20時間43%を利用",
      "空白30日2027/04/01〜2027/04/30次期契約を作成",
      "2026/04/01〜2027/03/31契約中120/1,000件・8時間45分/20時間43%を利用",
      "空白90日2026/01/01〜2026/03/31",
      "2025/01/01〜2025/12/31契約終了120/1,000件・8時間45分/20時間43%を利用",
    ]);
    const links = rows.flatMap((row) => within(row).queryAllByRole("link"));
    expect(
      links.map((link) => [link.getAttribute("aria-label"), link.getAttribute("href")]),
    ).toEqual([
      ["次期契約を作成（2028/04/01〜）", "/admin/contracts/create?renew=3"],
      ["2027/05/01〜2028/03/31、契約前、120/1,000件・8時間45分/20時間", "/admin/contracts/3/show"],
      ["次期契約を作成（2027/04/01〜2027/04/30）", "/admin/contracts/create?renew=2&gap"],
      ["2026/04/01〜2027/03/31、契約中、120/1,000件・8時間45分/20時間", "/admin/contracts/2/show"],
      [
        "2025/01/01〜2025/12/31、契約終了、120/1,000件・8時間45分/20時間",
        "/admin/contracts/1/show",
      ],
    ]);
  });

  it("says how much of the caps is used, on a scale of its own that no period changes", async () => {
    const none = { maxTranscriptCount: null, maxTranscriptMinutes: null };
    contractsAre([
      contract({ contractId: 4, startDate: "2028-04-01", endDate: "2029-03-31", ...none }),
      contract({
        contractId: 3,
        startDate: "2027-05-01",
        endDate: "2028-03-31",
        maxTranscriptCount: 100,
      }),
      year(2, "2026-04-01", "2026-06-30"),
      year(1, "2024-01-01", "2025-12-31"),
    ]);
    openAdmin(PAGE);
    const rows = await timeline();
    expect(rows.flatMap((row) => row.textContent?.match(/[\d,]+%を利用/) ?? [])).toEqual([
      "120%を利用",
      "43%を利用",
      "43%を利用",
    ]);
    for (const said of screen.getAllByText("43%を利用")) {
      expect(said.nextElementSibling).toHaveStyle({ backgroundSize: "43.75% 100%" });
    }
    expect(screen.getByText("120%を利用").nextElementSibling).toHaveStyle({
      backgroundSize: "100% 100%",
    });
  });

  it("tells how long there has been none, and offers the next one", async () => {
    contractsAre([year(1, "2025-11-01", "2026-10-31")]);
    openAdmin(PAGE);
    expect((await timeline())[0]).toHaveTextContent(
      "空白22日2026/11/01以降の契約は登録されていません。",
    );
    const current = within(screen.getByRole("region", { name: "現在の契約" }));
    expect(current.getByText("前の契約は2026年10月31日に終了しました。")).toBeVisible();
    expect(current.getByRole("link", { name: "次期契約を作成" })).toHaveAttribute(
      "href",
      "/admin/contracts/create?renew=1",
    );
  });

  it("shows those around today of many, and all on demand", async () => {
    const months = Array.from({ length: 40 }, (_, n) => {
      const startDate = addDays("2023-10-01", n * 31);
      return year(n + 1, startDate, addDays(startDate, 30));
    });
    contractsAre(months.toReversed());
    openAdmin(PAGE);
    const few = await timeline();
    expect(few).toHaveLength(7);
    expect(few.filter((row) => row.textContent?.includes("契約終了"))).toHaveLength(3);
    await userEvent.click(screen.getByRole("button", { name: "すべての契約を表示（40件）" }));
    expect(await timeline()).toHaveLength(41);
  });

  it("shows plainly where contracts overlap", async () => {
    contractsAre([year(2, "2026-03-01", "2027-02-28"), year(1, "2025-04-01", "2026-03-31")]);
    openAdmin(PAGE);
    const [, second] = await timeline();
    expect(second).toHaveTextContent("ほかの契約と31日重複");
  });

  it("adds the first contract of an organization that has none", async () => {
    contractsAre([]);
    openAdmin(PAGE);
    const current = within(await screen.findByRole("region", { name: "現在の契約" }));
    await userEvent.click(current.getByRole("link", { name: "契約を追加" }));
    expect(await screen.findByRole("combobox", { name: "組織" })).toHaveValue("デモ株式会社");
    expect(screen.getByRole("radio", { name: "既存の組織" })).toBeChecked();
  });
});
