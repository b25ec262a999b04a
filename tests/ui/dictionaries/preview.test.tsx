import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { lockSentences } from "../../../domain/dictionaries/rules.ts";
import { entrySentences } from "../../../domain/entries/rules.ts";
import type { PreviewMatch } from "../../../domain/preview/schemas.ts";
import { conflict, limitReached, locked } from "../../../server/problem.ts";
import { userProfile } from "../../../src/providers/signIn/userProfile.ts";
import {
  passageOf,
  proposedReading,
} from "../../../src/resources/dictionaries/preview/previewMatches.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { gate } from "../../support/gate.ts";
import { aDictionary, heldBySato } from "../../support/records.ts";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { dictionariesAre } from "./dictionaryRecords.ts";
import { anEntry } from "./entryRecords.ts";
import { openStaff, staff } from "./openStaff.tsx";
import { aProposal } from "./proposalRecords.ts";

const api = apiDouble("staff");

const TEXT = "東京都庁で心電図";
const match: PreviewMatch = {
  start: 0,
  end: 4,
  surface: "東京都庁",
  reading: "とうきょうとちょう",
  entryId: 5,
  dictionaryId: 2,
  dictionaryName: "地名",
  category: "組織辞書",
  wins: true,
  reason: "表記が一致しました。",
};
const loser = {
  ...match,
  end: 2,
  surface: "東京",
  reading: "とうきょう",
  entryId: 4,
  wins: false,
  reason: "表記が一致しました。長い単語「東京都庁」を優先します。",
};

const OLD_RESULT = "下に表示しているのは、前回の確認結果です。";

const box = () => screen.findByRole("textbox", { name: "本文" });
const details = () => screen.findByRole("region", { name: "選択した箇所の単語" });

/** As the header does it. */
/** The user has this workspace alone, so it is the one of their tab. */
function choose(workspaceId: number | null, workspaceName = "") {
  const workspaces = workspaceId === null ? [] : [{ workspaceId, workspaceName, isMember: true }];
  act(() =>
    userProfile.set({ ...userProfile.get(), workspaces, lastSelectedWorkspaceId: workspaceId }),
  );
}

async function check(matches = [match, loser], truncated = false) {
  api.answer("POST /dictionaries/preview", () => ({ matches, truncated }));
  await userEvent.type(await box(), `${TEXT}{Control>}{Enter}{/Control}`);
  return screen.findByRole("group", { name: "反映される単語を示した本文" });
}

