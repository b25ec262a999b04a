import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { internal, unauthenticated } from "../../../server/problem.ts";
import { rememberRecord } from "../../../src/components/recent/recentRecords.ts";
import { userProfile } from "../../../src/providers/signIn/userProfile.ts";
import { leaveFlash, pageLoad } from "../../../src/providers/start/pageLoad.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { paged } from "../../support/doubleAnswer.ts";
import {
  aContract,
  aDictionary,
  aProfile,
  heldBySato,
  limits,
  noForecast,
} from "../../support/records.ts";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { signedIn } from "./browserIdentity.ts";
import { openStaffArea } from "./openArea.tsx";

const identity = {
  currentUserId: vi.fn<() => string | null>(),
  signOut: vi.fn<() => Promise<void>>(),
};
const open = (path = "/") => openStaffArea(path, signedIn(identity));

const api = apiDouble("staff");
const staff = aProfile();
const contract = { status: "ACTIVE", startDate: "2026-04-01", endDate: "2027-03-31" } as const;
const left = limits({ remainingCount: 3, remainingMinutes: 525, contract });
api.answer("GET /users/me", () => staff);
api.answer("GET /contracts/limits", () => left);
api.answer("GET /contracts", paged([aContract()]));
api.answer("GET /dictionaries", paged([]));
let replaced: string[] = [];

beforeEach(() => {
  replaced = [];
  window.sessionStorage.clear();
  identity.currentUserId.mockReset().mockReturnValue("u1");
  identity.signOut.mockReset().mockResolvedValue();
  vi.spyOn(pageLoad, "replace").mockImplementation((url) => {
    replaced.push(url);
  });
});

const card = () => screen.findByRole("region", { name: "利用可能な残量" });

