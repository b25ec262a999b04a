import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Contract } from "../../../domain/contracts/schemas.ts";
import type { AdminSearchResult } from "../../../domain/search/schemas.ts";
import { limitReached } from "../../../server/problem.ts";
import { rememberRecord } from "../../../src/components/recent/recentRecords.ts";
import { userProfile } from "../../../src/providers/signIn/userProfile.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { paged } from "../../support/doubleAnswer.ts";
import { aContract, aProfile } from "../../support/records.ts";
import { openAdminArea, openStaffArea } from "../areas/openArea.tsx";
import { contractsAre } from "../contracts/contractRecords.ts";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";

const api = apiDouble("admin");
const staffApi = apiDouble("staff");
const me = { userName: "管理 太郎", email: "sysadmin@example.com", isSystemAdmin: true };
api.answer("GET /me", () => me);
api.answer("GET /sessions", paged([]));
api.answer("GET /alerts/mails", () => ({ enabled: true, available: true }));
staffApi.answer("GET /proposals/mails", () => ({ enabled: true, available: true }));

const demo: AdminSearchResult["found"] = [
  {
    kind: "contracts",
    id: "12",
    title: "山田商事",
    details: ["2026/04〜2027/03", "契約中", "10000001"],
    parentId: "3",
  },
  { kind: "organizations", id: "3", title: "山田商事", details: ["10000001"], parentId: null },
];

beforeEach(() => {
  window.localStorage.clear();
  contractsAre([aContract()]);
  api.answer("GET /search", () => ({ found: demo }));
});

/** A list that does not fit its page, so that it has a search. */
async function openList(more: readonly Contract[] = []) {
  const others = Array.from({ length: 10 }, (_, index) =>
    aContract({ contractId: index + 2, organizationName: `組織${index + 2}` }),
  );
  contractsAre([aContract(), ...others, ...more]);
  openAdminArea("/admin/contracts");
  await screen.findByRole("link", { name: "デモ株式会社" });
}

/** Opens the dialog by its keys; returns its field. */
async function openSearch() {
  fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
  return screen.findByRole("combobox", { name: "画面・操作・データを検索" });
}

const dialog = () => screen.queryByRole("dialog", { name: "クイック検索" });
const option = (name: RegExp) => screen.findByRole("option", { name });
const active = (field: HTMLElement) =>
  document.getElementById(field.getAttribute("aria-activedescendant") ?? "");

