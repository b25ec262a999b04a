import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { Alert } from "../../../domain/alerts/schemas.ts";
import { unavailable } from "../../../server/problem.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { found, paged } from "../../support/doubleAnswer.ts";
import { openStream } from "../../support/doubleStream.ts";
import { aContract } from "../../support/records.ts";
import { openAdminArea, openStaffArea } from "../areas/openArea.tsx";
import { contractsAre } from "../contracts/contractRecords.ts";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { organizationAdmin, staff, workspacesAre } from "../workspaces/workspaceRecords.ts";
import { anAlert, nearCap, overCap } from "./alertRecords.ts";

const admin = apiDouble("admin");
const own = apiDouble("staff");

/** The alerts of both areas. */
function alertsAre(given: Alert[]) {
  const world = { alerts: given };
  const unread = () => world.alerts.filter(({ readAt }) => readAt === null);
  const read = (id: number) => {
    world.alerts = world.alerts.map((one) =>
      one.alertId === id ? { ...one, readAt: "2026-04-16T00:00:00.000Z" } : one,
    );
    return found(world.alerts.find(({ alertId }) => alertId === id));
  };
  admin.answer("GET /alerts", (asked) =>
    paged(asked.query.unread ? unread() : world.alerts)(asked),
  );
  admin.answer("POST /alerts/{id}/read", ({ params }) => read(params.id));
  own.answer("GET /alerts", (asked) => paged(asked.query.unread ? unread() : world.alerts)(asked));
  return world;
}

const bell = () => screen.findByRole("button", { name: "アラートを開く" });
const panel = () => screen.findByRole("dialog", { name: "アラート" });
const items = async () => within(await panel()).findAllByRole("listitem");

function openSystemAdmin() {
  contractsAre([aContract({ contractId: 7 }), aContract({ contractId: 8 })]);
  admin.answer("GET /me", () => ({
    userName: "管理 太郎",
    email: "sysadmin@example.com",
    isSystemAdmin: true,
  }));
  return openAdminArea("/admin/contracts");
}

describe("the bell of a system admin", () => {
  it("says how many open alerts are unread, by one small request", async () => {
    alertsAre([anAlert(), overCap, nearCap]);
    openSystemAdmin();
    await waitFor(async () =>
      expect(await bell()).toHaveAccessibleDescription("未読のアラートが3件あります。"),
    );
    expect(admin.calls("GET /alerts").map(({ query }) => query)).toEqual([
      { open: "true", unread: "true", size: "1" },
    ]);
  });

  it("shows each alert in a line: state, organization and time, which opens the next step", async () => {
    alertsAre([anAlert({ label: "契約終了まで11日" }), overCap, nearCap]);
    openSystemAdmin();
    await userEvent.click(await bell());
    const [ending, cap, near, ...others] = await items();
    expect(others).toEqual([]);
    expect(ending).toHaveTextContent(
      "契約終了まで11日デモ株式会社（次期契約を作成）2026/04/15既読にする",
    );
    expect(cap).toHaveTextContent(/^上限到達/);
    expect(near).toHaveTextContent("上限接近サンプル商事（上限を変更）2026/04/15既読にする");
    const links = within(await panel()).getAllByRole("link");
    const opens = ["href", "title"];
    expect(
      links.map((link) => [link.textContent, ...opens.map((name) => link.getAttribute(name))]),
    ).toEqual([
      [expect.any(String), "/admin/alerts", null],
      ["デモ株式会社（次期契約を作成）", "/admin/contracts/create?renew=7", anAlert().message],
      ["サンプル商事（上限を変更）", "/admin/contracts/8", overCap.message],
      ["サンプル商事（上限を変更）", "/admin/contracts/9", nearCap.message],
    ]);
  });

  it("marks as read by a button that keeps the focus", async () => {
    alertsAre([overCap]);
    openSystemAdmin();
    await userEvent.click(await bell());
    const button = within(await panel()).getByRole("button", { name: "既読にする" });
    await userEvent.click(button);
    await waitFor(() => expect(button).toHaveTextContent("既読"));
    expect(button).toHaveFocus();
    expect(button).toHaveAttribute("aria-disabled", "true");
    await waitFor(async () => expect(await bell()).not.toHaveAccessibleDescription());
    await userEvent.click(button);
    expect(admin.sent.map(({ path }) => path)).toEqual(["/alerts/2/read"]);
  });

  it("marks as read by its next step, and closes", async () => {
    alertsAre([anAlert()]);
    openSystemAdmin();
    await userEvent.click(await bell());
    await userEvent.click(within(await panel()).getByRole("link", { name: /次期契約を作成/ }));
    expect(await screen.findByRole("heading", { name: "次期契約の作成" })).toBeVisible();
    expect(screen.queryByRole("dialog", { name: "アラート" })).toBeNull();
    expect(admin.sent.map(({ path }) => path)).toContain("/alerts/1/read");
  });
});

