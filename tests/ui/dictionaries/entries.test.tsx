import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { entrySentences } from "../../../domain/entries/rules.ts";
import type { Entry } from "../../../domain/entries/schemas.ts";
import { lockTopic, resourceTopic } from "../../../domain/events.ts";
import { problemSentences } from "../../../domain/problems/sentences.ts";
import { forbidden, ruleBroken } from "../../../server/problem.ts";
import { DRAFT_PREFIX } from "../../../src/providers/data/drafts.ts";
import { userProfile } from "../../../src/providers/signIn/userProfile.ts";
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
import { openStaff, rightsBecome, staff } from "./openStaff.tsx";

const api = entriesApi();

const three = [
  anEntry({ entryId: 1 }),
  anEntry({ entryId: 2, surface: "褥瘡", reading: "じょくそう", note: "皮膚科" }),
  anEntry({ entryId: 3, surface: "寛解", reading: "かんかい" }),
];

const row = (number: number) => {
  const found = screen
    .getAllByRole("row")
    .find((each) => each.getAttribute("aria-rowindex") === String(number + 1));
  if (!found) throw new Error(`row ${number} is not shown`);
  return found;
};
const textsOf = (number: number) =>
  within(row(number))
    .getAllByRole("gridcell")
    .slice(1)
    .map(({ textContent }) => textContent);
/** What stands in the rows that are marked as pasted. */
const markedRows = () =>
  screen
    .getAllByRole("row")
    .filter((each) => each.hasAttribute("data-pasted"))
    .map((each) => within(each).getAllByRole("gridcell")[1]?.textContent);
const batches = () => api.calls("POST /dictionaries/{id}/entries/batch").map(({ body }) => body);

const open = (entries: readonly Entry[] = three, given?: Parameters<typeof openEntries>[1]) =>
  openEntries(entries, given);

async function edit(entries: readonly Entry[] = three) {
  const opened = await open(entries);
  await beginEdit();
  return opened;
}

/** What an IME sends for a reading, its conversion and the Enter that confirms it. */
function compose(reading: string, converted: string) {
  const input = cursor();
  fireEvent.keyDown(input, { key: "Process", keyCode: 229 });
  fireEvent.compositionStart(input);
  for (const data of [reading, converted]) {
    fireEvent.compositionUpdate(input, { data });
    fireEvent.input(input, { target: { value: data }, isComposing: true });
  }
  fireEvent.keyDown(input, { key: "Enter", keyCode: 229, isComposing: true });
  fireEvent.compositionEnd(input, { data: converted });
}

const drafts = () => Object.keys(window.localStorage).filter((key) => key.startsWith(DRAFT_PREFIX));

