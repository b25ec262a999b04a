import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { validationFailed } from "../../../server/problem.ts";
import { userProfile } from "../../../src/providers/signIn/userProfile.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { gate } from "../../support/gate.ts";
import { aWorkspace } from "../../support/records.ts";
import { openStaffArea } from "../areas/openArea.tsx";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import {
  organizationAdmin,
  referTo,
  staff,
  type World,
  workspacesAre,
} from "./workspaceRecords.ts";

const api = apiDouble("staff");
const sales = aWorkspace();
const abc = aWorkspace({ workspaceId: 2, workspaceName: "abc開発" });
const support = aWorkspace({ workspaceId: 3, workspaceName: "サポート" });
const all = referTo(sales, abc, support);
const inSales = { lastSelectedWorkspaceId: 1, lastSelectedWorkspaceName: "営業部" };
const NOT_CHOSEN = "ワークスペースを選択";

const switcher = (name: string) => screen.findByRole("button", { name: new RegExp(name) });
const field = () => screen.getByRole("combobox", { name: "ワークスペースを検索" });
const options = () => screen.queryAllByRole("option").map(({ textContent }) => textContent);
const active = () =>
  document.getElementById(field().getAttribute("aria-activedescendant") ?? "")?.textContent;

async function openSwitcher(given: Partial<World>, name: string) {
  const world = workspacesAre(given);
  openStaffArea("/");
  const button = await switcher(name);
  await userEvent.click(button);
  await screen.findByRole("listbox");
  return { ...world, button };
}