describe("the home page", () => {
  it("shows what is left of the contract, and so does the header", async () => {
    open();
    const left = async (of: string) =>
      (await within(await card()).findByText(`残りの文字起こし${of}`)).nextElementSibling;
    expect(await left("件数")).toHaveTextContent(/^3件/);
    expect(await left("時間")).toHaveTextContent(/^8時間45分/);
    expect(screen.getByText("残り3件・8時間45分")).toBeVisible();
  });

  it.each([
    [{ ...left, unlimitedCount: true, remainingCount: 0 }, "残り8時間45分（件数は無制限）"],
    [{ ...left, unlimitedMinutes: true, remainingMinutes: 0 }, "残り3件（時間は無制限）"],
  ])("says 無制限 where there is no cap", async (some, header) => {
    api.answer("GET /contracts/limits", () => some);
    open();
    expect(await within(await card()).findByText("無制限")).toBeVisible();
    expect(screen.getByText(header)).toBeVisible();
  });

  it("says what to do without a contract", async () => {
    api.answer("GET /contracts/limits", () => limits());
    open();
    expect(
      await screen.findByText("有効な契約がありません。管理者にお問い合わせください。"),
    ).toBeVisible();
    expect(screen.queryByText(/^残り/)).toBeNull();
  });

  it("tells what failed and reads it again", async () => {
    expectConsoleErrors();
    api.refuse("GET /contracts/limits", internal());
    open();
    const user = userEvent.setup();
    expect(
      await screen.findByText("サーバーエラーが発生しました。管理者にお問い合わせください。"),
    ).toBeVisible();
    api.answer("GET /contracts/limits", () => left);
    await user.click(screen.getByRole("button", { name: "再読み込み" }));
    expect(await within(await card()).findByText("残りの文字起こし件数")).toBeVisible();
    expect(console.error).toHaveBeenCalled();
  });

  it("leads an organization admin on to the contracts, and nobody else", async () => {
    api.answer("GET /users/me", () => ({ ...staff, isOrganizationAdmin: true }));
    api.answer("GET /contracts/{id}/usage", ({ query: { by } }) => ({
      by,
      points: [],
      ...noForecast,
    }));
    const { unmount } = open();
    const to = { name: "契約の推移を見る" };
    expect(await within(await card()).findByRole("link", to)).toHaveAttribute("href", "/contracts");
    unmount();
    api.answer("GET /users/me", () => staff);
    open();
    expect(within(await card()).queryByRole("link")).toBeNull();
  });

  it("finds a word by the quick search, by Enter and not while it is converted", async () => {
    api.answer("GET /search", ({ query: { q } }) => ({
      found: [{ kind: "entries", id: "9", title: q, details: ["医療用語"], parentId: "3" }],
    }));
    open();
    const field = await screen.findByRole("searchbox", { name: "単語を検索" });
    await userEvent.type(field, "嚥下障害");
    fireEvent.keyDown(field, { key: "Enter", isComposing: true });
    expect(screen.queryByRole("dialog")).toBeNull();
    await userEvent.type(field, "{Enter}");
    const dialog = await screen.findByRole("dialog", {}, { timeout: 10_000 });
    expect(await within(dialog).findByRole("combobox")).toHaveValue("嚥下障害");
    expect(await within(dialog).findByRole("option", { name: /嚥下障害/ })).toHaveAttribute(
      "href",
      expect.stringContaining("/dictionaries/3?filter="),
    );
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(field).toHaveFocus());
    expect(screen.getByRole("link", { name: "文章で試す（反映プレビュー）" })).toHaveAttribute(
      "href",
      "/dictionaries/preview",
    );
  });

  it("says that nobody edits a dictionary now", async () => {
    open();
    const locked = await screen.findByRole("region", { name: "編集中の辞書" });
    expect(await within(locked).findByText("現在編集中の辞書はありません。")).toBeVisible();
  });

  it("shows which dictionaries are edited now, by whom and since when", async () => {
    const edited = [
      aDictionary({ dictionaryId: 3, ...heldBySato() }),
      aDictionary({ dictionaryId: 4, dictionaryName: "人名", ...heldBySato(), lockedBy: "u1" }),
    ];
    api.answer("GET /dictionaries", paged(edited, 12));
    open();
    const locked = await screen.findByRole("region", { name: "編集中の辞書" });
    const items = await within(locked).findAllByRole("listitem");
    expect(api.calls("GET /dictionaries")[0]?.query).toMatchObject({ locked: "true" });
    expect(items.map((item) => item.textContent)).toEqual([
      "医療用語業務辞書編集中佐藤 花子さん・14:32から",
      "人名業務辞書自分が編集中",
    ]);
    expect(within(locked).getByRole("link", { name: "医療用語" })).toHaveAttribute(
      "href",
      "/dictionaries/3",
    );
    expect(
      within(locked).getByRole("link", { name: "編集中の辞書をすべて見る（12件）" }),
    ).toHaveAttribute("href", `/dictionaries?filter=${encodeURIComponent('{"locked":"true"}')}`);
  });

  it("leads to the dictionaries that the person opened last, the latest first", async () => {
    userProfile.set({ ...userProfile.get(), ...staff });
    rememberRecord("contracts", 1, "契約");
    for (const id of [1, 2, 3, 4, 5, 6]) rememberRecord("dictionaries", id, `辞書${id}`);
    const ofIds = [2, 3, 5, 6].map((dictionaryId) =>
      aDictionary({ dictionaryId, dictionaryName: `今の名前${dictionaryId}`, entryCount: 1_120 }),
    );
    api.answer("GET /dictionaries", (request) => paged(request.query.ids ? ofIds : [])(request));
    open();
    const recent = await screen.findByRole("region", { name: "最近開いた辞書" });
    const links = await within(recent).findAllByRole("link");
    // The fourth one has been deleted.
    expect(links.map(({ textContent }) => textContent)).toEqual([
      "今の名前6",
      "今の名前5",
      "今の名前3",
      "今の名前2",
    ]);
    expect(links[0]).toHaveAttribute("href", "/dictionaries/6");
    expect(within(recent).getAllByText("1,120件")).toHaveLength(4);
    const asked = api.calls("GET /dictionaries").filter(({ query }) => query.ids);
    expect(asked.map(({ query }) => query.ids)).toEqual(["6,5,4,3,2"]);
  });

  it("shows no such card when they have all been deleted", async () => {
    userProfile.set({ ...userProfile.get(), ...staff });
    rememberRecord("dictionaries", 9, "古い辞書");
    open();
    await waitFor(() =>
      expect(screen.queryByRole("region", { name: "最近開いた辞書" })).toBeNull(),
    );
    await screen.findByText("現在編集中の辞書はありません。");
    expect(api.calls("GET /dictionaries")).toHaveLength(2);
    expect(screen.queryByRole("region", { name: "最近開いた辞書" })).toBeNull();
  });

  it("shows no such card before a dictionary was opened", async () => {
    window.localStorage.clear();
    open();
    await card();
    await screen.findByRole("region", { name: "編集中の辞書" });
    expect(screen.queryByRole("region", { name: "最近開いた辞書" })).toBeNull();
  });

  it("leads a system admin on to /admin and asks for no limits", async () => {
    api.answer("GET /users/me", () => ({ ...staff, organizationId: 0, isSystemAdmin: true }));
    open();
    await waitFor(() => expect(replaced).toEqual(["/admin"]));
    expect(api.calls("GET /contracts/limits")).toEqual([]);
  });
});

