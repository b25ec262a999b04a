import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import type { Dictionary } from "../../../domain/dictionaries/schemas.ts";
import { lockTopic, resourceTopic } from "../../../domain/events.ts";
import { problemSentences } from "../../../domain/problems/sentences.ts";
import { conflict, unavailable } from "../../../server/problem.ts";
import { DRAFT_PREFIX } from "../../../src/providers/data/drafts.ts";
import { connectivity } from "../../../src/providers/http/connectivity.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { aDictionary, heldBySato } from "../../support/records.ts";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { dictionariesAre } from "./dictionaryRecords.ts";
import {
  dictionaryAdmin,
  openStaff,
  organizationAdmin,
  reloadStaff,
  rightsBecome,
  staff,
} from "./openStaff.tsx";

const api = apiDouble("staff");
// A page that closes lets go of its lock, perhaps when the next test has begun.
api.answer("DELETE /dictionaries/{id}/lock", () => undefined);
beforeEach(() => window.localStorage.clear());

const nameField = () => screen.getByRole("textbox", { name: "辞書名" });
const button = (name: string) => screen.getByRole("button", { name });
const save = () => userEvent.click(button("保存して終了"));
const rename = async (name: string) => {
  await userEvent.clear(nameField());
  await userEvent.type(nameField(), name);
};
const LOST =
  "編集ロックが解除されたため、保存できませんでした。入力内容はこの端末に保管されています。";
const release = {
  cause: "BROKEN" as const,
  releasedBy: "suzuki",
  releasedByName: "鈴木 一郎",
  releasedAt: "2026-04-02T00:05:00.000Z",
  reason: "急ぎの修正",
};

async function openEdit(given: Partial<Dictionary> = {}, flags = dictionaryAdmin) {
  // react-admin writes to the console that a lock was refused.
  if (given.lockedBy) expectConsoleErrors();
  const dictionaries = dictionariesAre(aDictionary(given));
  openStaff("/dictionaries/1/edit", flags);
  await screen.findByRole("textbox", { name: "辞書名" });
  return dictionaries;
}

/** What the server does without being asked, and tells all who listen. */
async function tellOfLock({ isHeard, tell }: ReturnType<typeof dictionariesAre>) {
  await waitFor(() => expect(isHeard()).toBe(true));
  tell(lockTopic("dictionaries", 1), "unlocked");
}

const drafts = () => Object.keys(window.localStorage).filter((key) => key.startsWith(DRAFT_PREFIX));

