import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { lockTopic, resourceTopic } from "../../../domain/events.ts";
import { internal, locked, notFound } from "../../../server/problem.ts";
import { recentRecords } from "../../../src/components/recent/recentRecords.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { aDictionary, heldBySato } from "../../support/records.ts";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { dictionariesAre } from "./dictionaryRecords.ts";
import { openStaff, organizationAdmin, staff } from "./openStaff.tsx";

const api = apiDouble("staff");

const remove = () => screen.findByRole("button", { name: "辞書を削除" });

describe("the page of a dictionary", () => {
  it("shows what it is above its words, on one line that unfolds", async () => {
    dictionariesAre(aDictionary({ entryCount: 1_234 }));
    openStaff("/dictionaries/1");
    const line = await screen.findByText("診療科の会議で使う用語", { selector: "summary *" });
    expect(line.parentElement).toHaveTextContent("対象ワークスペースすべて診療科の会議で使う用語");
    expect(screen.getByText("業務辞書")).toBeVisible();
    expect(screen.getByText("2026/03/20 10:00")).not.toBeVisible();
    await userEvent.click(line);
    expect(screen.getByText("2026/03/20 10:00").closest("dl")).toHaveTextContent(
      "対象ワークスペースすべて辞書ID1登録日時2026/03/20 10:00更新日時2026/04/02 09:05説明診療科の会議で使う用語",
    );
    const tabs = within(screen.getByRole("navigation", { name: "辞書のページ" }));
    expect(tabs.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
      "単語（1,234件）",
      "提案（0）",
      "取り込み",
      "エンジンごとの確認",
      "健診",
      "反映状況未取得",
      "変更履歴",
    ]);
    expect(tabs.getByRole("link", { current: "page" })).toHaveTextContent("単語");
  });

  it("is among the records that this person opened last", async () => {
    dictionariesAre(aDictionary());
    openStaff("/dictionaries/1");
    await screen.findByRole("heading", { level: 1, name: "医療用語" });
    await waitFor(() =>
      expect(recentRecords()[0]).toEqual({ kind: "dictionaries", id: "1", title: "医療用語" }),
    );
  });

  it("offers staff nothing but to look and to download", async () => {
    dictionariesAre(aDictionary(heldBySato()));
    openStaff("/dictionaries/1", staff);
    expect(await screen.findByText("佐藤 花子さん・14:32から")).toBeVisible();
    await screen.findByText("単語はまだ登録されていません。");
    await waitFor(() =>
      expect(
        screen
          .queryAllByRole("button")
          .map((each) => each.getAttribute("aria-label") ?? each.textContent),
      ).toEqual(["CSVをダウンロード", "ほかの形式", "検索条件", "検索"]),
    );
    expect(screen.queryByRole("link", { name: "取り込み" })).toBeNull();
  });

  it.each([
    ["/dictionaries/1/show", "/dictionaries/1"],
    ["/dictionaries/1/entries?filter=%7B%22q%22%3A%22%E5%9A%A5%E4%B8%8B%22%7D", "/dictionaries/1"],
  ])("is found at the address of before, %s, with its query", async (before, path) => {
    dictionariesAre(aDictionary());
    openStaff(before);
    await screen.findByRole("heading", { level: 1, name: "医療用語" });
    await waitFor(() => expect(window.location.pathname).toBe(path));
    const word = before.includes("?") ? "嚥下" : "";
    expect(await screen.findByRole("searchbox", { name: "キーワード" })).toHaveValue(word);
  });

  it("is nothing at an address that it does not have", async () => {
    dictionariesAre(aDictionary());
    openStaff("/dictionaries/1/unknown");
    expect(await screen.findByText("ページが見つかりません。")).toBeVisible();
  });

  it("says so where there is no such dictionary", async () => {
    expectConsoleErrors();
    dictionariesAre();
    openStaff("/dictionaries/7");
    expect(await screen.findByText("該当データが見つかりませんでした。")).toBeVisible();
    expect(screen.getByRole("link", { name: "辞書一覧に戻る" })).toBeVisible();
  });
});