describe("the bell of an organization admin", () => {
  it("names whom to ask instead of a step", async () => {
    workspacesAre({ profile: organizationAdmin });
    alertsAre([anAlert(), overCap]);
    openStaffArea("/");
    await userEvent.click(await bell());
    const [ending, cap] = await items();
    expect(ending).toHaveTextContent("契約終了まで30日です。次期契約が登録されていません。");
    expect(ending).not.toHaveTextContent("デモ株式会社");
    expect(cap).toHaveTextContent("文字起こし時間が上限に達しました。");
    expect(
      within(await panel()).getByText(/、サービス提供元にお問い合わせください。$/),
    ).toBeVisible();
    expect(within(await panel()).getAllByRole("link")).toHaveLength(1);
  });

  it("shows a new alert without a reload", async () => {
    workspacesAre({ profile: organizationAdmin });
    const world = alertsAre([]);
    const stream = openStream(own);
    openStaffArea("/");
    await userEvent.click(await bell());
    expect(await within(await panel()).findByText("現在、アラートはありません。")).toBeVisible();
    await waitFor(() => expect(stream.isHeard()).toBe(true));
    world.alerts = [anAlert()];
    stream.tell("resource/alerts/1", "created");
    expect(await items()).toHaveLength(1);
    expect(await bell()).toHaveAccessibleDescription("未読のアラートが1件あります。");
  });

  it("is operated by keyboard: Esc closes it and gives the focus back", async () => {
    workspacesAre({ profile: organizationAdmin });
    alertsAre([anAlert()]);
    openStaffArea("/");
    const button = await bell();
    button.focus();
    await userEvent.keyboard("{Enter}");
    expect(await panel()).toHaveFocus();
    expect(button).toHaveAttribute("aria-expanded", "true");
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("dialog", { name: "アラート" })).toBeNull();
    expect(button).toHaveFocus();
  });

  it("closes on a press outside and when the focus leaves it", async () => {
    workspacesAre({ profile: organizationAdmin });
    alertsAre([]);
    openStaffArea("/");
    await userEvent.click(await bell());
    await panel();
    await userEvent.click(screen.getByRole("main"));
    expect(screen.queryByRole("dialog", { name: "アラート" })).toBeNull();
    await userEvent.click(await bell());
    await within(await panel()).findByText("現在、アラートはありません。");
    await userEvent.tab();
    await userEvent.tab();
    expect(screen.queryByRole("dialog", { name: "アラート" })).toBeNull();
  });

  it("says what is wrong when alerts cannot be read, and reads again", async () => {
    expectConsoleErrors();
    workspacesAre({ profile: organizationAdmin });
    own.refuse("GET /alerts", unavailable());
    openStaffArea("/");
    await userEvent.click(await bell());
    const again = await within(await panel()).findByRole("button", { name: "再読み込み" });
    alertsAre([anAlert()]);
    await userEvent.click(again);
    expect(await items()).toHaveLength(1);
  });
});

it("is not shown to other members, for whom nothing is asked", async () => {
  workspacesAre({ profile: staff });
  openStaffArea("/");
  expect(await screen.findByRole("heading", { name: "ホーム" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "アラートを開く" })).toBeNull();
  expect(own.calls("GET /alerts")).toEqual([]);
});