describe("editing a dictionary", () => {
  it("takes the lock, saves with it what was changed, and lets go", async () => {
    await openEdit({ version: 4 });
    expect(api.calls("POST /dictionaries/{id}/lock")[0]?.body).toEqual({});
    await rename("診療用語");
    await save();
    expect(await screen.findByText("変更を保存しました。")).toBeVisible();
    expect(await screen.findByRole("heading", { level: 1, name: "診療用語" })).toBeVisible();
    const [patch] = api.calls("PATCH /dictionaries/{id}");
    expect(patch?.body).toEqual({ dictionaryName: "診療用語" });
    expect(patch?.headers.get("X-Lock-Token")).toBe("token 1");
    expect(patch?.headers.get("If-Match")).toBe('"4"');
    await waitFor(() => expect(api.calls("DELETE /dictionaries/{id}/lock")).toHaveLength(1));
    expect(api.calls("DELETE /dictionaries/{id}/lock")[0]?.headers.get("X-Lock-Token")).toBe(
      "token 1",
    );
  });

  it("sends null for a description that was emptied", async () => {
    await openEdit({ description: "診療科ごとの用語" });
    await userEvent.clear(screen.getByRole("textbox", { name: "説明" }));
    await save();
    expect(await screen.findByText("変更を保存しました。")).toBeVisible();
    expect(api.calls("PATCH /dictionaries/{id}")[0]?.body).toEqual({ description: null });
  });

  it("changes the workspaces, and keeps those that the person does not see", async () => {
    await openEdit({ workspaceIds: [2, 70] });
    expect(await screen.findByRole("checkbox", { name: "開発部" })).toBeChecked();
    expect(screen.getByText(/^ほか1件のワークスペース/)).toBeVisible();
    await userEvent.click(screen.getByRole("checkbox", { name: "営業部" }));
    await userEvent.click(screen.getByRole("checkbox", { name: "開発部" }));
    await save();
    expect(await screen.findByText("変更を保存しました。")).toBeVisible();
    expect(api.calls("PATCH /dictionaries/{id}")[0]?.body).toEqual({ workspaceIds: [1, 70] });
    const fact = screen.getByText("対象ワークスペース", { selector: "dt" }).parentElement;
    await waitFor(() => expect(fact).toHaveTextContent("対象ワークスペース営業部ほか1件"));
  });

  it("takes workspaces that are checked again for unchanged", async () => {
    await openEdit({ workspaceIds: [1, 2] });
    const first = await screen.findByRole("checkbox", { name: "営業部" });
    await userEvent.click(first);
    await userEvent.click(first);
    await save();
    expect(await screen.findByText("変更はありません。")).toBeVisible();
  });

  it("names the workspaces that another user has saved first", async () => {
    const { change } = await openEdit({ workspaceIds: [1] });
    expectConsoleErrors();
    await userEvent.click(await screen.findByRole("checkbox", { name: "開発部" }));
    change(1, { workspaceIds: [3, 70], version: 2 });
    await save();
    const row = await screen.findByRole("row", { name: /^対象ワークスペース/ });
    expect(row).toHaveTextContent("対象ワークスペース広報部、ほか1件営業部、開発部");
  });

  it("ends as well when nothing was changed", async () => {
    await openEdit();
    await save();
    expect(await screen.findByText("変更はありません。")).toBeVisible();
    expect(await screen.findByRole("heading", { level: 1, name: "医療用語" })).toBeVisible();
    await waitFor(() => expect(api.calls("DELETE /dictionaries/{id}/lock")).toHaveLength(1));
    expect(api.calls("PATCH /dictionaries/{id}")).toEqual([]);
  });

  it("lets go on キャンセル", async () => {
    await openEdit();
    await userEvent.click(screen.getByRole("link", { name: "キャンセル" }));
    expect(await screen.findByRole("heading", { level: 1, name: "医療用語" })).toBeVisible();
    await waitFor(() => expect(api.calls("DELETE /dictionaries/{id}/lock")).toHaveLength(1));
    expect(screen.queryByText("別のタブで編集中です。", { selector: "p" })).toBeNull();
  });

  it("asks before unsaved input is left, and keeps the lock meanwhile", async () => {
    await openEdit();
    await rename("診療用語");
    await userEvent.click(screen.getByRole("link", { name: "キャンセル" }));
    const dialog = await screen.findByRole("alertdialog", { name: "保存していない変更" });
    expect(api.calls("DELETE /dictionaries/{id}/lock")).toEqual([]);
    await userEvent.click(within(dialog).getByRole("button", { name: "ページを離れる" }));
    await waitFor(() => expect(api.calls("DELETE /dictionaries/{id}/lock")).toHaveLength(1));
  });

  it("says at the name that it is taken", async () => {
    await openEdit();
    expectConsoleErrors();
    const sentence = "同じ名前がすでに登録されています。";
    api.refuse("PATCH /dictionaries/{id}", conflict("NAME_EXISTS"));
    await rename("社内用語");
    await save();
    await waitFor(() => expect(nameField()).toBeInvalid());
    expect(nameField()).toHaveAccessibleDescription(sentence);
  });

  it("leads staff who come by its address to what they may read, and takes no lock", async () => {
    dictionariesAre(aDictionary());
    openStaff("/dictionaries/1/edit", staff);
    expect(await screen.findByRole("heading", { level: 1, name: "医療用語" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "編集を開始" })).toBeNull();
    expect(api.calls("POST /dictionaries/{id}/lock")).toEqual([]);
  });

  it("says that the lock could not be asked for, and asks again", async () => {
    expectConsoleErrors();
    dictionariesAre(aDictionary());
    api.refuse("POST /dictionaries/{id}/lock", unavailable(), {
      once: true,
    });
    openStaff("/dictionaries/1/edit");
    expect(
      await screen.findByText("現在サービスに接続できません。5秒後にお試しください。"),
    ).toBeVisible();
    expect(nameField()).toHaveAttribute("readonly");
    await userEvent.click(button("編集を開始"));
    await waitFor(() => expect(nameField()).not.toHaveAttribute("readonly"));
  });

  it("asks for the lock by itself once the server that was not reached is back", async () => {
    expectConsoleErrors();
    dictionariesAre(aDictionary());
    api.cutOff("POST /dictionaries/{id}/lock", { once: true });
    openStaff("/dictionaries/1/edit");
    expect(
      await screen.findByText("ネットワークエラーが発生しました。通信環境をご確認ください。"),
    ).toBeVisible();
    expect(nameField()).toHaveAttribute("readonly");
    connectivity.repeat();
    await waitFor(() => expect(nameField()).not.toHaveAttribute("readonly"));
  });
});