describe("the workspace switcher", () => {
  it("selects nothing by itself among several, and remembers what is chosen", async () => {
    const { button } = await openSwitcher({ profile: { ...staff, workspaces: all } }, NOT_CHOSEN);
    expect(options()).toEqual(["営業部", "abc開発", "サポート"]);
    await userEvent.click(screen.getByRole("option", { name: "サポート" }));
    expect(await switcher("ワークスペース：サポート")).toBe(button);
    expect(button).toHaveFocus();
    expect(screen.queryByRole("listbox")).toBeNull();
    await waitFor(() =>
      expect(api.sent).toEqual([
        {
          method: "PATCH",
          path: "/users/me",
          ifMatch: null,
          body: { lastSelectedWorkspaceId: 3 },
        },
      ]),
    );
  });

  it("shows what was selected before, marked among the others", async () => {
    await openSwitcher({ profile: { ...staff, workspaces: all, ...inSales } }, "営業部");
    expect(screen.getByRole("option", { selected: true })).toHaveTextContent("営業部");
    expect(active()).toBe("営業部");
  });

  it("is operated by keyboard, the focus staying in the field", async () => {
    await openSwitcher({ profile: { ...staff, workspaces: all, ...inSales } }, "営業部");
    expect(field()).toHaveFocus();
    await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}");
    expect(active()).toBe("サポート");
    expect(field()).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    expect(await switcher("サポート")).toHaveFocus();
    await waitFor(() => expect(api.sent[0]?.body).toEqual({ lastSelectedWorkspaceId: 3 }));
  });

  it("finds by name whatever the width of the letters, and says when nothing matches", async () => {
    await openSwitcher({ profile: { ...staff, workspaces: all } }, NOT_CHOSEN);
    await userEvent.type(field(), "ＡＢＣ");
    expect(options()).toEqual(["abc開発"]);
    expect(active()).toBe("abc開発");
    await userEvent.clear(field());
    await userEvent.type(field(), "さぽ");
    expect(options()).toEqual(["サポート"]);
    await userEvent.type(field(), "無");
    expect(screen.getByText("該当する候補はありません。")).toBeVisible();
    await userEvent.keyboard("{Enter}");
    expect(screen.getByRole("listbox")).toBeInTheDocument();
  });

  it("waits for the end of a conversion, whose Enter and Esc are not its own", async () => {
    await openSwitcher({ profile: { ...staff, workspaces: all } }, NOT_CHOSEN);
    fireEvent.compositionStart(field());
    fireEvent.change(field(), { target: { value: "ｓ" } });
    expect(options()).toHaveLength(3);
    fireEvent.keyDown(field(), { key: "Enter", keyCode: 229 });
    fireEvent.keyDown(field(), { key: "Escape", keyCode: 229 });
    expect(screen.getByRole("listbox")).toBeInTheDocument();
    fireEvent.change(field(), { target: { value: "サポ" } });
    fireEvent.compositionEnd(field());
    expect(options()).toEqual(["サポート"]);
    expect(api.sent).toEqual([]);
  });

  it("closes on Esc, giving the focus back, and on a press outside", async () => {
    const { button } = await openSwitcher({ profile: { ...staff, workspaces: all } }, NOT_CHOSEN);
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("listbox")).toBeNull();
    expect(button).toHaveFocus();
    await userEvent.click(button);
    await userEvent.click(screen.getByRole("main"));
    expect(screen.queryByRole("listbox")).toBeNull();
  });

  it("takes the choice back, with the reason, when it cannot be remembered", async () => {
    expectConsoleErrors();
    const { passed, open } = gate();
    const given = { profile: { ...staff, workspaces: all, ...inSales } };
    await openSwitcher(given, "営業部");
    api.answer("PATCH /users/me", async () => {
      await passed;
      return HttpResponse.error();
    });
    await userEvent.click(screen.getByRole("option", { name: "サポート" }));
    expect(await switcher("サポート")).toBeVisible();
    open();
    expect(await switcher("営業部")).toBeVisible();
    expect(
      await screen.findByText("ネットワークエラーが発生しました。通信環境をご確認ください。"),
    ).toBeVisible();
  });

  it("keeps the last of several choices, sent one after the other", async () => {
    const { passed, open } = gate();
    const asked: unknown[] = [];
    await openSwitcher({ profile: { ...staff, workspaces: all } }, NOT_CHOSEN);
    api.answer("PATCH /users/me", async ({ body: { lastSelectedWorkspaceId = null } }) => {
      asked.push(lastSelectedWorkspaceId);
      await passed;
      return { ...staff, workspaces: all, lastSelectedWorkspaceId };
    });
    for (const name of ["営業部", "abc開発", "サポート"]) {
      await userEvent.click(screen.getByRole("option", { name }));
      await userEvent.click(await switcher(name));
    }
    expect(asked).toEqual([1]);
    open();
    await waitFor(() => expect(userProfile.get().lastSelectedWorkspaceId).toBe(3));
    expect(await switcher("サポート")).toBeVisible();
    expect(asked).toEqual([1, 3]);
  });

  it("selects the only workspace by itself", async () => {
    workspacesAre({ profile: { ...staff, workspaces: referTo(sales) } });
    openStaffArea("/");
    expect(await switcher("ワークスペース：営業部")).toBeVisible();
    await waitFor(() =>
      expect(api.sent.map(({ body }) => body)).toEqual([{ lastSelectedWorkspaceId: 1 }]),
    );
    // The answer is the profile, which must not arrive in the next test.
    await waitFor(() => expect(userProfile.get().lastSelectedWorkspaceId).toBe(1));
  });

  it("says once which workspace was lost, and selects none in its place", async () => {
    // The tab remembers which workspaces were deleted in it, also by other test files.
    const lost = { ...sales, workspaceId: 11 };
    const inLost = { ...inSales, lastSelectedWorkspaceId: 11 };
    workspacesAre({ profile: { ...staff, workspaces: referTo(lost, support), ...inLost } });
    openStaffArea("/");
    await switcher("営業部");
    const now = {
      ...staff,
      workspaces: referTo(support),
      lastSelectedWorkspaceId: null,
      lastSelectedWorkspaceName: null,
    };
    act(() => userProfile.set(now));
    act(() => userProfile.set({ ...now }));
    expect(
      await screen.findAllByText("ワークスペース「営業部」は利用できなくなりました。"),
    ).toHaveLength(1);
    expect(await switcher(NOT_CHOSEN)).toBeVisible();
    expect(api.sent).toEqual([]);
  });

  it("stays with the workspace of its tab when another is chosen elsewhere", async () => {
    workspacesAre({ profile: { ...staff, workspaces: all, ...inSales } });
    openStaffArea("/");
    await switcher("営業部");
    expect(window.location.search).toBe("?workspace=1");
    act(() => userProfile.set({ ...userProfile.get(), lastSelectedWorkspaceId: 3 }));
    expect(await switcher("営業部")).toBeVisible();
    await userEvent.click(screen.getByRole("link", { name: "ワークスペース" }));
    await screen.findByRole("heading", { level: 1, name: "ワークスペース" });
    expect(new URLSearchParams(window.location.search).get("workspace")).toBe("1");
  });

  it("opens a link in the workspace that it names, and changes nothing elsewhere", async () => {
    workspacesAre({ profile: { ...staff, workspaces: all, ...inSales } });
    openStaffArea("/?workspace=3");
    expect(await switcher("サポート")).toBeVisible();
    expect(api.sent).toEqual([]);
  });

  it("says that a link names a workspace that is not the user's, and opens the last chosen one", async () => {
    workspacesAre({ profile: { ...staff, workspaces: all, ...inSales } });
    openStaffArea("/?workspace=99");
    expect(await screen.findByText("リンクのワークスペースは利用できません。")).toBeVisible();
    expect(await switcher("営業部")).toBeVisible();
    expect(window.location.search).toBe("?workspace=1");
  });

  it("tells of a workspace that was gone before it could be chosen", async () => {
    expectConsoleErrors();
    const { world } = await openSwitcher(
      { profile: { ...staff, workspaces: all, ...inSales } },
      "営業部",
    );
    world.profile = { ...world.profile, workspaces: referTo(sales, abc) };
    api.refuse("PATCH /users/me", validationFailed({}));
    await userEvent.click(screen.getByRole("option", { name: "サポート" }));
    expect(
      await screen.findAllByText("ワークスペース「サポート」は利用できなくなりました。"),
    ).toHaveLength(1);
    await userEvent.click(await switcher("営業部"));
    await waitFor(() => expect(options()).toEqual(["営業部", "abc開発"]));
  });

  it("is not there for who has no workspace", async () => {
    workspacesAre({ profile: staff });
    openStaffArea("/");
    expect(
      await screen.findByText(
        "利用できるワークスペースはまだありません。組織管理者にお問い合わせください。",
      ),
    ).toBeVisible();
    expect(screen.queryByRole("button", { name: /ワークスペース/ })).toBeNull();
  });
});