describe("the entries of a dictionary", () => {
  it("are shown to staff, who cannot edit them", async () => {
    await open(three, { flags: staff });
    await screen.findByRole("gridcell", { name: "褥瘡" });
    expect(textsOf(2)).toEqual([
      "褥瘡",
      "じょくそう",
      "名詞",
      "2（標準）",
      "皮膚科",
      "有効",
      "",
      "",
    ]);
    expect(screen.getByRole("grid")).toHaveAttribute("aria-readonly", "true");
    expect(screen.queryByRole("button", { name: "編集を開始" })).toBeNull();
    expect(document.title).toBe("医療用語 | 単語 | Knowledge Insight");
    expect(screen.getByText("全3件")).toBeVisible();
    await pointAt("褥瘡");
    await userEvent.keyboard("x");
    expect(cell("褥瘡")).toBeVisible();
  });

  it("are searched under conditions that stand in the address", async () => {
    await open();
    await screen.findByRole("gridcell", { name: "褥瘡" });
    await userEvent.type(screen.getByRole("searchbox", { name: "キーワード" }), "かん");
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "有効" }), "有効");
    await userEvent.click(button("検索"));
    await waitFor(() => expect(screen.queryByRole("gridcell", { name: "褥瘡" })).toBeNull());
    expect(await screen.findByRole("gridcell", { name: "寛解" })).toBeVisible();
    expect(api.calls("GET /dictionaries/{id}/entries").at(-1)?.query).toMatchObject({
      q: "かん",
      enabled: "true",
      size: "100",
    });
    expect(decodeURIComponent(window.location.search)).toContain('"q":"かん"');
    expect(screen.getByText("3件中1件")).toBeVisible();
  });

  it("say in words what they conflict with, and the cell of the cursor tells all of it", async () => {
    await open([
      anEntry({
        warnings: [
          { kind: "SAME_READING", surface: "新田図", entryId: 9 },
          {
            kind: "OTHER_CATEGORY",
            dictionaryId: 2,
            dictionaryName: "社内用語",
            category: "組織辞書",
            wins: true,
          },
        ],
      }),
    ]);
    await screen.findByRole("gridcell", { name: "他の辞書と重複・同じ読み" });
    await pointAt("他の辞書と重複・同じ読み");
    expect(cursor()).toHaveAccessibleDescription(
      "同じ読みの別表記があります：新田図 同じ単語が「社内用語」（組織辞書）にもあります。この辞書の単語が優先されます。",
    );
  });

  it.each([
    [null, "同じ読みの「幹事」が優先されるため、AmiVoiceには渡されません。"],
    ["業務の名", "同じ読みの「幹事」（業務の名）が優先されるため、AmiVoiceには渡されません。"],
  ])("say which word AmiVoice gets in place of theirs (%s)", async (dictionaryName, sentence) => {
    await open([
      anEntry({
        warnings: [{ kind: "OUTRANKED_READING", surface: "幹事", entryId: 9, dictionaryName }],
      }),
    ]);
    await screen.findByRole("gridcell", { name: "AmiVoice対象外" });
    await pointAt("AmiVoice対象外");
    expect(cursor()).toHaveAccessibleDescription(sentence);
  });

  it("that are none say so, and that nothing matches", async () => {
    await open([], { flags: staff });
    expect(await screen.findByText("単語はまだ登録されていません。")).toBeVisible();
    await userEvent.type(screen.getByRole("searchbox", { name: "キーワード" }), "x{Enter}");
    expect(await screen.findByText(/^条件に該当する単語はありません。/)).toBeVisible();
  });

  it("are read by pages of those in view, however many there are", async () => {
    const many = Array.from({ length: 350 }, (_, n) =>
      anEntry({ entryId: n + 1, surface: `単語${n + 1}` }),
    );
    await open(many);
    await screen.findByRole("gridcell", { name: "単語1" });
    expect(screen.getByRole("grid")).toHaveAttribute("aria-rowcount", "352");
    expect(screen.getAllByRole("row").length).toBeLessThan(60);
    const read = api.calls("GET /dictionaries/{id}/entries").map(({ query }) => query.page);
    expect(new Set(read)).toEqual(new Set(["0"]));
  });

  it("follow others by one request for the page in view", async () => {
    const { dictionaries, records } = await open();
    await screen.findByRole("gridcell", { name: "褥瘡" });
    await waitFor(() => expect(dictionaries.isHeard()).toBe(true));
    await waitFor(() => expect(api.calls("GET /dictionaries/{id}/entries")).toHaveLength(2));
    records.change(2, { surface: "床ずれ" });
    dictionaries.tell(resourceTopic("dictionaries", 1), "updated");
    expect(await screen.findByRole("gridcell", { name: "床ずれ" })).toBeVisible();
    expect(api.calls("GET /dictionaries/{id}/entries")).toHaveLength(3);
  });
});