describe("a dictionary that another user edits", () => {
  it("can be read and not saved, and says who edits it", async () => {
    await openEdit(heldBySato());
    expect(
      screen.getByText("佐藤 花子さんが編集中のため、編集できません（14:32から）。", {
        selector: "p",
      }),
    ).toBeVisible();
    expect(nameField()).toHaveAttribute("readonly");
    expect(await screen.findByRole("checkbox", { name: "営業部" })).toBeDisabled();
    expect(button("保存して終了")).toBeDisabled();
    expect(screen.queryByRole("button", { name: "ロックを強制解除する" })).toBeNull();
  });

  it("can be edited once they have left, from what they have saved", async () => {
    const dictionaries = await openEdit(heldBySato());
    dictionaries.change(1, { dictionaryName: "診療用語", version: 2 });
    dictionaries.takeAway(1);
    expect(button("編集を開始")).toHaveAttribute("aria-disabled", "true");
    await tellOfLock(dictionaries);
    await waitFor(() => expect(button("編集を開始")).not.toHaveAttribute("aria-disabled"));
    await userEvent.click(button("編集を開始"));
    await waitFor(() => expect(nameField()).toHaveValue("診療用語"));
    expect(nameField()).not.toHaveAttribute("readonly");
  });

  it("can be freed by an organization admin, who says why", async () => {
    await openEdit(heldBySato(), organizationAdmin);
    await userEvent.click(button("ロックを強制解除する"));
    const dialog = await screen.findByRole("dialog", { name: "編集ロックの強制解除" });
    expect(dialog).toHaveTextContent(
      "佐藤 花子さんの編集ロックを強制解除しますか？ 保存されていない変更は佐藤さんの端末にのみ残ります。",
    );
    const confirm = within(dialog).getByRole("button", { name: "ロックを強制解除する" });
    await userEvent.click(confirm);
    const reason = within(dialog).getByRole("textbox", { name: "理由" });
    await waitFor(() => expect(reason).toBeInvalid());
    expect(api.calls("DELETE /dictionaries/{id}/lock")).toEqual([]);
    await userEvent.type(reason, "急ぎの修正");
    await userEvent.click(confirm);
    expect(await screen.findByText("編集ロックを強制解除しました。")).toBeVisible();
    expect(api.calls("DELETE /dictionaries/{id}/lock")[0]?.query).toEqual({
      force: "true",
      reason: "急ぎの修正",
    });
    expect(await screen.findByRole("button", { name: "編集を開始" })).toBeVisible();
  });
});

describe("a dictionary that the same person edits in another tab", () => {
  const own = { ...heldBySato(), lockedBy: "me", lockedByName: "田中 次郎" };

  it("can be taken over", async () => {
    await openEdit(own);
    expect(screen.getByText("別のタブで編集中です。", { selector: "p" })).toBeVisible();
    expect(nameField()).toHaveAttribute("readonly");
    await userEvent.click(button("このタブで編集する"));
    await waitFor(() => expect(nameField()).not.toHaveAttribute("readonly"));
    expect(api.calls("POST /dictionaries/{id}/lock").at(-1)?.body).toEqual({ takeOver: true });
  });

  it("can be taken over from the words in one step, and not again by loading the page again", async () => {
    const dictionaries = dictionariesAre(aDictionary(own));
    const { unmount } = openStaff("/dictionaries/1");
    await userEvent.click(await screen.findByRole("button", { name: "このタブで編集する" }));
    await screen.findByRole("button", { name: "編集を終了" });
    const asked = () => api.calls("POST /dictionaries/{id}/lock").map(({ body }) => body);
    expect(asked()).toEqual([{ takeOver: true }]);
    unmount();
    await waitFor(() => expect(api.calls("DELETE /dictionaries/{id}/lock")).toHaveLength(1));
    dictionaries.change(1, own);
    reloadStaff();
    expect(await screen.findByText("別のタブで編集中です。", { selector: "p" })).toBeVisible();
    expect(asked()).toHaveLength(1);
  });

  it("turns read-only where it is taken from, and keeps the input", async () => {
    expectConsoleErrors();
    const dictionaries = await openEdit();
    await rename("診療用語");
    dictionaries.moveToOtherTab(1);
    await tellOfLock(dictionaries);
    expect(await screen.findByText("別のタブで編集中です。", { selector: "p" })).toBeVisible();
    expect(nameField()).toHaveAttribute("readonly");
    expect(nameField()).toHaveValue("診療用語");
  });
});