describe("the staff area", () => {
  it("has no way to /admin for staff", async () => {
    open();
    await card();
    expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).not.toContain(
      "/admin",
    );
    expect(screen.getByRole("link", { name: "ホーム" })).toHaveAttribute("aria-current", "page");
  });

  it("shows nothing to who is not signed in", async () => {
    identity.currentUserId.mockReturnValue(null);
    open();
    await waitFor(() => expect(replaced).toEqual(["/app/login"]));
    expect(screen.queryByRole("banner")).toBeNull();
  });

  it("says what the page before left to say", async () => {
    leaveFlash("forbidden");
    open();
    expect(await screen.findByText("この操作を行う権限がありません。")).toBeVisible();
  });

  it("says so where there is no such page", async () => {
    open("/nowhere");
    expect(
      await screen.findByText("URLが正しくないか、ページが移動または削除されています。"),
    ).toBeVisible();
    expect(screen.getByRole("link", { name: "ホームに戻る" })).toHaveAttribute("href", "/");
  });

  it.each([
    "/dictionaries/1/imports",
    "/dictionaries/1/import/2",
    "/dictionaries/1/show/entries",
    "/dictionaries/create/1",
    "/workspaces/1/member",
    "/workspaces/1/members/2",
    "/users/u1/show/audit",
    "/users/u1/edit",
    "/alerts/1",
    "/alerts/create",
  ])("has no page, and asks for no record, at %s", async (path) => {
    open(path);
    expect(await screen.findByText("ページが見つかりません。")).toBeVisible();
    const [, resource] = path.split("/");
    const asked = api.calls().filter((call) => call.path.startsWith(`/${resource}/`));
    expect(asked.map(({ key }) => key).filter((key) => key !== "GET /users/me")).toEqual([]);
  });

  it("signs out by the user menu", async () => {
    api.answer("DELETE /session", () => undefined);
    open();
    await card();
    const user = userEvent.setup();
    await user.click(screen.getByRole("button", { name: "ユーザーメニュー" }));
    await user.click(screen.getByRole("menuitem", { name: "ログアウト" }));
    await waitFor(() => expect(replaced).toEqual(["/app/login"]));
    expect(identity.signOut).toHaveBeenCalledOnce();
  });

  it("signs out when the API does not accept the token any more", async () => {
    expectConsoleErrors();
    api.refuse("GET /contracts/limits", unauthenticated());
    open();
    await waitFor(() => expect(replaced).toEqual(["/app/login?reason=expired"]));
    expect(identity.signOut).toHaveBeenCalledOnce();
  });

  it("opens the personal settings, each time in view mode", async () => {
    api.answer("GET /sessions", paged([]));
    api.answer("GET /proposals/mails", () => ({ enabled: true, available: true }));
    open();
    await card();
    const user = userEvent.setup();
    const openSettings = async () => {
      await user.click(screen.getByRole("button", { name: "ユーザーメニュー" }));
      await user.click(screen.getByRole("menuitem", { name: "個人設定" }));
      return screen.findByRole("dialog", { name: "個人設定" });
    };
    const dialog = await openSettings();
    expect(within(dialog).getByText("一般 太郎")).toBeVisible();
    await user.click(within(dialog).getByRole("button", { name: "編集" }));
    await user.click(within(dialog).getByRole("button", { name: "閉じる" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(within(await openSettings()).getByRole("button", { name: "編集" })).toBeVisible();
  });
});
