import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { resourceTopic } from "../../../domain/events.ts";
import { notFound } from "../../../server/problem.ts";
import { draftKey, readDraft } from "../../../src/components/draft/draftStore.ts";
import { userProfile } from "../../../src/providers/signIn/userProfile.ts";
import { gate } from "../../support/gate.ts";
import { heldBySato } from "../../support/records.ts";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import {
  beginEdit,
  button,
  cell,
  cursor,
  entriesApi,
  openEntries,
  pointAt,
} from "./entriesPage.ts";
import { anEntry } from "./entryRecords.ts";
import { dictionaryAdmin } from "./openStaff.tsx";

const api = entriesApi();

const two = [
  anEntry({ entryId: 1 }),
  anEntry({ entryId: 2, surface: "褥瘡", reading: "じょくそう" }),
];

const open = (given?: Parameters<typeof openEntries>[1]) => openEntries(two, given);

async function paste(text: string) {
  await pointAt("褥瘡");
  fireEvent.paste(cursor(), { clipboardData: { getData: () => text } });
}

/** What an earlier visit left on this device. */
function leaveWord() {
  userProfile.set({ ...userProfile.get(), ...dictionaryAdmin, userId: "me" });
  const rows = JSON.stringify([{ entry: null, texts: { surface: "仮置き" } }]);
  const draft = { keptAt: Date.now() - 60_000, values: { rows } };
  window.localStorage.setItem(draftKey("entries", 1), JSON.stringify(draft));
}

describe("the screen while it is edited", () => {
  it("shows a new word once though the event about it comes before the answer", async () => {
    const { dictionaries, records } = await open();
    await beginEdit();
    await waitFor(() => expect(dictionaries.isHeard()).toBe(true));
    const added = anEntry({ entryId: 3, surface: "床擦れ", reading: "とこずれ" });
    const { passed, open: answer } = gate();
    api.answer("POST /dictionaries/{id}/entries/batch", async () => {
      records.add(added);
      dictionaries.tell(resourceTopic("dictionaries", 1), "updated");
      await passed;
      return { created: [added], updated: [], deleted: [] };
    });
    await userEvent.click(button("単語を追加"));
    await userEvent.keyboard("床擦れ{Tab}とこずれ{Enter}");
    await screen.findByText("全3件");
    answer();
    await waitFor(() => expect(screen.queryByText("保存中...")).toBeNull());
    await waitFor(() =>
      expect(screen.getAllByRole("gridcell", { name: "床擦れ" })).toHaveLength(1),
    );
    await expect(screen.findByText("全4件", {}, { timeout: 500 })).rejects.toThrow();
  });

  it("keeps the way to the import, which asks before unsaved input is left", async () => {
    await open();
    const way = { name: "取り込み" };
    const link = await screen.findByRole("link", way);
    await beginEdit();
    expect(link).toBeVisible();
    fireEvent.pointerDown(cell("褥瘡"), { button: 0, pointerType: "mouse" });
    await userEvent.keyboard("{ArrowRight}{ArrowRight}{ArrowRight}9{Enter}");
    await screen.findByText("保存していない入力が1件あります。");
    await userEvent.click(screen.getByRole("link", way));
    const question = await screen.findByRole("alertdialog");
    expect(question).toHaveTextContent("保存していない変更があります。");
  });

  it("has the focus in the table after 編集を開始 and 編集を終了", async () => {
    await open();
    await beginEdit();
    await waitFor(() => expect(cursor()).toHaveFocus());
    await userEvent.click(button("編集を終了"));
    await screen.findByRole("button", { name: "編集を開始" });
    await waitFor(() => expect(cursor()).toHaveFocus());
  });

  it("leaves without an answer once nothing is unsaved any more", async () => {
    const { records } = await open();
    await beginEdit();
    const save = records.pauseAt(1);
    await pointAt("褥瘡");
    await userEvent.keyboard("床ずれ{Enter}");
    await userEvent.click(screen.getByRole("link", { name: /辞書一覧に戻る/ }));
    await screen.findByRole("alertdialog");
    save();
    expect(await screen.findByRole("heading", { level: 1, name: "辞書" })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  });

  it("keeps the focus on the heading that orders the table, and goes back to the top", async () => {
    await open();
    await beginEdit();
    await pointAt("褥瘡");
    const heading = screen.getByRole("button", { name: /^読み/ });
    const lastSort = () => api.calls("GET /dictionaries/{id}/entries").at(-1)?.query.sort;
    heading.focus();
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(lastSort()).toBe("reading,asc"));
    expect(heading).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(lastSort()).toBe("reading,desc"));
    await waitFor(() => expect(cursor()).toHaveAccessibleName("表記 1行目"));
    expect(heading).toHaveFocus();
  });

  it("says that another order could not be read", async () => {
    expectConsoleErrors();
    await open();
    api.refuse("GET /dictionaries/{id}/entries", notFound());
    await userEvent.click(screen.getByRole("button", { name: /^読み/ }));
    await waitFor(() => expect(screen.queryByRole("grid")).toBeNull());
    await waitFor(() => expect(screen.getAllByText(notFound().message)[0]).toBeVisible());
  });

  it("is left by Esc and Tab in both directions", async () => {
    await open();
    await beginEdit();
    await pointAt("褥瘡");
    await userEvent.keyboard("{Escape}{Shift>}{Tab}{/Shift}");
    expect(screen.getByRole("button", { name: /^有効/ })).toHaveFocus();
    await pointAt("褥瘡");
    await userEvent.keyboard("{Escape}{Tab}");
    expect(cursor()).not.toHaveFocus();
  });

  it("has the focus in the table when nothing is left to undo", async () => {
    await open();
    await beginEdit();
    await pointAt("褥瘡");
    await userEvent.keyboard("床ずれ{Enter}");
    await waitFor(() => expect(button("元に戻す")).toBeEnabled());
    button("元に戻す").focus();
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(button("元に戻す")).toBeDisabled());
    await waitFor(() => expect(cursor()).toHaveFocus());
  });

  it("is not ended by the second click of a double click", async () => {
    await open();
    await beginEdit();
    fireEvent.click(button("編集を終了"), { detail: 2 });
    expect(api.calls("DELETE /dictionaries/{id}/lock")).toEqual([]);
    fireEvent.click(button("編集を終了"), { detail: 1 });
    expect(await screen.findByRole("button", { name: "編集を開始" })).toBeVisible();
  });

  it("shows that some but not all are chosen", async () => {
    await open();
    await beginEdit();
    const all = screen.getByRole("checkbox", { name: "すべて選択" });
    expect(all).not.toBeChecked();
    fireEvent.pointerDown(cell("1行目を選択"), { button: 0, pointerType: "mouse" });
    expect(await screen.findByText(/1件を選択中/)).toBeVisible();
    expect(all).toBePartiallyChecked();
    fireEvent.pointerDown(cell("2行目を選択"), { button: 0, pointerType: "mouse" });
    await waitFor(() => expect(all).toBeChecked());
  });

  it("offers nothing to choose before, also not by keyboard", async () => {
    await open();
    await screen.findByRole("gridcell", { name: "褥瘡" });
    await pointAt("褥瘡");
    await userEvent.keyboard("{Home}{ArrowLeft}");
    expect(cursor()).toHaveAccessibleName("表記 2行目");
  });
});