describe("a lock that is lost while typing", () => {
  async function loseLock(by?: typeof release) {
    expectConsoleErrors();
    const dictionaries = await openEdit();
    await rename("診療用語");
    dictionaries.takeAway(1, by);
    await tellOfLock(dictionaries);
    return dictionaries;
  }

  it("says who broke it and why, and keeps the input on screen and device", async () => {
    await loseLock(release);
    const alert = await screen.findByText(
      "組織管理者（鈴木 一郎さん）により編集ロックが解除されました。",
    );
    const banner = alert.closest('[role="alert"]');
    expect(banner).toHaveTextContent("理由：急ぎの修正");
    expect(banner).toHaveTextContent("入力内容はこの端末に保管されています。");
    expect(nameField()).toHaveValue("診療用語");
    expect(nameField()).toHaveAttribute("readonly");
    expect(button("保存して終了")).toBeDisabled();
  });

  it("says that the lease is over, and saves the input once editing begins again", async () => {
    await loseLock();
    expect(await screen.findByText(LOST)).toBeVisible();
    await userEvent.click(button("編集を開始"));
    await waitFor(() => expect(nameField()).not.toHaveAttribute("readonly"));
    expect(nameField()).toHaveValue("診療用語");
    await save();
    expect(await screen.findByText("変更を保存しました。")).toBeVisible();
    expect(api.calls("PATCH /dictionaries/{id}")[0]?.headers.get("X-Lock-Token")).toBe("token 2");
  });

  it("names who edits next, offers nothing until they have left, and keeps the input", async () => {
    const dictionaries = await loseLock(release);
    await screen.findByText("組織管理者（鈴木 一郎さん）により編集ロックが解除されました。");
    const begin = button("編集を開始");
    expect(begin).not.toHaveAttribute("aria-disabled");
    dictionaries.change(1, heldBySato());
    await tellOfLock(dictionaries);
    const reason = "佐藤 花子さんが編集中のため、編集できません（14:32から）。";
    expect(await screen.findByText(reason, { selector: "p" })).toBeVisible();
    expect(begin).toHaveAttribute("aria-disabled", "true");
    expect(begin).toHaveAccessibleDescription(expect.stringContaining(reason));
    const asked = api.calls("POST /dictionaries/{id}/lock").length;
    await userEvent.click(begin);
    expect(api.calls("POST /dictionaries/{id}/lock")).toHaveLength(asked);
    expect(screen.getByText(/^組織管理者（鈴木 一郎さん）により/)).toBeVisible();
    expect(nameField()).toHaveValue("診療用語");
    dictionaries.takeAway(1);
    await tellOfLock(dictionaries);
    await waitFor(() => expect(begin).not.toHaveAttribute("aria-disabled"));
    expect(screen.queryByText(reason)).toBeNull();
    await userEvent.click(begin);
    await waitFor(() => expect(nameField()).not.toHaveAttribute("readonly"));
    expect(nameField()).toHaveValue("診療用語");
  });

  it("shows both when another user has saved meanwhile", async () => {
    const { change, tell } = await loseLock();
    change(1, { dictionaryName: "臨床用語", version: 2 });
    const reads = api.calls("GET /dictionaries/{id}").length;
    // The page hears of it and shows it; the form still starts from what its input began with.
    tell(resourceTopic("dictionaries", 1), "updated");
    await waitFor(() => expect(api.calls("GET /dictionaries/{id}").length).toBeGreaterThan(reads));
    expect(await screen.findByRole("heading", { level: 1, name: "臨床用語" })).toBeVisible();
    await userEvent.click(await screen.findByRole("button", { name: "編集を開始" }));
    await waitFor(() => expect(button("保存して終了")).toBeEnabled());
    await save();
    expect(await screen.findByText(problemSentences.STALE_VERSION)).toBeVisible();
    const rows = within(screen.getByRole("table", { name: "更新された項目" })).getAllByRole("row");
    expect(rows.slice(1).map((row) => row.textContent)).toEqual(["辞書名臨床用語診療用語"]);
  });

  it("is told once when the save is what meets it", async () => {
    expectConsoleErrors();
    const { takeAway } = await openEdit();
    await rename("診療用語");
    takeAway(1);
    await save();
    expect(await screen.findAllByText(LOST)).toHaveLength(1);
    expect(nameField()).toHaveValue("診療用語");
  });
});