describe("a cell", () => {
  it("is replaced by typing and saved by Enter, under the lock", async () => {
    await edit();
    await pointAt("褥瘡");
    await userEvent.keyboard("床ずれ{Enter}");
    expect(await screen.findByRole("gridcell", { name: "床ずれ" })).toBeVisible();
    await waitFor(() =>
      expect(batches()).toEqual([{ update: [{ entryId: 2, version: 1, surface: "床ずれ" }] }]),
    );
    const [call] = api.calls("POST /dictionaries/{id}/entries/batch");
    expect(call?.headers.get("X-Lock-Token")).toBe("token 1");
    expect(cursor()).toHaveAccessibleName("表記 3行目");
  });

  it("keeps the first character of an IME, and its Enter does not commit", async () => {
    await edit();
    await pointAt("褥瘡");
    compose("とこずれ", "床擦れ");
    expect(cursor()).toHaveValue("床擦れ");
    expect(batches()).toEqual([]);
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(batches()).toHaveLength(1));
    expect(await screen.findByRole("gridcell", { name: "床擦れ" })).toBeVisible();
  });

  it("is left as it was by Esc, and edited in its text by F2", async () => {
    await edit();
    await pointAt("褥瘡");
    await userEvent.keyboard("x{Escape}");
    expect(cell("褥瘡")).toBeVisible();
    await userEvent.keyboard("{F2}症{Enter}");
    await waitFor(() =>
      expect(batches()).toEqual([{ update: [{ entryId: 2, version: 1, surface: "褥瘡症" }] }]),
    );
  });

  it("takes a strength in full-width digits and refuses what is none, keeping the input", async () => {
    await edit();
    await pointAt("寛解");
    await userEvent.keyboard("{ArrowRight}{ArrowRight}{ArrowRight}３{Enter}");
    await waitFor(() =>
      expect(batches()).toEqual([{ update: [{ entryId: 3, version: 1, weight: 3 }] }]),
    );
    await pointAt("心電図");
    await userEvent.keyboard("{ArrowRight}{ArrowRight}{ArrowRight}9{Enter}{ArrowUp}");
    expect(cell("9")).toHaveAttribute("aria-invalid", "true");
    expect(cursor()).toHaveAccessibleDescription(/強さは1〜3の数字で入力してください。/);
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("gridcell", { name: "9" })).toBeNull();
    expect(batches()).toHaveLength(1);
  });

  it("offers the parts of speech", async () => {
    await edit();
    await pointAt("寛解");
    await userEvent.keyboard("{ArrowRight}{ArrowRight}{Enter}");
    const box = screen.getByRole("combobox", { name: "品詞 3行目" });
    expect(within(screen.getByRole("listbox")).getAllByRole("option")).toHaveLength(24);
    await userEvent.clear(box);
    await userEvent.keyboard("サ変{Enter}");
    await waitFor(() =>
      expect(batches()).toEqual([
        { update: [{ entryId: 3, version: 1, partOfSpeech: "サ変名詞" }] },
      ]),
    );
  });

  it("shows what another user saved first, and takes the input again", async () => {
    expectConsoleErrors();
    const { records } = await edit();
    await pointAt("褥瘡");
    // After the first key: whatever is read again from now on, the input began before the change.
    await userEvent.keyboard("床");
    records.change(2, { surface: "じょくそう" });
    await userEvent.keyboard("ずれ{Enter}{ArrowUp}");
    await waitFor(() => expect(cursor()).toHaveAccessibleDescription(/最新の内容：じょくそう/));
    expect(cursor()).toHaveAccessibleDescription(
      /鈴木 一郎さんが2026\/11\/20 10:15に更新しました。/,
    );
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(batches()).toHaveLength(2));
    expect(records.all()[1]?.surface).toBe("床ずれ");
  });
});

