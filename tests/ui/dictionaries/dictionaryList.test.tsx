import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { lockTopic } from "../../../domain/events.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { aDictionary, aProfile, heldBySato, limits } from "../../support/records.ts";
import { openStaffArea } from "../areas/openArea.tsx";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { dictionariesAre } from "./dictionaryRecords.ts";
import { openStaff, organizationAdmin, staff } from "./openStaff.tsx";

const api = apiDouble("staff");

const eleven = Array.from({ length: 11 }, (_, n) =>
  aDictionary({ dictionaryId: n + 1, dictionaryName: `辞書${n + 1}` }),
);

const cellsOfFirstRow = () => {
  const row = within(screen.getByRole("table")).getAllByRole("row")[1];
  return within(row ?? document.body)
    .getAllByRole("cell")
    .map((cell) => cell.textContent);
};

describe("the dictionary list", () => {
  it("shows what a dictionary is and who edits it, as the columns are called", async () => {
    dictionariesAre(aDictionary(heldBySato()));
    openStaff("/dictionaries");
    await screen.findByText("医療用語");
    expect(screen.getByRole("heading", { level: 1, name: "辞書" })).toBeVisible();
    const headings = screen.getAllByRole("columnheader").map((cell) => cell.textContent);
    expect(headings.map((text) => text?.replace(/[↕↑↓]/gu, ""))).toEqual([
      "辞書名",
      "辞書の種類",
      "説明",
      "対象ワークスペース",
      "反映",
      "単語数",
      "ロック",
      "更新日時",
    ]);
    expect(cellsOfFirstRow()).toEqual([
      "医療用語",
      "業務辞書",
      "診療科の会議で使う用語",
      "すべて",
      "",
      "0件",
      "編集中佐藤 花子さん・14:32から",
      "2026/04/02 09:05",
    ]);
    expect(api.calls("GET /dictionaries")[0]?.query).toEqual({
      page: "0",
      size: "10",
      sort: "dictionaryId,asc",
    });
  });

  it("names at most two workspaces of a dictionary, by one request for all of them", async () => {
    dictionariesAre(
      aDictionary({ workspaceIds: [1, 2, 3, 70] }),
      aDictionary({ dictionaryId: 2, dictionaryName: "人名", workspaceIds: [2] }),
      aDictionary({ dictionaryId: 3, dictionaryName: "地名", workspaceIds: [70] }),
      aDictionary({ dictionaryId: 4, dictionaryName: "社名" }),
    );
    openStaff("/dictionaries");
    await screen.findByText("営業部");
    const rows = within(screen.getByRole("table")).getAllByRole("row").slice(1);
    expect(rows.map((row) => within(row).getAllByRole("cell")[3]?.textContent)).toEqual([
      "営業部開発部ほか2件",
      "開発部",
      "1件",
      "すべて",
    ]);
    expect(screen.getByText("ほか2件")).toHaveAttribute("title", "広報部");
    expect(api.calls("GET /workspaces")).toHaveLength(1);
    expect(screen.queryByRole("button", { name: /対象ワークスペースで並べ替え/ })).toBeNull();
  });

  it("asks for no workspaces while every dictionary is for all of them", async () => {
    dictionariesAre(aDictionary());
    openStaff("/dictionaries");
    await screen.findByText("医療用語");
    expect(cellsOfFirstRow()[3]).toBe("すべて");
    expect(api.calls("GET /workspaces")).toEqual([]);
  });

  it("says of the own lock that it is the own, and nothing of none", async () => {
    dictionariesAre(aDictionary({ ...heldBySato(), lockedBy: "me" }));
    openStaff("/dictionaries");
    await screen.findByText("医療用語");
    expect(cellsOfFirstRow()[6]).toBe("自分が編集中");
  });

  it("shows a lock as it comes, by one request for the page, and leaves the focus", async () => {
    const { change, isHeard, tell } = dictionariesAre(
      aDictionary(),
      aDictionary({ dictionaryId: 2, dictionaryName: "人名" }),
    );
    openStaff("/dictionaries");
    const link = await screen.findByRole("link", { name: "人名" });
    link.focus();
    await waitFor(() => expect(isHeard()).toBe(true));
    // Once more after the stream is open, since something may have happened until then.
    await waitFor(() => expect(api.calls("GET /dictionaries")).toHaveLength(2));
    change(1, heldBySato());
    tell(lockTopic("dictionaries", 1), "locked");
    tell(lockTopic("dictionaries", 2), "unlocked");
    expect(await screen.findByText("佐藤 花子さん・14:32から")).toBeVisible();
    expect(api.calls("GET /dictionaries")).toHaveLength(3);
    expect(link).toHaveFocus();
    expect(link).toBeInTheDocument();
  });

  it("names the day of a lock that is older than today", async () => {
    const lock = { ...heldBySato(), lockedAt: "2026-04-01T05:32:00.000Z" };
    dictionariesAre(aDictionary(lock));
    openStaff("/dictionaries");
    expect(await screen.findByText("佐藤 花子さん・2026/04/01 14:32から")).toBeVisible();
  });

  it("searches by keyword, category and lock, and keeps that in the address", async () => {
    dictionariesAre(...eleven);
    openStaff("/dictionaries");
    await screen.findByText("辞書1");
    await userEvent.selectOptions(screen.getByLabelText("辞書の種類"), "組織辞書");
    await userEvent.selectOptions(screen.getByLabelText("ロック"), "自分が編集中");
    await userEvent.type(screen.getByLabelText("キーワード"), "ＡＢＣ{Enter}");
    await waitFor(() =>
      expect(api.calls("GET /dictionaries").at(-1)?.query).toEqual({
        page: "0",
        size: "10",
        sort: "dictionaryId,asc",
        q: "ＡＢＣ",
        category: "組織辞書",
        locked: "mine",
      }),
    );
    expect(decodeURIComponent(window.location.search)).toContain("ＡＢＣ");
    const options = within(screen.getByLabelText("ロック")).getAllByRole("option");
    expect(options.map((option) => option.textContent)).toEqual([
      "ロック",
      "編集中",
      "編集中でない",
      "自分が編集中",
    ]);
  });

  it("says whether nothing exists or nothing matches", async () => {
    dictionariesAre();
    openStaff("/dictionaries");
    expect(await screen.findByText("データがありません。")).toBeVisible();
    expect(screen.getByText("辞書はまだ登録されていません。")).toBeVisible();
    const table = within(screen.getByRole("table"));
    expect(await table.findByRole("link", { name: "辞書を追加" })).toBeVisible();
    cleanup();
    openStaff(`/dictionaries?filter=${encodeURIComponent('{"q":"無い"}')}`);
    expect(
      await screen.findByText("条件に該当する辞書はありません。別の条件をお試しください。"),
    ).toBeVisible();
  });

  it("looks for a word where no dictionary has the keyword", async () => {
    dictionariesAre();
    api.answer("GET /users/me", () => aProfile());
    api.answer("GET /contracts/limits", () => limits());
    api.answer("GET /search", () => ({ found: [] }));
    openStaffArea(`/dictionaries?filter=${encodeURIComponent('{"q":"心電図"}')}`);
    await userEvent.click(await screen.findByRole("button", { name: "「心電図」を単語から検索" }));
    const search = await screen.findByRole("combobox", { name: "画面・操作・データを検索" });
    expect(search).toHaveValue("心電図");
    cleanup();
    openStaffArea(`/dictionaries?filter=${encodeURIComponent('{"category":"業務辞書"}')}`);
    await screen.findByText("条件に該当する辞書はありません。別の条件をお試しください。");
    expect(screen.queryByRole("button", { name: /単語から検索/ })).toBeNull();
  });

  it("offers to add one only to who may", async () => {
    dictionariesAre();
    openStaff("/dictionaries", staff);
    expect(await screen.findByText("辞書はまだ登録されていません。")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("link", { name: "辞書を追加" })).toBeNull());
  });

  it("says what went wrong, and reads again on demand", async () => {
    dictionariesAre(aDictionary());
    expectConsoleErrors();
    api.cutOff("GET /dictionaries", { once: true });
    openStaff("/dictionaries");
    const alert = await screen.findByText("エラーが発生しました。");
    expect(alert.parentElement).toHaveTextContent(
      "ネットワークエラーが発生しました。通信環境をご確認ください。",
    );
    await userEvent.click(screen.getByRole("button", { name: "再読み込み" }));
    expect(await screen.findByText("医療用語")).toBeVisible();
  });

  it.each([
    ["a dictionary admin", undefined, 1],
    ["an organization admin", organizationAdmin, 1],
    ["staff", staff, 0],
  ])("offers %s to add a dictionary according to the rights", async (_, flags, count) => {
    dictionariesAre(aDictionary());
    openStaff("/dictionaries", flags);
    await screen.findByText("医療用語");
    await waitFor(() =>
      expect(screen.queryAllByRole("link", { name: "辞書を追加" })).toHaveLength(count),
    );
  });
});
