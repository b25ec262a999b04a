import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { lockTopic, resourceTopic } from "../../../domain/events.ts";
import { internal, locked, notFound } from "../../../server/problem.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { aDictionary, heldBySato } from "../../support/records.ts";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { dictionariesAre } from "./dictionaryRecords.ts";
import { openStaff, organizationAdmin, staff } from "./openStaff.tsx";

const api = apiDouble("staff");

const remove = () => screen.findByRole("button", { name: "削除する" });

describe("the detail page", () => {
  it("shows all of a dictionary", async () => {
    dictionariesAre(aDictionary());
    openStaff("/dictionaries/1/show");
    const facts = await screen.findByRole("region", { name: "辞書の内容" });
    expect(facts).toHaveTextContent(
      "辞書名医療用語辞書の種類業務辞書対象ワークスペースすべて説明診療科の会議で使う用語",
    );
    expect(screen.getByRole("region", { name: "登録情報" })).toHaveTextContent(
      "辞書ID1登録日時2026/03/20 10:00更新日時2026/04/02 09:05",
    );
  });

  it("offers staff nothing but to look and to download", async () => {
    dictionariesAre(aDictionary(heldBySato()));
    openStaff("/dictionaries/1/show", staff);
    expect(await screen.findByText("佐藤 花子さん・14:32から")).toBeVisible();
    await waitFor(() =>
      expect(screen.queryAllByRole("button").map(({ textContent }) => textContent)).toEqual([
        "ダウンロード",
      ]),
    );
  });

  it("says so where there is no such dictionary", async () => {
    expectConsoleErrors();
    dictionariesAre();
    openStaff("/dictionaries/7/show");
    expect(await screen.findByText("該当データが見つかりませんでした。")).toBeVisible();
    expect(screen.getByRole("link", { name: "辞書一覧に戻る" })).toBeVisible();
  });
});

describe("a detail page that stays open", () => {
  const begins = () => screen.findByRole("button", { name: "辞書情報を編集" });

  it("tells at once who has begun to edit, and that they have ended", async () => {
    const { change, isHeard, tell } = dictionariesAre(aDictionary());
    openStaff("/dictionaries/1/show");
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

  it("stays as it is, with what is being typed, when it cannot be read anew", async () => {
    expectConsoleErrors();
    const { isHeard, tell } = dictionariesAre(aDictionary(heldBySato()));
    openStaff("/dictionaries/1/show", organizationAdmin);
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
    openStaff("/dictionaries/1/show");
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
    dictionariesAre(aDictionary({ version: 4 }));
    openStaff("/dictionaries/1/show");
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
    openStaff("/dictionaries/1/show");
    await userEvent.click(await remove());
    const dialog = await screen.findByRole("alertdialog", { name: "辞書の削除" });
    expect(dialog).toHaveTextContent("登録されている単語1,234件も削除されます。");
  });

  it("says in the dialog that somebody has begun to edit it meanwhile", async () => {
    expectConsoleErrors();
    dictionariesAre(aDictionary());
    const sentence = "佐藤 花子さんが編集中のため、編集できません（14:32から）。";
    api.refuse(
      "DELETE /dictionaries/{id}",
      locked("LOCKED", { message: sentence, extra: { lock: aDictionary(heldBySato()) } }),
    );
    openStaff("/dictionaries/1/show");
    await userEvent.click(await remove());
    const dialog = await screen.findByRole("alertdialog", { name: "辞書の削除" });
    await userEvent.click(within(dialog).getByRole("button", { name: "削除する" }));
    expect(await within(dialog).findByText(sentence)).toBeVisible();
  });

  it("is impossible while somebody else edits it, and says why", async () => {
    dictionariesAre(aDictionary(heldBySato()));
    openStaff("/dictionaries/1/show");
    expect(await remove()).toHaveAttribute("aria-disabled", "true");
    expect(await remove()).toHaveAccessibleDescription(
      "佐藤 花子さんが編集中のため、削除できません（14:32から）。",
    );
    await userEvent.click(await remove());
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });
});