describe("new entries", () => {
  it("show the reading that comes with a new word while it is composed, until it is taken", async () => {
    await edit();
    await pointAt("新しい単語");
    const input = cursor();
    const ghost = (reading: string) =>
      screen.queryByText(reading, { selector: "[aria-hidden=true]" });
    const composes = (data: string) => {
      fireEvent.compositionUpdate(input, { data });
      fireEvent.input(input, { target: { value: data }, isComposing: true });
    };
    fireEvent.compositionStart(input);
    composes("えn");
    expect(ghost("えん")).toBeVisible();
    composes("えんg");
    expect(ghost("えん")).toBeVisible();
    composes("えんげ");
    composes("嚥下");
    expect(ghost("えんげ")).toBeVisible();
    expect(screen.queryByRole("gridcell", { name: "えんげ" })).toBeNull();
    fireEvent.compositionEnd(input, { data: "嚥下" });
    expect(ghost("えんげ")).toBeVisible();
    await userEvent.keyboard("{Escape}");
    expect(ghost("えんげ")).toBeNull();
    await pointAt("褥瘡");
    compose("とこずれ", "床擦れ");
    expect(ghost("とこずれ")).toBeNull();
  });

  it("are typed at the end, with the reading that the IME was given", async () => {
    const { records } = await edit();
    await userEvent.click(button("単語を追加"));
    compose("えんげ", "嚥下");
    await userEvent.keyboard("{Enter}");
    await waitFor(() =>
      expect(batches()).toEqual([{ create: [{ surface: "嚥下", reading: "えんげ" }] }]),
    );
    expect(cursor()).toHaveAccessibleName("表記 5行目");
    await waitFor(() => expect(textsOf(4).slice(0, 2)).toEqual(["嚥下", "えんげ"]));
    expect(records.all()).toHaveLength(4);
  });

  it("have nothing to choose: Home leads to their first field", async () => {
    await edit();
    await userEvent.click(button("単語を追加"));
    await waitFor(() => expect(cursor()).toHaveFocus());
    expect(cursor()).toHaveAccessibleName("表記 4行目");
    await userEvent.keyboard("{Home}");
    expect(cursor()).toHaveAccessibleName("表記 4行目");
    await userEvent.keyboard("{ArrowUp}{Home}");
    expect(cursor()).toHaveAccessibleName("選択 3行目");
  });

  it("wait for their reading, and Tab leads from field to field", async () => {
    await edit();
    await userEvent.click(button("単語を追加"));
    await userEvent.keyboard("MRI{Tab}えむあーるあい{Tab}{Tab}3{Enter}");
    await waitFor(() =>
      expect(batches()).toEqual([
        { create: [{ surface: "MRI", reading: "えむあーるあい", weight: 3 }] },
      ]),
    );
    expect(cursor()).toHaveAccessibleName("表記 5行目");
  });

  it("that exist already stay with the reason", async () => {
    expectConsoleErrors();
    await edit();
    await userEvent.click(button("単語を追加"));
    await userEvent.keyboard("寛解{Tab}かんかい{Enter}");
    expect(await screen.findByText(entrySentences.duplicate)).toBeVisible();
    expect(screen.getByText("保存していない入力が1件あります。")).toBeVisible();
    expect(textsOf(4).slice(0, 2)).toEqual(["寛解", "かんかい"]);
    await userEvent.click(button("入力を破棄"));
    expect(cursor()).toHaveFocus();
    expect(screen.queryByText("保存していない入力が1件あります。")).toBeNull();
  });

  it("come from a spreadsheet: those that can be saved are, the others stay", async () => {
    expectConsoleErrors();
    const { records } = await edit();
    await pointAt("寛解");
    fireEvent.paste(cursor(), {
      clipboardData: {
        getData: () =>
          '寛解\tかんかい\t名詞\t３\n嚥下\tえんげ\n心電図\tしんでんず\n"浮\n腫"\tふしゅ\n',
      },
    });
    const pasted = await screen.findByText("3件を貼り付けました。");
    expect(pasted).toBeVisible();
    expect(markedRows()).toEqual(["寛解", "嚥下", "浮 腫"]);
    expect(records.all().map(({ surface, weight }) => `${surface}${weight}`)).toEqual([
      "心電図2",
      "褥瘡2",
      "寛解3",
      "嚥下2",
      "浮 腫2",
    ]);
    expect(screen.getByText("保存していない入力が1件あります。")).toBeVisible();
    await userEvent.click(button("入力を破棄"));
    expect(pasted).toBeVisible();
    await pointAt("褥瘡");
    await userEvent.keyboard("じょくそう{Enter}");
    await waitFor(() => expect(pasted).not.toBeInTheDocument());
    expect(markedRows()).toEqual([]);
  });

  it("from a spreadsheet are put back at once", async () => {
    const { records } = await edit();
    await userEvent.click(button("単語を追加"));
    fireEvent.paste(cursor(), { clipboardData: { getData: () => "嚥下\tえんげ\n浮腫\tふしゅ\n" } });
    const pasted = await screen.findByText("2件を貼り付けました。");
    const bar = within(pasted.closest<HTMLElement>("[role=status]") ?? document.body);
    await userEvent.click(bar.getByRole("button", { name: "元に戻す" }));
    await waitFor(() => expect(records.all()).toHaveLength(3));
    expect(pasted).not.toBeInTheDocument();
  });

  it("beyond 1,000 rows are refused with the way to import them", async () => {
    await edit();
    await pointAt("寛解");
    fireEvent.paste(cursor(), { clipboardData: { getData: () => "単語\tたんご\n".repeat(1_001) } });
    expect(await screen.findByText(/^貼り付けられるのは1,000行までです。/)).toBeVisible();
    expect(batches()).toEqual([]);
  });
});