describe("the right to write that is lost while typing", () => {
  const RIGHT_LOST = "辞書を編集する権限がなくなったため、編集ロックが解除されました。";

  /** The lock ends with the right; the page hears of both, in either order. */
  async function openAndType() {
    expectConsoleErrors();
    const dictionaries = await openEdit();
    await rename("診療用語");
    dictionaries.withdrawRight(1);
    return dictionaries;
  }
  async function expectNotice() {
    const banner = (await screen.findByText(RIGHT_LOST)).closest('[role="alert"]');
    expect(banner).toHaveTextContent("入力内容はこの端末に保管されています。");
    expect(screen.queryByText(/組織管理者/)).toBeNull();
    expect(screen.queryByText(problemSentences.FORBIDDEN)).toBeNull();
    expect(nameField()).toHaveValue("診療用語");
    expect(nameField()).toHaveAttribute("readonly");
    expect(window.location.pathname).toBe("/dictionaries/1/edit");
  }

  it("is what the page says, which keeps the input and offers no editing", async () => {
    const dictionaries = await openAndType();
    await tellOfLock(dictionaries);
    await expectNotice();
    await rightsBecome(staff);
    await expectNotice();
    expect(screen.queryByRole("button", { name: "編集を開始" })).toBeNull();
  });

  it("is what the page says also when it hears of the right first", async () => {
    const dictionaries = await openAndType();
    await rightsBecome(staff);
    expect(nameField()).toHaveValue("診療用語");
    await tellOfLock(dictionaries);
    await expectNotice();
  });

  it("is what the page says when the save is what meets it", async () => {
    await openAndType();
    await save();
    await expectNotice();
  });

  it("lets editing begin again once it is back, with the input", async () => {
    const dictionaries = await openAndType();
    await tellOfLock(dictionaries);
    await rightsBecome(staff);
    await expectNotice();
    dictionaries.restoreRight();
    await rightsBecome(dictionaryAdmin);
    await expectNotice();
    await userEvent.click(button("編集を開始"));
    await waitFor(() => expect(nameField()).not.toHaveAttribute("readonly"));
    expect(nameField()).toHaveValue("診療用語");
  });
});

