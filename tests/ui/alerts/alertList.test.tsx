import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { apiDouble } from "../../support/apiDouble.ts";
import { paged } from "../../support/doubleAnswer.ts";
import { openAdminArea, openStaffArea } from "../areas/openArea.tsx";
import { organizationAdmin, staff, workspacesAre } from "../workspaces/workspaceRecords.ts";
import { anAlert, overCap, pausedWebhook } from "./alertRecords.ts";

const api = apiDouble("staff");
const over = anAlert({
  alertId: 9,
  kind: "GAP",
  message: "契約期間に空白（2027/04/01〜2027/04/30）があります。",
  resolvedAt: "2026-04-16T03:00:00.000Z",
});

const rows = async () => {
  const table = await screen.findByRole("table");
  await within(table).findAllByText(over.message);
  return within(table).getAllByRole("row").slice(1);
};

it("lists open alerts with whom to ask, and the history", async () => {
  workspacesAre({ profile: organizationAdmin });
  api.answer("GET /alerts", paged([overCap, over]));
  openStaffArea("/alerts");
  const [open, resolved] = await rows();
  expect(open).toHaveTextContent("未解決");
  expect(screen.getByText(/、サービス提供元にお問い合わせください。$/)).toBeVisible();
  expect(resolved).toHaveTextContent("2026/04/15 12:002026/04/16 12:00に解決");
  expect(resolved).not.toHaveTextContent("既読にする");
  expect(screen.getByRole("heading", { name: "アラート" })).toBeVisible();
  expect(api.calls("GET /alerts").at(-1)?.query).toMatchObject({ sort: "raisedAt,desc" });
});

it("filters by state and kind, without the kind of the provider", async () => {
  workspacesAre({ profile: organizationAdmin });
  api.answer(
    "GET /alerts",
    paged(Array.from({ length: 11 }, (_, n) => ({ ...over, alertId: n + 1 }))),
  );
  openStaffArea("/alerts");
  await rows();
  const kind = screen.getByRole("combobox", { name: "種類" });
  expect(within(kind).queryByRole("option", { name: "利用実績の不一致" })).toBeNull();
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "状態" }), "解決済み");
  await userEvent.selectOptions(kind, "契約期間に空白");
  await userEvent.click(screen.getByRole("button", { name: "検索" }));
  await vi.waitFor(() =>
    expect(api.calls("GET /alerts").at(-1)?.query).toMatchObject({ open: "false", kind: "GAP" }),
  );
});

it("names a receiver that belongs to no organization, and leads to its page", async () => {
  const admin = apiDouble("admin");
  admin.answer("GET /me", () => ({
    userName: "管理 太郎",
    email: "sysadmin@example.com",
    isSystemAdmin: true,
  }));
  admin.answer("GET /alerts", paged([pausedWebhook]));
  openAdminArea("/admin/alerts");
  const table = await screen.findByRole("table");
  const link = await within(table).findByRole("link", { name: "Webhook" });
  expect(link).toHaveAttribute("href", expect.stringMatching(/\/webhooks\/5\/show$/));
  expect(within(table).getByText("Webhookの一時停止")).toBeVisible();
  expect(within(table).getByText(pausedWebhook.message)).toBeVisible();
});

it("marks the chosen ones as read without a question, and takes that back", async () => {
  workspacesAre({ profile: organizationAdmin });
  const unread = { ...overCap, readAt: null };
  const read = { ...over, readAt: "2026-04-16T03:00:00.000Z" };
  api.answer("GET /alerts", paged([unread, read]));
  api.answer("POST /alerts/bulk", ({ body }) => ({ alertIds: body.alertIds }));
  openStaffArea("/alerts");
  await rows();
  await userEvent.click(screen.getByRole("checkbox", { name: read.message }));
  const bar = within(await screen.findByRole("region", { name: "選択した項目の操作" }));
  const mark = bar.getByRole("button", { name: "既読にする" });
  expect(mark).toHaveAccessibleDescription("すでに既読です。");
  await userEvent.click(screen.getByRole("checkbox", { name: unread.message }));
  await userEvent.click(bar.getByRole("button", { name: "既読にする" }));
  expect(await bar.findByText("1件を既読にしました。")).toBeVisible();
  await userEvent.click(bar.getByRole("button", { name: "元に戻す" }));
  expect(await bar.findByText("元に戻しました。")).toBeVisible();
  expect(api.sent.map(({ path, body }) => [path, body])).toEqual([
    ["/alerts/bulk", { action: "READ", alertIds: [unread.alertId] }],
    ["/alerts/bulk", { action: "UNREAD", alertIds: [unread.alertId] }],
  ]);
});

it("is not for other members", async () => {
  workspacesAre({ profile: staff });
  openStaffArea("/alerts");
  expect(await screen.findByText("このページを表示する権限がありません。")).toBeVisible();
});