describe("several entries", () => {
  it("are chosen by Shift and arrows, disabled and put back", async () => {
    const { records } = await edit();
    await pointAt("心電図");
    await userEvent.keyboard("{Shift>}{ArrowDown}{/Shift}");
    expect(await screen.findByText(/2件を選択中/)).toBeVisible();
    await userEvent.click(button("無効にする"));
    expect(await screen.findByText("2件を無効にしました。")).toBeVisible();
    expect(records.all().map(({ enabled }) => enabled)).toEqual([false, false, true]);
    await userEvent.click(button("元に戻す"));
    expect(await screen.findByText("元に戻しました。")).toBeVisible();
    expect(records.all().every(({ enabled }) => enabled)).toBe(true);
  });

  it("are put back by another try where the first was refused", async () => {
    expectConsoleErrors();
    const { records } = await edit();
    await pointAt("心電図");
    await userEvent.keyboard("{Shift>}{ArrowDown}{/Shift}");
    await screen.findByText(/2件を選択中/);
    await userEvent.click(button("無効にする"));
    await screen.findByText("2件を無効にしました。");
    const message = entrySentences.tooManyEntries;
    const refusal = ruleBroken("TOO_MANY_ENTRIES", { message });
    api.refuse("POST /dictionaries/{id}/entries/bulk/{actId}/undo", refusal, { once: true });
    await userEvent.click(button("元に戻す"));
    expect(await screen.findByText(message)).toBeVisible();
    await waitFor(() => expect(button("元に戻す")).toBeEnabled());
    await userEvent.click(button("元に戻す"));
    expect(await screen.findByText("元に戻しました。")).toBeVisible();
    expect(records.all().every(({ enabled }) => enabled)).toBe(true);
    expect(button("元に戻す")).toBeDisabled();
  });

  it("are deleted as they are after one of them was edited", async () => {
    const { records } = await edit();
    await userEvent.click(screen.getByRole("checkbox", { name: "すべて選択" }));
    await screen.findByText(/3件を選択中/);
    await pointAt("褥瘡");
    await userEvent.keyboard("床ずれ{Enter}");
    await waitFor(() => expect(records.all()[1]?.surface).toBe("床ずれ"));
    await userEvent.click(button("削除する"));
    const dialog = await screen.findByRole("alertdialog", { name: "単語の削除" });
    await userEvent.click(within(dialog).getByRole("button", { name: "削除する" }));
    expect(await screen.findByText("3件を削除しました。")).toBeVisible();
    expect(records.all()).toEqual([]);
  });

  it("are none: Delete deletes the row of the cursor after a question", async () => {
    const { records } = await edit();
    await pointAt("褥瘡");
    await userEvent.keyboard("{Delete}");
    const dialog = await screen.findByRole("alertdialog", { name: "単語の削除" });
    expect(dialog).toHaveTextContent("褥瘡");
    await userEvent.click(within(dialog).getByRole("button", { name: "削除する" }));
    expect(await screen.findByText("1件を削除しました。")).toBeVisible();
    expect(records.all().map(({ surface }) => surface)).not.toContain("褥瘡");
  });

  it("are deleted after a question, and come back with Ctrl+Z", async () => {
    const { records } = await edit();
    await userEvent.click(screen.getByRole("checkbox", { name: "すべて選択" }));
    await screen.findByText(/3件を選択中/);
    await pointAt("褥瘡");
    await userEvent.keyboard("{Delete}");
    const dialog = await screen.findByRole("alertdialog", { name: "単語の削除" });
    await userEvent.click(within(dialog).getByRole("button", { name: "削除する" }));
    expect(await screen.findByText("3件を削除しました。")).toBeVisible();
    expect(records.all()).toEqual([]);
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    cursor().focus();
    await userEvent.keyboard("{Control>}z{/Control}");
    expect(await screen.findByText("元に戻しました。")).toBeVisible();
    expect(records.all().map(({ surface }) => surface)).toEqual(["心電図", "褥瘡", "寛解"]);
  });
});