describe("what was put back", () => {
  it("is done again by Ctrl+Shift+Z and by Ctrl+Y", async () => {
    const { records } = await open();
    await beginEdit();
    await pointAt("褥瘡");
    await userEvent.keyboard("床ずれ{Enter}");
    const surface = (text: string) =>
      waitFor(() => expect(records.all().map((each) => each.surface)).toEqual(["心電図", text]));
    await surface("床ずれ");
    for (const again of ["{Control>}{Shift>}z{/Shift}{/Control}", "{Control>}y{/Control}"]) {
      await userEvent.keyboard("{Control>}z{/Control}");
      await surface("褥瘡");
      expect(await screen.findByText("元に戻しました。")).toBeVisible();
      await userEvent.keyboard(again);
      await surface("床ずれ");
      expect(await screen.findByText("やり直しました。")).toBeVisible();
    }
  });

  it("of a paste are its rows that could not be saved as well, and come again", async () => {
    expectConsoleErrors();
    const { records } = await open();
    await beginEdit();
    await paste("嚥下\tえんげ\n浮腫\t\n");
    await screen.findByText("保存していない入力が1件あります。");
    await waitFor(() => expect(records.all()[1]?.surface).toBe("嚥下"));
    await userEvent.keyboard("{Control>}z{/Control}");
    await waitFor(() => expect(records.all()[1]?.surface).toBe("褥瘡"));
    await waitFor(() => expect(screen.queryByText(/^保存していない入力/)).toBeNull());
    expect(screen.queryByRole("gridcell", { name: "浮腫" })).toBeNull();
    await userEvent.keyboard("{Control>}y{/Control}");
    expect(await screen.findByText("保存していない入力が1件あります。")).toBeVisible();
    expect(cell("浮腫")).toBeVisible();
    expect(records.all()[1]?.surface).toBe("嚥下");
  });
});