describe("input that an earlier editing left on the device", () => {
  async function leaveInput() {
    const { unmount } = openStaff("/dictionaries/1/edit");
    await screen.findByRole("textbox", { name: "辞書名" });
    await rename("診療用語");
    unmount();
  }

  it("is offered, not put into the form by itself", async () => {
    dictionariesAre(aDictionary());
    await leaveInput();
    openStaff("/dictionaries/1/edit");
    expect(await screen.findByText(/^保存されていない入力内容/)).toBeVisible();
    expect(nameField()).toHaveValue("医療用語");
    await userEvent.click(button("復元する"));
    expect(nameField()).toHaveValue("診療用語");
    expect(screen.queryByText(/^保存されていない入力内容/)).toBeNull();
  });

  it("brings back nothing but what was typed, and keeps what others have saved since", async () => {
    const { change } = dictionariesAre(aDictionary());
    await leaveInput();
    change(1, { description: "歯科でも使う用語", version: 2 });
    openStaff("/dictionaries/1/edit");
    await userEvent.click(await screen.findByRole("button", { name: "復元する" }));
    await save();
    expect(await screen.findByText("変更を保存しました。")).toBeVisible();
    expect(api.calls("PATCH /dictionaries/{id}")[0]?.body).toEqual({ dictionaryName: "診療用語" });
  });

  it("brings back the workspaces that were checked", async () => {
    dictionariesAre(aDictionary({ workspaceIds: [1] }));
    const { unmount } = openStaff("/dictionaries/1/edit");
    await userEvent.click(await screen.findByRole("checkbox", { name: "広報部" }));
    unmount();
    openStaff("/dictionaries/1/edit");
    await userEvent.click(await screen.findByRole("button", { name: "復元する" }));
    expect(screen.getByRole("checkbox", { name: "広報部" })).toBeChecked();
    expect(screen.getByRole("checkbox", { name: "営業部" })).toBeChecked();
  });

  it("is kept where nothing is saved before it was decided about", async () => {
    dictionariesAre(aDictionary());
    await leaveInput();
    const { unmount } = openStaff("/dictionaries/1/edit");
    await screen.findByText(/^保存されていない入力内容/);
    await save();
    expect(await screen.findByText("変更はありません。")).toBeVisible();
    unmount();
    openStaff("/dictionaries/1/edit");
    expect(await screen.findByText(/^保存されていない入力内容/)).toBeVisible();
  });

  it("is still offered, alone, after something else was saved", async () => {
    dictionariesAre(aDictionary());
    await leaveInput();
    const { unmount } = openStaff("/dictionaries/1/edit");
    await screen.findByText(/^保存されていない入力内容/);
    const description = screen.getByRole("textbox", { name: "説明" });
    await userEvent.clear(description);
    await userEvent.type(description, "歯科でも使う用語");
    await save();
    expect(await screen.findByText("変更を保存しました。")).toBeVisible();
    unmount();
    openStaff("/dictionaries/1/edit");
    await userEvent.click(await screen.findByRole("button", { name: "復元する" }));
    expect(nameField()).toHaveValue("診療用語");
    await save();
    expect(await screen.findByText("変更を保存しました。")).toBeVisible();
    expect(api.calls("PATCH /dictionaries/{id}").map(({ body }) => body)).toEqual([
      { description: "歯科でも使う用語" },
      { dictionaryName: "診療用語" },
    ]);
  });

  it("is offered together with what was typed after it", async () => {
    dictionariesAre(aDictionary());
    await leaveInput();
    const { unmount } = openStaff("/dictionaries/1/edit");
    await screen.findByText(/^保存されていない入力内容/);
    await userEvent.type(screen.getByRole("textbox", { name: "説明" }), "。歯科も");
    const described = screen.getByRole<HTMLInputElement>("textbox", { name: "説明" }).value;
    unmount();
    openStaff("/dictionaries/1/edit");
    await userEvent.click(await screen.findByRole("button", { name: "復元する" }));
    expect(nameField()).toHaveValue("診療用語");
    expect(screen.getByRole("textbox", { name: "説明" })).toHaveValue(described);
  });

  it("is nothing where only blanks were typed, which are not saved either", async () => {
    dictionariesAre(aDictionary());
    const { unmount } = openStaff("/dictionaries/1/edit");
    await userEvent.type(await screen.findByRole("textbox", { name: "辞書名" }), " ");
    await save();
    expect(await screen.findByText("変更はありません。")).toBeVisible();
    unmount();
    openStaff("/dictionaries/1/edit");
    await screen.findByRole("textbox", { name: "辞書名" });
    expect(screen.queryByText(/^保存されていない入力内容/)).toBeNull();
  });

  it("is forgotten when it is not wanted", async () => {
    dictionariesAre(aDictionary());
    await leaveInput();
    const { unmount } = openStaff("/dictionaries/1/edit");
    await userEvent.click(await screen.findByRole("button", { name: "破棄する" }));
    unmount();
    openStaff("/dictionaries/1/edit");
    await screen.findByRole("textbox", { name: "辞書名" });
    expect(screen.queryByText(/^保存されていない入力内容/)).toBeNull();
  });

  it("is forgotten once it is saved", async () => {
    dictionariesAre(aDictionary());
    await leaveInput();
    const { unmount } = openStaff("/dictionaries/1/edit");
    await userEvent.click(await screen.findByRole("button", { name: "復元する" }));
    await save();
    expect(await screen.findByText("変更を保存しました。")).toBeVisible();
    // A later change of another user would otherwise bring it up as if it had never been saved.
    expect(drafts()).toEqual([]);
    unmount();
    openStaff("/dictionaries/1/edit");
    await screen.findByRole("textbox", { name: "辞書名" });
    expect(screen.queryByText(/^保存されていない入力内容/)).toBeNull();
  });
});