describe("the card on the home page", () => {
  const card = () => screen.findByRole("region", { name: "自分のワークスペース" });

  it("leads to the own workspaces, the selected one first", async () => {
    workspacesAre({
      profile: {
        ...staff,
        workspaces: all,
        lastSelectedWorkspaceId: 3,
        lastSelectedWorkspaceName: "サポート",
      },
    });
    openStaffArea("/");
    const items = within(await card()).getAllByRole("listitem");
    expect(items.map(({ textContent }) => textContent)).toEqual([
      "サポート選択中",
      "営業部",
      "abc開発",
    ]);
    expect(within(await card()).getByRole("link", { name: "営業部" })).toHaveAttribute(
      "href",
      "/workspaces/1/show?workspace=3",
    );
  });

  it("shows an organization admin the own ones only, and the way to all", async () => {
    const workspaces = all.map((each) => ({ ...each, isMember: each.workspaceId === 2 }));
    workspacesAre({ profile: { ...organizationAdmin, workspaces } });
    openStaffArea("/");
    const items = within(await card()).getAllByRole("listitem");
    expect(items.map(({ textContent }) => textContent)).toEqual(["abc開発"]);
    expect(within(await card()).getByRole("link", { name: /を見る（3件）$/ })).toBeVisible();
  });

  it("says so to an organization admin who is a member of none", async () => {
    const workspaces = all.map((each) => ({ ...each, isMember: false }));
    workspacesAre({ profile: { ...organizationAdmin, workspaces } });
    openStaffArea("/");
    expect(
      await within(await card()).findByText("参加しているワークスペースはありません。"),
    ).toBeVisible();
  });

  it("shows some of many, and the way to all", async () => {
    const many = Array.from({ length: 40 }, (_, index) =>
      aWorkspace({ workspaceId: index + 1, workspaceName: `第${index + 1}課` }),
    );
    workspacesAre({ profile: { ...organizationAdmin, workspaces: referTo(...many) } });
    openStaffArea("/");
    expect(within(await card()).getAllByRole("listitem")).toHaveLength(8);
    expect(
      within(await card()).getByRole("link", { name: "すべてのワークスペースを見る（40件）" }),
    ).toHaveAttribute("href", "/workspaces");
  });

  it("leads an organization admin without any to add one", async () => {
    workspacesAre();
    openStaffArea("/");
    expect(
      await within(await card()).findByRole("link", { name: "ワークスペースを追加" }),
    ).toHaveAttribute("href", "/workspaces/create");
  });
});
