import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { leaveArrivalNote } from "../../../src/components/arrival/ArrivalBanner.tsx";
import { AppShell } from "../../../src/layout/AppShell.tsx";
import { currentItem, type SidebarItem } from "../../../src/layout/sidebarItem.ts";
import { NO_PROFILE, userProfile } from "../../../src/providers/signIn/userProfile.ts";
import { pageLoad } from "../../../src/providers/start/pageLoad.ts";
import { aProfile } from "../../support/records.ts";
import { renderConsole } from "./renderConsole.tsx";

const Icon = () => <svg aria-hidden="true" />;
const items: SidebarItem[] = [
  { resource: "things", icon: Icon, path: "/things" },
  { label: "メンバー", icon: Icon, path: "/members" },
  { label: "管理画面", icon: Icon, path: "/admin/contracts", adminOnly: true },
];
const sato = aProfile({
  userName: "佐藤 花子",
  email: "sato@example.com",
  organizationName: "デモ株式会社",
});
const onSearch = vi.fn();
const onPersonalSettings = vi.fn();
const onLogout = vi.fn();
const assign = vi.fn();

beforeEach(() => {
  onPersonalSettings.mockReset();
  onLogout.mockReset();
  assign.mockReset();
  vi.spyOn(pageLoad, "assign").mockImplementation(assign);
  window.history.replaceState(null, "", "/");
  userProfile.set(sato);
});

function openShell({ at = "/things", isSystemAdmin = true, basename = "/" } = {}) {
  window.history.replaceState(null, "", at);
  const shell = (
    <AppShell
      items={items}
      isSystemAdmin={isSystemAdmin}
      headerExtra={<span>残り3件</span>}
      onSearch={onSearch}
      onPersonalSettings={onPersonalSettings}
      onLogout={onLogout}
    >
      <h1>本文</h1>
    </AppShell>
  );
  return renderConsole({ routes: [{ path: "*", element: shell }], at, basename });
}

const menuButton = () => screen.getByRole("button", { name: "ユーザーメニュー" });
const sidebar = () => within(screen.getByRole("navigation", { name: "メインメニュー" }));

describe("the header", () => {
  it("has the title as a button that navigates to /", async () => {
    const { router } = openShell({ at: "/things/1/show" });
    await userEvent.click(screen.getByRole("button", { name: "Knowledge Insight" }));
    expect(router.state.location.pathname).toBe("/");
    expect(assign).not.toHaveBeenCalled();
  });

  it("leads to the home of the admin area in the admin area", async () => {
    const { router } = openShell({ at: "/admin/contracts", basename: "/admin" });
    await userEvent.click(screen.getByRole("button", { name: "Knowledge Insight" }));
    expect(router.state.location.pathname).toBe("/admin");
    expect(assign).not.toHaveBeenCalled();
  });

  it("shows extra labels", () => {
    openShell();
    expect(within(screen.getByRole("banner")).getByText("残り3件")).toBeInTheDocument();
  });

  it("lets the keyboard skip to the page", () => {
    openShell();
    const skip = screen.getByRole("link", { name: "本文へ移動" });
    expect(skip).toHaveAttribute("href", `#${screen.getByRole("main").id}`);
  });
});