describe("a detail page that stays open", () => {
  const begins = () => screen.findByRole("button", { name: "辞書情報を編集" });

  it("tells at once who has begun to edit, and that they have ended", async () => {
    const { change, isHeard, tell } = dictionariesAre(aDictionary());
    openStaff("/dictionaries/1");
    (await begins()).focus();
    await waitFor(() => expect(isHeard()).toBe(true));
    change(1, heldBySato());
    tell(lockTopic("dictionaries", 1), "locked");
    const sentence = "佐藤 花子さんが編集中のため、編集できません（14:32から）。";
    expect((await screen.findAllByText(sentence))[0]).toBeInTheDocument();
    expect(await begins()).toHaveAttribute("aria-disabled", "true");
    expect(await begins()).toHaveAccessibleDescription(sentence);
    expect(await begins()).toHaveFocus();
    change(1, aDictionary());
    tell(lockTopic("dictionaries", 1), "unlocked");
    await waitFor(async () => expect(await begins()).not.toHaveAttribute("aria-disabled"));
    expect(await begins()).toHaveFocus();
  });

  it("stays as it is, with what is being typed, when it cannot be read again", async () => {
    expectConsoleErrors();
    const { isHeard, tell } = dictionariesAre(aDictionary(heldBySato()));
    openStaff("/dictionaries/1", organizationAdmin);
    await userEvent.click(await screen.findByRole("button", { name: "ロックを強制解除する" }));
    const reason = await screen.findByRole("textbox", { name: "理由" });
    await userEvent.type(reason, "急ぎの修正");
    await waitFor(() => expect(isHeard()).toBe(true));
    const reads = () => api.calls("GET /dictionaries/{id}").length;
    const before = reads();
    api.refuse("GET /dictionaries/{id}", internal());
    tell(resourceTopic("dictionaries", 1), "updated");
    tell(lockTopic("dictionaries", 1), "locked");
    await waitFor(() => expect(reads()).toBe(before + 1));
    tell(resourceTopic("dictionaries", 1), "updated");
    await waitFor(() => expect(reads()).toBe(before + 2));
    expect(reason).toBeInTheDocument();
    expect(reason).toHaveValue("急ぎの修正");
    expect(screen.getByText("医療用語", { selector: "h1" })).toBeInTheDocument();
  });

  it("says that the dictionary has been deleted meanwhile", async () => {
    expectConsoleErrors();
    const { isHeard, tell } = dictionariesAre(aDictionary());
    openStaff("/dictionaries/1");
    await begins();
    await waitFor(() => expect(isHeard()).toBe(true));
    const gone = "該当データが見つかりませんでした。";
    api.refuse("GET /dictionaries/{id}", notFound());
    tell(resourceTopic("dictionaries", 1), "deleted");
    expect(await screen.findByText(gone)).toBeVisible();
    expect(screen.getByRole("link", { name: "辞書一覧に戻る" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "辞書情報を編集" })).toBeNull();
  });
});

describe("deleting a dictionary", () => {
  it("asks first, naming the dictionary, then leads back to the list", async () => {
    const { isHeard } = dictionariesAre(aDictionary({ version: 4 }));
    openStaff("/dictionaries/1");
    // Where changes begin to be heard, the page is read again, which must not find it gone.
    await waitFor(() => expect(isHeard()).toBe(true));
    await waitFor(() => expect(api.calls("GET /dictionaries/{id}").length).toBeGreaterThan(1));
    await userEvent.click(await remove());
    const dialog = await screen.findByRole("alertdialog", { name: "辞書の削除" });
    expect(dialog).toHaveTextContent("以下の辞書を削除しますか？ この操作は元に戻せません。");
    expect(dialog).toHaveTextContent("医療用語業務辞書");
    expect(dialog).not.toHaveTextContent("単語");
    await userEvent.click(within(dialog).getByRole("button", { name: "削除する" }));
    expect(await screen.findByText("辞書を削除しました。")).toBeVisible();
    expect(await screen.findByText("データがありません。")).toBeVisible();
    expect(window.location.pathname).toBe("/dictionaries");
    expect(api.calls("DELETE /dictionaries/{id}")[0]?.headers.get("If-Match")).toBe('"4"');
  });

  it("says how many entries it takes along, and nothing of an empty one", async () => {
    dictionariesAre(aDictionary({ entryCount: 1_234 }));
    openStaff("/dictionaries/1");
    await userEvent.click(await remove());
    const dialog = await screen.findByRole("alertdialog", { name: "辞書の削除" });
    expect(dialog).toHaveTextContent("登録されている単語1,234件も削除されます。");
  });

  it("says in the dialog that another user has begun to edit it meanwhile", async () => {
    expectConsoleErrors();
    dictionariesAre(aDictionary());
    const sentence = "佐藤 花子さんが編集中のため、編集できません（14:32から）。";
    api.refuse(
      "DELETE /dictionaries/{id}",
      locked("LOCKED", { message: sentence, extra: { lock: aDictionary(heldBySato()) } }),
    );
    openStaff("/dictionaries/1");
    await userEvent.click(await remove());
    const dialog = await screen.findByRole("alertdialog", { name: "辞書の削除" });
    await userEvent.click(within(dialog).getByRole("button", { name: "削除する" }));
    expect(await within(dialog).findByText(sentence)).toBeVisible();
  });

  it("is impossible while another user edits it, and says why", async () => {
    dictionariesAre(aDictionary(heldBySato()));
    openStaff("/dictionaries/1");
    expect(await remove()).toHaveAttribute("aria-disabled", "true");
    expect(await remove()).toHaveAccessibleDescription(
      "佐藤 花子さんが編集中のため、削除できません（14:32から）。",
    );
    await userEvent.click(await remove());
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });
});
