import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { AuditEvent } from "../../../domain/audit/schemas.ts";
import { unavailable } from "../../../server/problem.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { openStaffArea } from "../areas/openArea.tsx";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { organizationAdmin, workspacesAre } from "../workspaces/workspaceRecords.ts";
import { anEvent } from "./auditRecords.ts";

const api = apiDouble("staff");

beforeEach(() => {
  workspacesAre({ profile: organizationAdmin });
});

/** The pages of the log; each but the last names the one after it. */
function pagesAre(...pages: AuditEvent[][]) {
  api.answer("GET /audit-events", ({ query: { after } }) => {
    const page = after ? after.auditEventId : 0;
    const next = `2026-11-20T01:15:30.000042Z_${page + 1}`;
    return { content: pages[page] ?? [], next: page + 1 < pages.length ? next : null };
  });
}

const rows = async () => {
  const table = await screen.findByRole("table");
  await within(table).findAllByText("契約を編集");
  return within(table).getAllByRole("row").slice(1);
};

describe("the audit log", () => {
  it("tells who changed what from what to what, in the words of the screens", async () => {
    pagesAre([
      anEvent(),
      anEvent({
        auditEventId: 10,
        operation: "sealAudit",
        actor: { kind: "system", id: null, name: "sealAudit" },
        target: { kind: "dictionary", id: "7", name: "医療辞書" },
        changes: [
          { field: "dictionaryName", before: "医療", after: "医療辞書" },
          { field: "description", before: "", after: "看護" },
        ],
      }),
      anEvent({ auditEventId: 9, outcome: "REFUSED", changes: [], reason: "権限なし" }),
      anEvent({ auditEventId: 8, operation: "signIn", changes: [] }),
    ]);
    openStaffArea("/audit-events");
    const [cap, renamed, refused, signedIn] = await rows();
    expect(cap).toHaveTextContent("2026/11/20 10:15");
    expect(cap).toHaveTextContent("山本 直樹");
    expect(cap).toHaveTextContent("契約を編集");
    expect(cap).toHaveTextContent("文字起こし上限件数を変更：120件 → 200件");
    expect(within(cap as HTMLElement).getByRole("link")).toHaveAttribute(
      "href",
      "/contracts/1/show",
    );
    expect(renamed).toHaveTextContent("辞書名を変更：医療 → 医療辞書");
    expect(renamed).toHaveTextContent("説明を追加：看護");
    expect(within(renamed as HTMLElement).getByRole("link", { name: "医療辞書" })).toHaveAttribute(
      "href",
      expect.stringContaining("/dictionaries/7"),
    );
    expect(refused).toHaveTextContent("拒否");
    // A card leaves out what is empty.
    expect(within(signedIn as HTMLElement).getAllByRole("cell")[4]).toBeEmptyDOMElement();
  });

  it("shows everything that an event holds, and closes it again", async () => {
    pagesAre([anEvent()]);
    openStaffArea("/audit-events");
    await userEvent.click(
      await screen.findByRole("button", { name: "契約を編集（2026/11/20 10:15）の詳細" }),
    );
    const dialog = await screen.findByRole("dialog", { name: "操作の詳細" });
    for (const text of ["192.0.2.10", "Mozilla/5.0", "request-1", "デモ株式会社"])
      expect(dialog).toHaveTextContent(text);
    expect(within(dialog).getByRole("rowheader", { name: "文字起こし上限件数" })).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("shows what was done to many at once as one row, which opens to its records", async () => {
    const actId = "5f0c2f6e-5d3c-4e0e-9d55-0d2a3c1b7a10";
    const whole = anEvent({
      auditEventId: 60,
      operation: "changeMembers",
      target: { kind: "user", id: null, name: "52名" },
      changes: [],
      counts: { disabled: 52 },
      act: { actId, parts: 52 },
    });
    const parts = Array.from({ length: 52 }, (_, n) =>
      anEvent({
        auditEventId: 59 - n,
        operation: "changeMembers",
        target: { kind: "user", id: `u-${n}`, name: `利用者${n}` },
        changes: [{ field: "status", before: "ACTIVE", after: "DISABLED" }],
        act: { actId, parts: null },
      }),
    );
    api.answer("GET /audit-events", ({ query: { actId: asked, after, size } }) => {
      if (!asked) return { content: [whole, anEvent()], next: null };
      const from = parts.findIndex(({ auditEventId }) => auditEventId < (after?.auditEventId ?? 0));
      // The server cannot know that the last page was the last.
      return {
        content: parts.slice(from, from + size),
        next: `2026-11-20T01:15:30.000042Z_${(parts[from + size - 1] ?? anEvent()).auditEventId}`,
      };
    });
    openStaffArea("/audit-events");
    const [row] = await rows();
    expect(row).toHaveTextContent("メンバーをまとめて変更52件");
    expect(row).toHaveTextContent("無効化 52");
    const opener = within(row as HTMLElement).getByRole("button", {
      name: "メンバーをまとめて変更（2026/11/20 10:15）の内訳",
    });
    opener.focus();
    await userEvent.keyboard("{Enter}");
    const list = within(await screen.findByRole("region", { name: "内訳" }));
    expect(await list.findByText("50件を表示しています。")).toBeVisible();
    expect(list.getByText("利用者0")).toBeVisible();
    expect(list.getAllByText("ステータスを変更：有効 → 無効")).toHaveLength(50);
    await userEvent.click(list.getByRole("button", { name: "さらに表示" }));
    expect(await list.findByText("52件を表示しています。")).toBeVisible();
    expect(list.queryByRole("button", { name: "さらに表示" })).toBeNull();
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(opener).toHaveFocus();
  });

  it("reads on, also where a page found nothing yet", async () => {
    pagesAre([], [anEvent()], [anEvent({ auditEventId: 5, operation: "createContract" })]);
    openStaffArea("/audit-events");
    expect(await screen.findByText("ここまでに該当する操作はありません。")).toBeVisible();
    expect(screen.queryByRole("table")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "続きを検索" }));
    expect(await screen.findByText("1件を表示しています。")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "さらに表示" }));
    expect(await screen.findByText("2件を表示しています。")).toBeVisible();
    expect(await rows()).toHaveLength(2);
    expect(screen.queryByRole("button", { name: "さらに表示" })).toBeNull();
  });

  it("keeps what it has read when the next page cannot be read", async () => {
    expectConsoleErrors();
    pagesAre([anEvent()], []);
    openStaffArea("/audit-events");
    const more = await screen.findByRole("button", { name: "さらに表示" });
    api.refuse("GET /audit-events", unavailable());
    await userEvent.click(more);
    expect(await screen.findByText(/現在サービスに接続できません。/)).toBeVisible();
    expect(await rows()).toHaveLength(1);
    pagesAre([anEvent()], [anEvent({ auditEventId: 5 })]);
    await userEvent.click(more);
    expect(await screen.findByText("2件を表示しています。")).toBeVisible();
    expect(screen.queryByText(/現在サービスに接続できません。/)).toBeNull();
  });

  it("shows the seals with the names of organizations, to be kept elsewhere", async () => {
    pagesAre([anEvent()]);
    const seal = {
      organizationId: 1,
      organizationName: "デモ株式会社",
      day: "2026-11-19",
      count: 1200,
      root: "ab".repeat(32),
      previousRoot: null,
      version: 1,
      sealedAt: "2026-11-19T15:30:00.000000Z",
    };
    const seals = [
      seal,
      { ...seal, organizationId: 0, organizationName: null },
      { ...seal, organizationId: 9, organizationName: null },
    ];
    api.answer("GET /audit-seals", () => ({ seals }));
    const saved: Blob[] = [];
    URL.createObjectURL = vi.fn((file: Blob) => {
      saved.push(file);
      return "blob:seals";
    });
    openStaffArea("/audit-events");
    await userEvent.click(await screen.findByRole("button", { name: "改ざん検知の記録" }));
    const dialog = await screen.findByRole("dialog", { name: "改ざん検知の記録" });
    await within(dialog).findByRole("table");
    const texts = within(dialog)
      .getAllByRole("row")
      .slice(1)
      .map(({ textContent }) => textContent);
    expect(texts).toEqual([
      expect.stringMatching(/^2026\/11\/19デモ株式会社1,200(ab){32}2026\/11\/20 00:30$/),
      expect.stringContaining("サービス提供元"),
      expect.stringMatching(/^2026\/11\/1991,200/),
    ]);
    await userEvent.click(within(dialog).getByRole("button", { name: "改ざん検知の記録を保存" }));
    expect(JSON.parse((await saved[0]?.text()) ?? "")).toEqual({ seals });
  });

  it("opens with the default view, and keeps its conditions under a name", async () => {
    pagesAre([anEvent()]);
    const conditions = { filters: { outcome: "REFUSED" }, sort: "occurredAt,desc", size: null };
    const view = { viewId: 7, viewName: "拒否", conditions, dropped: [] };
    workspacesAre({
      profile: { ...organizationAdmin, lists: [{ list: "audit-events", size: null, view }] },
    });
    api.answer("GET /views", () => ({ views: [] }));
    openStaffArea("/audit-events");
    await rows();
    expect(api.calls("GET /audit-events").at(-1)?.query).toMatchObject({ outcome: "REFUSED" });
    await userEvent.click(screen.getByRole("button", { name: "ビュー" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "現在の条件を保存" }));
    const name = await screen.findByRole("textbox", { name: /^ビュー名/ });
    const stored = { ...view, list: "audit-events" as const, isShared: false, version: 1 };
    const times = { createdAt: "2026-04-01T00:00:00Z", updatedAt: "2026-04-01T00:00:00Z" };
    api.answer("POST /views", ({ body }) => ({ ...stored, ...times, ...body }));
    await userEvent.type(name, "拒否2{Enter}");
    await screen.findByText("ビュー「拒否2」を保存しました。");
    expect(api.sent.at(-1)?.body).toMatchObject({
      list: "audit-events",
      conditions: { ...conditions, size: 10 },
    });
  });

  it("says so when there is nothing", async () => {
    pagesAre([]);
    openStaffArea("/audit-events");
    expect(await screen.findByText("直近30日間の操作はありません。")).toBeVisible();
    expect(screen.getByText(/期間を指定しない場合は、直近30日間/)).toBeVisible();
  });

  const operations = async () => {
    const choice = await screen.findByRole("combobox", { name: "操作" });
    return Array.from(choice.querySelectorAll("optgroup")).map(({ label, textContent }) => ({
      label,
      textContent,
    }));
  };

  const kindsOffered = async () => {
    const choice = await screen.findByRole("combobox", { name: "対象の種類" });
    return within(choice)
      .getAllByRole("option")
      .map(({ textContent }) => textContent);
  };

  it("offers the operations by kind, without those of the provider", async () => {
    pagesAre([]);
    openStaffArea("/audit-events");
    const offered = await operations();
    const labels = offered.map(({ label }) => label);
    expect(labels).toEqual(
      expect.arrayContaining(["契約", "辞書", "利用者", "ログイン", "その他"]),
    );
    expect(new Set(labels).size).toBe(labels.length);
    for (const label of ["サービスキー", "Webhook", "ログイン（管理画面）"])
      expect(labels).not.toContain(label);
    const kinds = await kindsOffered();
    expect(kinds).toEqual(expect.arrayContaining(["契約", "辞書", "利用者", "ファイル"]));
    for (const label of ["サービスキー", "Webhook", "データベース", "単語"])
      expect(kinds).not.toContain(label);
    expect(offered.find(({ label }) => label === "契約")?.textContent).toContain("契約を編集");
  });

  it("offers others only what their log can have", async () => {
    pagesAre([]);
    workspacesAre({ profile: { ...organizationAdmin, isOrganizationAdmin: false } });
    openStaffArea("/audit-events");
    expect((await operations()).map(({ label }) => label)).toEqual(["ログイン"]);
    expect(screen.queryByRole("combobox", { name: "対象の種類" })).toBeNull();
    cleanup();
    workspacesAre({
      profile: { ...organizationAdmin, isOrganizationAdmin: false, isDictionaryAdmin: true },
    });
    openStaffArea("/audit-events");
    const labels = (await operations()).map(({ label }) => label);
    expect(labels.sort()).toEqual(["ログイン", "辞書"]);
  });

  it("asks for a kind, an outcome and days in their order", async () => {
    pagesAre([anEvent()]);
    openStaffArea("/audit-events");
    await rows();
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "対象の種類" }), "契約");
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "操作" }), "契約を編集");
    const to = screen.getByLabelText("期間（終了）");
    await userEvent.type(screen.getByLabelText("期間（開始）"), "2026-11-10");
    await userEvent.type(to, "2026-11-01");
    await userEvent.click(screen.getByRole("button", { name: "検索" }));
    expect(to).toHaveAccessibleDescription(/終了日は開始日以降/);
    await userEvent.clear(to);
    await userEvent.type(to, "2026-11-20");
    await userEvent.click(screen.getByRole("button", { name: "検索" }));
    await waitFor(() =>
      expect(api.calls("GET /audit-events").at(-1)?.query).toMatchObject({
        targetKind: "contract",
        operation: "updateContract",
        from: "2026-11-10",
        to: "2026-11-20",
      }),
    );
    expect(screen.queryByText(/期間を指定しない場合は/)).toBeNull();
  });
});