describe("the user menu", () => {
  it("has two entries, 個人設定 and ログアウト", async () => {
    openShell();
    expect(screen.queryByRole("menu")).toBeNull();
    await userEvent.click(menuButton());
    expect(screen.getAllByRole("menuitem").map((item) => item.textContent)).toEqual([
      "個人設定",
      "ログアウト",
    ]);
    expect(menuButton()).toHaveAttribute("aria-expanded", "true");
  });

  it.each([
    ["一般", {}],
    ["辞書管理者", { isDictionaryAdmin: true }],
    ["辞書管理者・組織管理者", { isDictionaryAdmin: true, isOrganizationAdmin: true }],
  ])("names who is signed in above its entries: %s of an organization", async (role, flags) => {
    userProfile.set({ ...sato, ...flags });
    openShell();
    await userEvent.click(menuButton());
    const user = screen.getByRole("region", { name: "ログイン中の利用者" });
    expect(within(user).getByText("佐藤 花子")).toBeVisible();
    expect(within(user).getByText("sato@example.com")).toBeVisible();
    expect(within(user).getByText("役割").nextSibling).toHaveTextContent(role);
    expect(within(user).getByText("組織").nextSibling).toHaveTextContent("デモ株式会社");
    const [first] = screen.getAllByRole("menuitem");
    expect(first && user.compareDocumentPosition(first)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it("names no organization for a system admin", async () => {
    userProfile.set({ ...NO_PROFILE, userName: "管理 太郎", email: "a@b.jp", isSystemAdmin: true });
    openShell();
    await userEvent.click(menuButton());
    const user = screen.getByRole("region", { name: "ログイン中の利用者" });
    expect(within(user).getByText("システム管理者")).toBeVisible();
    expect(within(user).queryByText("組織")).toBeNull();
  });

  it.each([
    ["個人設定", onPersonalSettings],
    ["ログアウト", onLogout],
  ])("runs %s, closes and gives the focus back", async (name, action) => {
    openShell();
    await userEvent.click(menuButton());
    await userEvent.click(screen.getByRole("menuitem", { name }));
    expect(action).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole("menu")).toBeNull();
    expect(menuButton()).toHaveFocus();
  });

  it("closes on an outside click, not on one inside", async () => {
    openShell();
    await userEvent.click(menuButton());
    await userEvent.click(screen.getByText("佐藤 花子"));
    expect(screen.getByRole("menu")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("heading", { name: "本文" }));
    expect(screen.queryByRole("menu")).toBeNull();
  });

  it("closes on Esc and gives the focus back", async () => {
    openShell();
    await userEvent.click(menuButton());
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("menu")).toBeNull();
    expect(menuButton()).toHaveFocus();
  });

  it("can be used with the arrow keys", async () => {
    openShell();
    menuButton().focus();
    await userEvent.keyboard("{Enter}");
    const [settings, logout] = screen.getAllByRole("menuitem");
    expect(settings).toHaveFocus();
    await userEvent.keyboard("{ArrowDown}");
    expect(logout).toHaveFocus();
    await userEvent.keyboard("{ArrowDown}");
    expect(settings).toHaveFocus();
    await userEvent.keyboard("{ArrowUp}");
    expect(logout).toHaveFocus();
    await userEvent.keyboard("{Home}");
    expect(settings).toHaveFocus();
    await userEvent.keyboard("{End}{Enter}");
    expect(onLogout).toHaveBeenCalledTimes(1);
  });

  it("switches between light, dark and the system's choice, and remembers it", async () => {
    localStorage.clear();
    openShell();
    await userEvent.click(menuButton());
    expect(screen.getByRole("radio", { name: "自動" })).toBeChecked();
    await userEvent.click(screen.getByRole("radio", { name: "ダーク" }));
    expect(document.documentElement.dataset.colorMode).toBe("dark");
    await userEvent.click(menuButton());
    await userEvent.click(menuButton());
    expect(screen.getByRole("radio", { name: "ダーク" })).toBeChecked();
    await userEvent.click(screen.getByRole("radio", { name: "自動" }));
    expect(document.documentElement.dataset.colorMode).toBeUndefined();
  });
});

describe("the sidebar", () => {
  it("shows each item with its icon and label, leading to its path", () => {
    openShell();
    const labels = ["荷物", "メンバー", "管理画面"];
    for (const [index, { path }] of items.entries()) {
      const link = sidebar().getByRole("link", { name: labels[index] ?? "" });
      expect(link).toHaveAttribute("href", path);
      expect(link.querySelector("svg")).not.toBeNull();
    }
  });

  it("shows items marked adminOnly to system admins", () => {
    openShell({ isSystemAdmin: true });
    expect(sidebar().getByRole("link", { name: "管理画面" })).toBeInTheDocument();
  });

  it("shows nobody else the items marked adminOnly", () => {
    openShell({ isSystemAdmin: false });
    expect(
      sidebar()
        .getAllByRole("link")
        .map((link) => link.textContent),
    ).toEqual(["荷物", "メンバー"]);
  });

  it("highlights the item of the current path, also below it", () => {
    openShell({ at: "/things/7/show?tab=usage" });
    expect(sidebar().getByRole("link", { current: "page" })).toHaveTextContent("荷物");
  });

  it("highlights items below the base of an area", () => {
    openShell({ at: "/admin/contracts/1", basename: "/admin" });
    expect(sidebar().getByRole("link", { current: "page" })).toHaveTextContent("管理画面");
  });

  it.each([
    ["/things", "/things"],
    ["/things/1", "/things"],
    ["/things/archive/1", "/things/archive"],
    ["/thingsandmore", undefined],
    ["/", "/"],
    ["/other", undefined],
  ])("takes %s to belong to %s", (here, path) => {
    const some = ["/", "/things", "/things/archive"].map((each) => ({
      icon: Icon,
      path: each,
    }));
    expect(currentItem(some, here)?.path).toBe(path);
  });

  it("navigates within the area, and the new page takes the focus", async () => {
    const { router } = openShell();
    await userEvent.click(sidebar().getByRole("link", { name: "メンバー" }));
    expect(router.state.location.pathname).toBe("/members");
    await waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
  });

  it("leads into the other area as a link that the browser follows", () => {
    const { router } = openShell();
    const link = sidebar().getByRole("link", { name: "管理画面" });
    expect(link).toHaveAttribute("href", "/admin/contracts");
    const followed = fireEvent.click(link);
    expect(followed).toBe(true);
    expect(router.state.location.pathname).toBe("/things");
  });
});

describe("the drawer of a phone", () => {
  it("opens with the focus in it and closes on Esc", async () => {
    openShell();
    const opener = screen.getByRole("button", { name: "メニューを開く" });
    await userEvent.click(opener);
    expect(opener).toHaveAttribute("aria-expanded", "true");
    expect(sidebar().getByRole("link", { name: "荷物" })).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    expect(opener).toHaveAttribute("aria-expanded", "false");
    expect(opener).toHaveFocus();
  });

  it("closes when an item is followed", async () => {
    openShell();
    await userEvent.click(screen.getByRole("button", { name: "メニューを開く" }));
    await userEvent.click(sidebar().getByRole("link", { name: "メンバー" }));
    expect(screen.getByRole("button", { name: "メニューを開く" })).toHaveAttribute(
      "aria-expanded",
      "false",
    );
  });
});

describe("what the page before left to say", () => {
  const said = () => screen.queryByText("利用者を招待しました。");

  async function arrive() {
    const { router } = openShell({ at: "/things/create" });
    leaveArrivalNote({ pathname: "/things", message: "利用者を招待しました。" });
    expect(said()).toBeNull();
    await act(() => router.navigate("/things"));
    expect(said()).toBeVisible();
    return router;
  }

  it("stands on the page it is for until that is left", async () => {
    const router = await arrive();
    await act(() => router.navigate("/things?page=2"));
    expect(said()).toBeVisible();
    await act(() => router.navigate("/members"));
    expect(said()).toBeNull();
    await act(() => router.navigate("/things"));
    expect(said()).toBeNull();
  });

  it("can be closed", async () => {
    await arrive();
    await userEvent.click(within(screen.getByRole("main")).getByRole("button", { name: "閉じる" }));
    expect(said()).toBeNull();
  });
});