describe("rows that were refused", () => {
  it("are reached one after the other, by a button and by F8", async () => {
    expectConsoleErrors();
    await open();
    await beginEdit();
    await paste("嚥下\tえんげ\n褥瘡\t\n浮腫\tふしゅ\n誤嚥\tごえん\t名詞\t9\n");
    await screen.findByText("保存していない入力が2件あります。");
    await waitFor(() => expect(screen.queryByText(/貼り付けた単語を保存/)).toBeNull());
    await userEvent.click(button("次のエラーへ"));
    await waitFor(() => expect(cursor()).toHaveFocus());
    expect(cursor()).toBeInvalid();
    const first = cursor().getAttribute("aria-label");
    await userEvent.keyboard("{F8}");
    expect(cursor()).toBeInvalid();
    expect(cursor()).not.toHaveAccessibleName(String(first));
    await userEvent.keyboard("{F8}");
    expect(cursor()).toHaveAccessibleName(String(first));
  });

  it("have no such button where nothing is wrong with them", async () => {
    leaveWord();
    await open();
    await beginEdit();
    await userEvent.click(button("復元する"));
    expect(await screen.findByText("保存していない入力が1件あります。")).toBeVisible();
    expect(screen.queryByRole("button", { name: "次のエラーへ" })).toBeNull();
  });
});

describe("input of an earlier visit", () => {
  it.each([
    ["TAKEN", 1],
    ["NONE", 2],
  ] as const)("is without what was being saved and is %s", async (state, left) => {
    // The page of before, which a reload would end, goes on extending its lock.
    expectConsoleErrors();
    const { unmount } = await open();
    await beginEdit();
    const post = "POST /dictionaries/{id}/entries/batch";
    api.answer(post, () => new Promise(() => {}));
    await paste("嚥下\tえんげ\n");
    await waitFor(() => expect(api.calls(post)).toHaveLength(1));
    await userEvent.click(button("単語を追加"));
    await userEvent.keyboard("浮腫{Tab}");
    await waitFor(() => expect(readDraft(draftKey("entries", 1))?.values.rows).toContain("浮腫"));
    const profile = userProfile.get();
    userProfile.clear();
    unmount();
    userProfile.set(profile);
    api.answer("GET /submissions", () => ({
      state,
      at: state === "TAKEN" ? "2026-11-21T01:42:00.000Z" : null,
    }));
    await open();
    await userEvent.click(await screen.findByRole("button", { name: "編集を開始して復元する" }));
    expect(await screen.findByText(`保存していない入力が${left}件あります。`)).toBeVisible();
    expect(cell("浮腫")).toBeVisible();
    expect(screen.queryAllByRole("gridcell", { name: "嚥下" })).toHaveLength(left - 1);
    const key = api.calls(post)[0]?.headers.get("Idempotency-Key");
    expect(api.calls("GET /submissions")[0]?.query.key).toBe(key);
  });

  it("is announced before the edit, and restored in one press", async () => {
    leaveWord();
    await open();
    const notice = /^保存されていない入力内容がこの端末に保管されています。/;
    expect(await screen.findByText(notice)).toBeVisible();
    await userEvent.click(button("編集を開始して復元する"));
    expect(await screen.findByText("保存していない入力が1件あります。")).toBeVisible();
    expect(cell("仮置き")).toBeVisible();
    expect(screen.queryByText(notice)).toBeNull();
  });

  it("is announced, but not restored, while another user edits", async () => {
    leaveWord();
    await open(heldBySato());
    await screen.findByText(/^佐藤 花子さんが編集中のため/, { selector: "p" });
    const notice = screen.getByText(/^保存されていない入力内容/).closest("[role=status]");
    if (!(notice instanceof HTMLElement)) throw new Error("the notice is not told");
    expect(notice).toHaveTextContent("編集を開始すると復元できます。");
    expect(within(notice).getAllByRole("button")).toHaveLength(1);
    await userEvent.click(within(notice).getByRole("button", { name: "破棄する" }));
    expect(screen.queryByText(/^保存されていない入力内容/)).toBeNull();
  });
});