describe("the preview", () => {
  it("keeps the last result and says so when a check fails, and blames no input", async () => {
    expectConsoleErrors();
    dictionariesAre(aDictionary());
    openStaff("/dictionaries/preview", staff);
    const shown = await check();
    api.answer("POST /dictionaries/preview", () => {
      throw limitReached("TOO_MANY_AT_ONCE", "requests", 1);
    });
    await userEvent.click(screen.getByRole("button", { name: "確認する" }));
    expect(await screen.findByText(/^同時に実行できる操作の数が上限に/)).toBeVisible();
    expect(screen.getByText(OLD_RESULT)).toBeVisible();
    expect(await box()).not.toHaveAttribute("aria-invalid");
    expect(shown).toBeVisible();
    await userEvent.clear(await box());
    await userEvent.click(screen.getByRole("button", { name: "確認する" }));
    expect(screen.getByText("本文を入力してください。")).toBeVisible();
    expect(screen.queryByText(/^同時に実行できる操作の数が上限に/)).toBeNull();

    await check();
    expect(screen.queryByText(OLD_RESULT)).toBeNull();
  });

  it.each([
    ["MacIntel", "Command", "Meta+Enter"],
    ["Win32", "Ctrl", "Control+Enter"],
  ])("names the keys of the person's computer: %s", async (platform, name, shortcut) => {
    vi.spyOn(navigator, "platform", "get").mockReturnValue(platform);
    dictionariesAre(aDictionary());
    openStaff("/dictionaries/preview", staff);
    expect(await box()).toHaveAccessibleDescription(
      new RegExp(`${name}\\+Enterでも確認できます。`),
    );
    const submit = screen.getByRole("button", { name: "確認する" });
    expect(submit).toHaveAttribute("aria-keyshortcuts", shortcut);
  });

  it("marks what is used in the text, and says why and instead of what", async () => {
    dictionariesAre(aDictionary());
    openStaff("/dictionaries/preview", staff);
    const shown = await check();
    expect(shown).toHaveTextContent(TEXT);
    expect(within(shown).getByRole("button", { name: "東京都庁（組織辞書）" })).toBeVisible();
    expect(await details()).toHaveTextContent(
      "東京都庁とうきょうとちょう地名表記が一致しました。優先されなかった単語東京とうきょう地名表記が一致しました。長い単語「東京都庁」を優先します。",
    );
    expect(screen.getByText("1か所に反映（候補2語）")).toBeVisible();
    const row = screen.getByRole("row", { name: /^東京 / });
    expect(row).toHaveTextContent("東京とうきょう地名組織辞書01");
    expect(within(row).getByRole("link")).toHaveAttribute(
      "href",
      `/dictionaries/2?filter=${encodeURIComponent('{"q":"東京"}')}`,
    );
    expect(screen.queryByRole("button", { name: "単語を追加" })).toBeNull();
  });

  it("looks for short readings within words once that is chosen, in the text that was checked", async () => {
    openStaff("/dictionaries/preview", staff);
    const choice = await screen.findByRole("checkbox", {
      name: /^ほかの言葉の途中にある短い読みも表示する/,
    });
    expect(choice).not.toBeChecked();
    await check([]);
    await userEvent.type(await box(), "と続き");
    api.answer("POST /dictionaries/preview", () => ({ matches: [match], truncated: false }));
    await userEvent.click(choice);
    expect(await screen.findByText("1か所に反映（候補1語）")).toBeVisible();
    expect(choice).toBeChecked();
    expect(api.calls("POST /dictionaries/preview").map(({ body }) => body)).toEqual([
      { text: TEXT, withinWords: false },
      { text: TEXT, withinWords: true },
    ]);
  });

  it("looks through the dictionaries of the workspace that is chosen, and again when that changes", async () => {
    openStaff("/dictionaries/preview", staff);
    await box();
    expect(screen.getByText("すべてのワークスペースの辞書で確認しています。")).toBeVisible();
    choose(4, "営業部");
    expect(await screen.findByText("営業部の辞書で確認しています。")).toBeVisible();
    expect(api.calls("POST /dictionaries/preview")).toEqual([]);
    await check([]);
    await userEvent.type(await box(), "と続き");
    api.answer("POST /dictionaries/preview", () => ({ matches: [match], truncated: false }));
    choose(5, "開発部");
    expect(await screen.findByText("1か所に反映（候補1語）")).toBeVisible();
    choose(null);
    await waitFor(() => expect(api.calls("POST /dictionaries/preview")).toHaveLength(3));
    expect(api.calls("POST /dictionaries/preview").map(({ body }) => body)).toEqual([
      { text: TEXT, withinWords: false, workspaceId: 4 },
      { text: TEXT, withinWords: false, workspaceId: 5 },
      { text: TEXT, withinWords: false },
    ]);
  });

  it("shows the answer for the workspace that was chosen last, whichever comes first", async () => {
    openStaff("/dictionaries/preview", staff);
    const late = gate();
    api.answer("POST /dictionaries/preview", async ({ body: { workspaceId } }) => {
      if (workspaceId === 4) await late.passed;
      return { matches: workspaceId === 4 ? [match] : [], truncated: false };
    });
    choose(4, "営業部");
    await userEvent.type(await box(), `${TEXT}{Control>}{Enter}{/Control}`);
    await waitFor(() => expect(api.calls("POST /dictionaries/preview")).toHaveLength(1));
    choose(5, "開発部");
    expect(await screen.findByText("一致する単語はありません。")).toBeVisible();
    late.open();
    expectConsoleErrors();
    api.refuse("POST /dictionaries/preview", limitReached("TOO_MANY_AT_ONCE", "requests", 1));
    await userEvent.click(screen.getByRole("button", { name: "確認する" }));
    expect(await screen.findByText(OLD_RESULT)).toBeVisible();
    expect(screen.getByText("一致する単語はありません。")).toBeVisible();
  });

  it("moves from mark to mark with the arrows", async () => {
    openStaff("/dictionaries/preview", staff);
    const second = { ...match, start: 5, end: 8, surface: "心電図", entryId: 9 };
    const shown = await check([match, second]);
    const [first, last] = within(shown).getAllByRole("button");
    first?.focus();
    await userEvent.keyboard("{ArrowRight}");
    expect(last).toHaveFocus();
    expect(last).toHaveAttribute("aria-pressed", "true");
    expect(await details()).toHaveTextContent("心電図");
  });

  it("says so where nothing is found, where there is more, and where the text is missing or too long", async () => {
    openStaff("/dictionaries/preview", staff);
    await userEvent.click(await screen.findByRole("button", { name: "確認する" }));
    expect(await screen.findByText("本文を入力してください。")).toBeVisible();
    await check([], false);
    expect(screen.getByText("一致する単語はありません。")).toBeVisible();
    await check([match], true);
    expect(await screen.findByText(/先頭から5,000件までを表示しています。$/)).toBeVisible();
    const input = await box();
    await userEvent.clear(input);
    await userEvent.click(input);
    await userEvent.paste("𠮷".repeat(20_001));
    expect(screen.getByText("20,001 / 20,000文字")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "確認する" }));
    expect(await screen.findByText("本文は20,000文字以内で入力してください。")).toBeVisible();
    expect(api.calls("POST /dictionaries/preview")).toHaveLength(2);
  });

  it("adds an entry to a dictionary that is free, and says who edits one that is not", async () => {
    expectConsoleErrors();
    dictionariesAre(aDictionary({ version: 7 }));
    openStaff("/dictionaries/preview");
    await check([]);
    await userEvent.click(await screen.findByRole("button", { name: "単語を追加" }));
    const dialog = await screen.findByRole("dialog", { name: "単語の追加" });
    await userEvent.type(within(dialog).getByRole("textbox", { name: "表記" }), "心電図");
    await userEvent.type(within(dialog).getByRole("textbox", { name: "読み" }), "シンデンズ");
    await userEvent.click(within(dialog).getByRole("button", { name: "追加" }));
    expect(await within(dialog).findByText("辞書を選択してください。")).toBeVisible();
    await userEvent.click(within(dialog).getByRole("combobox", { name: "辞書" }));
    await userEvent.click(await screen.findByRole("option", { name: /医療用語/ }));

    const message = lockSentences.heldBy("佐藤 花子", "14:32");
    api.refuse(
      "POST /dictionaries/{id}/entries",
      locked("LOCKED", { message, extra: { lock: aDictionary(heldBySato()) } }),
      { once: true },
    );
    await userEvent.click(within(dialog).getByRole("button", { name: "追加" }));
    expect(await within(dialog).findByText(message)).toBeVisible();

    const taken = entrySentences.duplicate;
    api.refuse(
      "POST /dictionaries/{id}/entries",
      conflict("DUPLICATE", { message: taken, errors: { surface: taken } }),
      { once: true },
    );
    await userEvent.click(within(dialog).getByRole("button", { name: "追加" }));
    await waitFor(() =>
      expect(within(dialog).getByRole("textbox", { name: "表記" })).toHaveAccessibleDescription(
        taken,
      ),
    );
    expect(within(dialog).getAllByText(taken)).toHaveLength(1);

    api.answer("POST /dictionaries/{id}/entries", ({ body: { surface, reading } }) =>
      anEntry({ surface, reading }),
    );
    await userEvent.click(within(dialog).getByRole("button", { name: "追加" }));
    expect(await screen.findByText("「心電図」を追加しました。")).toBeVisible();
    expect(api.sent).toContainEqual({
      method: "POST",
      path: "/dictionaries/1/entries",
      ifMatch: '"7"',
      body: { surface: "心電図", reading: "しんでんず" },
    });
    await waitFor(() => expect(api.calls("POST /dictionaries/preview")).toHaveLength(2));
  });
});