describe("the first key", () => {
  const HELD = "佐藤 花子さんが編集中のため、編集できません（14:32から）。";

  it("takes the lock, and what is typed meanwhile is saved with it", async () => {
    await open();
    await screen.findByRole("gridcell", { name: "褥瘡" });
    expect(api.calls("POST /dictionaries/{id}/lock")).toEqual([]);
    await pointAt("褥瘡");
    await userEvent.keyboard("床ずれ{Enter}");
    await waitFor(() =>
      expect(batches()).toEqual([{ update: [{ entryId: 2, version: 1, surface: "床ずれ" }] }]),
    );
    const [call] = api.calls("POST /dictionaries/{id}/entries/batch");
    expect(call?.headers.get("X-Lock-Token")).toBe("token 1");
    expect(await screen.findByRole("button", { name: "編集を終了" })).toBeVisible();
  });

  it("of an IME takes it as well, in the row of the next entry", async () => {
    await open([]);
    await userEvent.click(await screen.findByRole("button", { name: "単語を追加" }));
    compose("えんげ", "嚥下");
    await userEvent.keyboard("{Enter}");
    await waitFor(() =>
      expect(batches()).toMatchObject([{ create: [{ surface: "嚥下", reading: "えんげ" }] }]),
    );
  });

  it("is kept, and told about, where another user has begun meanwhile", async () => {
    expectConsoleErrors();
    const { dictionaries } = await open();
    await screen.findByRole("button", { name: "編集を開始" });
    dictionaries.change(1, heldBySato());
    await pointAt("褥瘡");
    await userEvent.keyboard("床");
    expect(await screen.findByText(HELD, { selector: "[role=status] p" })).toBeVisible();
    expect(await screen.findByRole("gridcell", { name: "床" })).toBeVisible();
    expect(batches()).toEqual([]);
    await userEvent.keyboard("{Escape}");
    expect(cell("褥瘡")).toBeVisible();
  });

  it("says where another user edits already that nothing can be typed", async () => {
    await open(three, heldBySato());
    await screen.findByText(HELD, { selector: "[role=status] p" });
    await pointAt("褥瘡");
    await userEvent.keyboard("x");
    const notices = screen.getByRole("region", { name: "通知" });
    expect(await within(notices).findByText(HELD)).toBeVisible();
    expect(cell("褥瘡")).toBeVisible();
    expect(api.calls("POST /dictionaries/{id}/lock")).toEqual([]);
  });
});

describe("the lock", () => {
  it("of another user lets nobody edit", async () => {
    await open(three, heldBySato());
    expect(
      await screen.findByText("佐藤 花子さんが編集中のため、編集できません（14:32から）。", {
        selector: "p",
      }),
    ).toBeVisible();
    expect(screen.queryByRole("button", { name: "単語を追加" })).toBeNull();
  });

  it("that is lost keeps what was typed, and offers it again", async () => {
    expectConsoleErrors();
    const { dictionaries, records } = await edit();
    await pointAt("褥瘡");
    await userEvent.keyboard("床ずれ");
    dictionaries.takeAway(1);
    await waitFor(() => expect(dictionaries.isHeard()).toBe(true));
    dictionaries.tell(lockTopic("dictionaries", 1), "unlocked");
    expect(
      await screen.findByText(/^編集ロックが解除されたため、保存できませんでした。/),
    ).toBeVisible();
    expect(cell("床ずれ")).toBeVisible();
    await userEvent.click(button("編集を開始"));
    await userEvent.click(await screen.findByRole("button", { name: "もう一度保存する" }));
    await waitFor(() => expect(records.all()[1]?.surface).toBe("床ずれ"));
    expect(screen.queryByText("保存していない入力が1件あります。")).toBeNull();
  });
});