describe("the quick search", () => {
  it("opens by its button and its keys, and closes with the focus where it was", async () => {
    await openList();
    const button = screen.getByRole("button", { name: "クイック検索" });
    button.focus();
    await userEvent.click(button);
    expect(await screen.findByRole("combobox", { name: /検索/ })).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(dialog()).toBeNull());
    expect(button).toHaveFocus();
    expect(await openSearch()).toHaveFocus();
  });

  it("leads to a record by the arrows and Enter, and in a new tab with Ctrl", async () => {
    const opened = vi.spyOn(window, "open").mockReturnValue(null);
    const yamada = aContract({ contractId: 12, organizationName: "山田商事" });
    await openList([yamada]);
    const field = await openSearch();
    await userEvent.type(field, "山田");
    expect(await option(/山田商事.*契約中/)).toHaveAttribute("aria-selected", "true");
    await userEvent.keyboard("{ArrowDown}");
    expect(active(field)).toHaveTextContent("山田商事10000001");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    expect(opened).toHaveBeenCalledWith("/admin/organizations/3", "_blank", "noopener");
    expect(dialog()).not.toBeNull();
    await userEvent.keyboard("{ArrowUp}{Enter}");
    await waitFor(() => expect(window.location.pathname).toBe("/admin/contracts/12/show"));
    expect(await screen.findByRole("heading", { level: 1, name: /山田商事/ })).toBeVisible();
  });

  it("leads from a word to the words of its dictionary that are found by it", async () => {
    const word = { kind: "entries" as const, id: "7", title: "開発連携", details: ["医療用語"] };
    staffApi.answer("GET /users/me", () => aProfile());
    staffApi.answer("GET /search", () => ({ found: [{ ...word, parentId: "4" }] }));
    for (const key of ["GET /contracts/limits", "GET /dictionaries/{id}"] as const) {
      staffApi.answer(key, () => new Promise(() => {}));
    }
    openStaffArea("/nowhere");
    await screen.findByRole("heading", { level: 1, name: "ページが見つかりません。" });
    await userEvent.type(await openSearch(), "かいはつ");
    await userEvent.click(await option(/開発連携/));
    await waitFor(() => expect(window.location.pathname).toBe("/dictionaries/4"));
    const conditions = new URLSearchParams(window.location.search).get("filter");
    expect(JSON.parse(conditions ?? "")).toEqual({ q: "開発連携" });
  });

  it("leads people who may not add a word that no dictionary has to the form that proposes it", async () => {
    staffApi.answer("GET /users/me", () => aProfile());
    staffApi.answer("GET /search", () => ({ found: [] }));
    staffApi.answer("GET /proposals", paged([]));
    staffApi.answer("GET /contracts/limits", () => new Promise(() => {}));
    openStaffArea("/nowhere");
    await screen.findByRole("heading", { level: 1, name: "ページが見つかりません。" });
    await userEvent.type(await openSearch(), "偕楽園");
    await userEvent.click(await option(/「偕楽園」を辞書に提案/));
    const form = within(await screen.findByRole("dialog", { name: "単語の提案" }));
    expect(form.getByRole("textbox", { name: "表記" })).toHaveValue("偕楽園");
  });

  it("asks the server once typing has paused, and shows the newest text's answer alone", async () => {
    expectConsoleErrors();
    await openList();
    const asked: string[] = [];
    const answers: ((found: AdminSearchResult["found"]) => void)[] = [];
    api.answer("GET /search", ({ query }) => {
      asked.push(query.q);
      return new Promise((resolve) => answers.push((found) => resolve({ found })));
    });
    const field = await openSearch();
    fireEvent.change(field, { target: { value: "山田" } });
    await waitFor(() => expect(answers).toHaveLength(1));
    fireEvent.change(field, { target: { value: "山田商事" } });
    await waitFor(() => expect(answers).toHaveLength(2));
    expect(asked).toEqual(["山田", "山田商事"]);
    answers[1]?.(demo);
    expect(await option(/契約中/)).toBeVisible();
    answers[0]?.([
      { ...demo[1], kind: "organizations", id: "9", title: "山田", details: [], parentId: null },
    ]);
    await waitFor(() => expect(screen.getByText("2件の候補")).toBeVisible());
    expect(screen.queryByRole("option", { name: "山田" })).toBeNull();
  });

  it("opens the first answer after an Enter that came before it", async () => {
    await openList();
    await userEvent.type(await openSearch(), "山田{Enter}");
    await waitFor(() => expect(window.location.pathname).toBe("/admin/contracts/12/show"));
  });

  it.each([
    ["while kana are converted", { isComposing: true }],
    ["for the key that Safari marks with 229", { keyCode: 229 }],
  ])("does not act %s", async (_, composing) => {
    await openList();
    fireEvent.keyDown(document.body, { key: "k", ctrlKey: true, ...composing });
    fireEvent.keyDown(document.body, { key: "/", ...composing });
    expect(document.body).toHaveFocus();
    const field = await openSearch();
    await userEvent.type(field, "けいやく");
    const first = active(field);
    for (const key of ["ArrowDown", "Enter", "Escape"])
      fireEvent.keyDown(field, { key, ...composing });
    expect(active(field)).toBe(first);
    expect(dialog()).not.toBeNull();
    expect(window.location.pathname).toBe("/admin/contracts");
  });

  it("does not ask for the text of a conversion in progress", async () => {
    await openList();
    const field = await openSearch();
    fireEvent.compositionStart(field);
    fireEvent.change(field, { target: { value: "やまd" } });
    expect(screen.getByRole("option", { name: "契約を追加" })).toBeVisible();
    fireEvent.change(field, { target: { value: "山田" } });
    fireEvent.compositionEnd(field);
    expect(await option(/契約中/)).toBeVisible();
    expect(api.calls("GET /search")).toHaveLength(1);
  });

  it("finds screens and actions by name or reading, and runs an action", async () => {
    api.answer("GET /search", () => ({ found: [] }));
    await openList();
    const field = await openSearch();
    await userEvent.type(field, "けいやく　ついか");
    expect(await option(/^契約を追加$/)).toHaveAttribute("href", "/admin/contracts/create");
    await userEvent.clear(field);
    await userEvent.type(field, "ｻｰﾋﾞｽ");
    expect(await option(/^サービスキー$/)).toHaveAttribute("href", "/admin/service-keys");
    await userEvent.clear(field);
    await userEvent.type(field, "こじん{Enter}");
    expect(await screen.findByRole("dialog", { name: "個人設定" })).toBeVisible();
  });

  it("says that nothing is found, and offers another attempt after an error", async () => {
    expectConsoleErrors();
    api.answer("GET /search", () => ({ found: [] }));
    await openList();
    const field = await openSearch();
    await userEvent.type(field, "龍");
    const all = within(screen.getByRole("dialog"));
    expect((await all.findAllByText("「龍」に一致する項目はありません。"))[0]).toBeVisible();
    api.refuse("GET /search", limitReached("OVERLOADED", "server", 2));
    await userEvent.type(field, "馬");
    await userEvent.click(await all.findByRole("button", { name: "再読み込み" }));
  });

  it("offers the records that this person opened last, and nobody else's", async () => {
    userProfile.set({ ...userProfile.get(), ...me });
    for (const id of [1, 2, 3]) rememberRecord("contracts", id, `契約${id} 2026/04〜2027/03`);
    rememberRecord("contracts", 1, "契約1 2026/04〜2027/03");
    rememberRecord("dictionaries", 5, "社内用語");
    window.localStorage.setItem(
      "ki.recent.other@example.com.0",
      '[{"kind":"contracts","id":"8","title":"他"}]',
    );
    await openList();
    await openSearch();
    const recent = within(await screen.findByRole("group", { name: "最近開いた項目" }));
    expect(recent.getAllByRole("option").map((each) => each.textContent)).toEqual([
      "契約1 2026/04〜2027/03契約",
      "契約3 2026/04〜2027/03契約",
      "契約2 2026/04〜2027/03契約",
    ]);
  });
});

describe("single keys", () => {
  it("/ goes to the search of the list, ? shows the keys, unless something is typed", async () => {
    await openList();
    await userEvent.keyboard("/");
    const keyword = screen.getByRole("searchbox", { name: "キーワード" });
    expect(keyword).toHaveFocus();
    await userEvent.keyboard("/?");
    expect(keyword).toHaveValue("/?");
    keyword.blur();
    fireEvent.keyDown(document.body, { key: "?", ctrlKey: true });
    expect(screen.queryByRole("dialog")).toBeNull();
    await userEvent.keyboard("?");
    expect(await screen.findByRole("dialog", { name: "キーボード操作" })).toBeVisible();
  });

  it("can be turned off", async () => {
    await openList();
    await userEvent.keyboard("?");
    const help = within(await screen.findByRole("dialog", { name: "キーボード操作" }));
    await userEvent.click(help.getByRole("checkbox"));
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await userEvent.keyboard("?");
    await userEvent.keyboard("/");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByRole("searchbox", { name: "キーワード" })).not.toHaveFocus();
  });
});