describe("a passage", () => {
  it("that is selected in the text box is added without the mouse", async () => {
    dictionariesAre(aDictionary());
    openStaff("/dictionaries/preview");
    await check([match]);
    const input = await box();
    const add = screen.getByRole("button", { name: "選択した箇所を追加" });
    expect(add).toBeDisabled();
    if (!(input instanceof HTMLTextAreaElement)) throw new Error("the text box is none");
    input.focus();
    input.setSelectionRange(0, 5);
    fireEvent.select(input);
    expect(add).toBeEnabled();
    await userEvent.tab();
    expect(add).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    const dialog = await screen.findByRole("dialog", { name: "単語の追加" });
    expect(within(dialog).getByRole("textbox", { name: "表記" })).toHaveValue("東京都庁で");
    expect(within(dialog).getByRole("textbox", { name: "読み" })).toHaveValue(
      "とうきょうとちょうで",
    );
    expect(within(dialog).getByRole("combobox", { name: "辞書" })).toHaveValue("地名");
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(add).toHaveFocus());
  });

  it("that staff select is proposed, to the dictionary that was chosen and with a reason", async () => {
    let sent: unknown;
    api.answer("POST /proposals", ({ body }) => {
      sent = body;
      return aProposal({ change: body.change });
    });
    openStaff("/dictionaries/preview", staff);
    await check([match]);
    const input = await box();
    if (!(input instanceof HTMLTextAreaElement)) throw new Error("the text box is none");
    input.setSelectionRange(0, 5);
    fireEvent.select(input);
    await userEvent.click(screen.getByRole("button", { name: "選択した箇所を提案" }));
    const dialog = await screen.findByRole("dialog", { name: "単語の提案" });
    await userEvent.type(within(dialog).getByRole("textbox", { name: "提案の理由" }), "会議で使用");
    await userEvent.click(within(dialog).getByRole("button", { name: "提案" }));
    expect(await screen.findByText("「東京都庁で」を提案しました。")).toBeVisible();
    expect(sent).toMatchObject({
      change: { surface: "東京都庁で", reading: "とうきょうとちょうで" },
      reason: "会議で使用",
    });
  });

  it("is without the spaces around it, in one line and no longer than an entry", () => {
    expect(passageOf("a 心電図 b", 1, 6)).toEqual({ start: 2, end: 5, surface: "心電図" });
    expect(passageOf("東\n京", 0, 3)).toBeUndefined();
    expect(passageOf("あ".repeat(101), 0, 101)).toBeUndefined();
    expect(passageOf("  ", 0, 2)).toBeUndefined();
  });

  it("is read by its kana and the entries in it, and not where a part is unknown", () => {
    const checked = { text: "東京都庁ビル前", matches: [match, loser] };
    expect(proposedReading(checked, { start: 0, end: 6 })).toBe("とうきょうとちょうびる");
    expect(proposedReading(checked, { start: 0, end: 7 })).toBe("");
    expect(proposedReading(checked, { start: 1, end: 4 })).toBe("");
    expect(proposedReading(checked, { start: 4, end: 6 })).toBe("びる");
  });
});