describe("the right to edit that is lost while typing", () => {
  const RIGHT_LOST = "辞書を編集する権限がなくなったため、編集ロックが解除されました。";

  it.each(["an event", "a save"])("is told with what was typed, by %s", async (by) => {
    expectConsoleErrors();
    const { dictionaries } = await edit();
    await pointAt("褥瘡");
    await userEvent.keyboard("床ずれ");
    await waitFor(() => expect(dictionaries.isHeard()).toBe(true));
    dictionaries.withdrawRight(1);
    api.refuse("POST /dictionaries/{id}/entries/batch", forbidden());
    if (by === "an event") dictionaries.tell(lockTopic("dictionaries", 1), "unlocked");
    else await userEvent.keyboard("{Enter}");
    expect(await screen.findByText(RIGHT_LOST)).toBeVisible();
    await rightsBecome(staff);
    expect(screen.getByText(RIGHT_LOST)).toBeVisible();
    expect(screen.getByText("入力内容はこの端末に保管されています。")).toBeVisible();
    expect(cell("床ずれ")).toBeVisible();
    expect(screen.queryByText(problemSentences.FORBIDDEN)).toBeNull();
    expect(screen.queryByRole("button", { name: "編集を開始" })).toBeNull();
    expect(window.location.pathname).toBe("/dictionaries/1");
  });
});

describe("input that an earlier editing left on the device", () => {
  const offer = () => screen.findByText(/^保存されていない入力内容/);
  /** Types a word without its reading, which therefore cannot be saved, and leaves. */
  async function leaveWord() {
    const { unmount, records } = await edit();
    await userEvent.click(button("単語を追加"));
    await userEvent.keyboard("仮置き{Tab}");
    await waitFor(() => expect(drafts()).toHaveLength(1));
    unmount();
    return records;
  }

  it("is still offered, alone, after something else was saved", async () => {
    const records = await leaveWord();
    const { unmount } = openStaff("/dictionaries/1");
    await beginEdit();
    await offer();
    await pointAt("褥瘡");
    await userEvent.keyboard("床ずれ{Enter}");
    await waitFor(() => expect(records.all()[1]?.surface).toBe("床ずれ"));
    unmount();
    openStaff("/dictionaries/1");
    await beginEdit();
    await offer();
    await userEvent.click(button("復元する"));
    expect(screen.getByText("保存していない入力が1件あります。")).toBeVisible();
    expect(cell("仮置き")).toBeVisible();
    expect(cell("床ずれ")).toBeVisible();
  });

  it("is offered also where a cell was being typed when the session ended", async () => {
    const { unmount } = await edit();
    await userEvent.click(button("単語を追加"));
    await userEvent.keyboard("仮置き");
    await waitFor(() => expect(drafts()).toHaveLength(1));
    const profile = userProfile.get();
    userProfile.clear();
    unmount();
    userProfile.set(profile);
    openStaff("/dictionaries/1");
    await beginEdit();
    await offer();
    await userEvent.click(button("復元する"));
    expect(cell("仮置き")).toBeVisible();
  });

  it("stores nothing of a cell that is left as it was", async () => {
    await edit();
    await userEvent.click(button("単語を追加"));
    await userEvent.keyboard("仮");
    await waitFor(() => expect(drafts()).toHaveLength(1));
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(drafts()).toEqual([]));
  });

  it("is offered together with what was typed after it", async () => {
    await leaveWord();
    const { unmount } = openStaff("/dictionaries/1");
    await beginEdit();
    await offer();
    await userEvent.click(button("単語を追加"));
    await userEvent.keyboard("その後{Tab}");
    unmount();
    openStaff("/dictionaries/1");
    await beginEdit();
    await offer();
    await userEvent.click(button("復元する"));
    expect(screen.getByText("保存していない入力が2件あります。")).toBeVisible();
    expect(cell("仮置き")).toBeVisible();
    expect(cell("その後")).toBeVisible();
  });
});
