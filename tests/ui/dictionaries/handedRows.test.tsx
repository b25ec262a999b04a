import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { TakenRows } from "../../../domain/entries/schemas.ts";
import { lockTopic } from "../../../domain/events.ts";
import { conflict } from "../../../server/problem.ts";
import { createEntrySheet } from "../../../src/resources/dictionaries/entries/entrySheet.ts";
import { keyOf } from "../../../src/resources/dictionaries/entries/unsavedRows.ts";
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

const api = entriesApi();

const HAND_OVER = "POST /dictionaries/{id}/lock/handover";
const BATCH = "POST /dictionaries/{id}/entries/batch";
const TAKE = "DELETE /dictionaries/{id}/handed-rows/{handedId}";
const words = [anEntry({ entryId: 1 }), anEntry({ entryId: 2, surface: "褥瘡" })];
/** A new word without a reading, which is not saved. */
const UNFINISHED = { entry: null, texts: { surface: "ABC" } };

describe("who hands over a lock with what is not saved", () => {
  async function asked() {
    const { dictionaries } = await openEntries(words);
    await beginEdit();
    await userEvent.click(button("単語を追加"));
    await userEvent.keyboard("ABC{Tab}");
    dictionaries.isAskedBy(1, {});
    await waitFor(() => expect(dictionaries.isHeard()).toBe(true));
    dictionaries.tell(lockTopic("dictionaries", 1), "locked");
    const choice = await screen.findByRole("checkbox", { name: "未保存の行も渡す" });
    return { dictionaries, choice };
  }
  const bodies = () => api.calls(HAND_OVER).map(({ body }) => body);

  it("sends the rows as they are, saves nothing, and does not keep them", async () => {
    const { dictionaries, choice } = await asked();
    api.answer(HAND_OVER, () => {
      dictionaries.takeAway(1, {
        cause: "HANDED_OVER",
        releasedBy: "suzuki",
        releasedByName: "鈴木 一郎",
        releasedAt: new Date().toISOString(),
        reason: "",
      });
      return undefined;
    });
    expectConsoleErrors();
    await userEvent.click(choice);
    await userEvent.click(button("保存せずに渡す"));
    expect(await screen.findByText("編集ロックが鈴木 一郎さんに渡りました。")).toBeVisible();
    expect(bodies()).toEqual([{ requestId: 7, when: "NOW", rows: [UNFINISHED] }]);
    expect(api.calls(BATCH)).toEqual([]);
    await waitFor(() => expect(screen.queryByRole("gridcell", { name: "ABC" })).toBeNull());
    expect(window.localStorage.length).toBe(0);
  });

  it("keeps the rows when the request was withdrawn before", async () => {
    const { choice } = await asked();
    api.refuse(HAND_OVER, conflict("LOCK_REQUEST_GONE"));
    expectConsoleErrors();
    await userEvent.click(choice);
    await userEvent.click(button("保存せずに渡す"));
    expect(await screen.findByText("編集ロックのリクエストはすでに終了しています。")).toBeVisible();
    expect(cell("ABC")).toBeVisible();
  });

  it("promises what is unsaved by then: later rows go too, saved ones do not", async () => {
    const { dictionaries, choice } = await asked();
    api.answer(HAND_OVER, () => {
      dictionaries.isAskedBy(1, { handOverAt: "2026-04-02T05:37:00.000Z" });
      return undefined;
    });
    await userEvent.click(choice);
    await userEvent.click(button("5分後に渡す"));
    expect(await screen.findByText("14:37に編集ロックを渡します。")).toBeVisible();
    expect(bodies()).toEqual([{ requestId: 7, when: "LATER", rows: [UNFINISHED] }]);
    await userEvent.keyboard("えーびーしー{Enter}");
    await waitFor(() => expect(api.calls(BATCH)).toHaveLength(1));
    await waitFor(() => expect(bodies().at(-1)).toEqual({ requestId: 7, when: "LATER" }));
  });
});

describe("who receives a lock with what is not saved", () => {
  type Row = TakenRows["content"][number]["rows"][number];
  async function receive(...rows: Row[]) {
    const opened = await openEntries(words);
    let isTaken = false;
    api.answer("GET /dictionaries/{id}/handed-rows", () => ({
      content: isTaken
        ? []
        : [{ handedId: 3, writtenByName: "佐藤 花子", handedAt: new Date().toISOString(), rows }],
    }));
    api.answer(TAKE, () => {
      isTaken = true;
      return undefined;
    });
    await beginEdit();
    await waitFor(() => expect(api.calls(TAKE)).toHaveLength(1));
    return opened;
  }
  const [first] = words;
  const rowWith = (text: string) => {
    const row = cell(text).closest<HTMLElement>('[role="row"]');
    if (!row) throw new Error(`${text} is in no row`);
    return within(row);
  };

  it("finds them in the table, marked by who wrote them, and saves them", async () => {
    await receive({ entry: null, texts: { surface: "嚥下", reading: "えんげ" }, current: null });
    const mark = "佐藤 花子さんの未保存の行";
    expect(rowWith("嚥下").getByRole("gridcell", { name: mark })).toBeVisible();
    expect(screen.getByText("うち1件は佐藤 花子さんの未保存の行です。")).toBeVisible();
    await pointAt("嚥下");
    expect(cursor()).toHaveAccessibleDescription(mark);
    expect(api.calls(BATCH)).toEqual([]);
    await userEvent.click(button("もう一度保存する"));
    await waitFor(() => expect(api.calls(BATCH)).toHaveLength(1));
    await waitFor(() => expect(screen.queryByText(mark)).toBeNull());
    expect(api.calls(TAKE)[0]?.headers.get("X-Lock-Token")).toBe("token 1");
  });

  it("keeps them on the device with their author, and may discard them", async () => {
    await receive({ entry: null, texts: { surface: "嚥下" }, current: null });
    await waitFor(() => expect(JSON.stringify({ ...window.localStorage })).toContain("佐藤 花子"));
    await userEvent.click(button("入力を破棄"));
    expect(screen.queryByRole("gridcell", { name: "嚥下" })).toBeNull();
    await waitFor(() => expect(window.localStorage.length).toBe(0));
  });

  it("keeps input of their own beside them, and over them in the same cell", () => {
    const sheet = createEntrySheet();
    const entry = anEntry({ entryId: 1 });
    sheet.enter({ key: keyOf(entry), entry }, { note: "自分" });
    sheet.restore([
      { entry, texts: { note: "他人", surface: "嚥下" }, author: "佐藤 花子" },
      { entry: null, texts: { surface: "褥瘡" }, author: "佐藤 花子" },
    ]);
    const rows = [...sheet.get().rows.values()];
    expect(rows.map(({ texts, author, state }) => ({ texts, author, state }))).toEqual([
      { texts: { note: "自分", surface: "嚥下" }, author: "佐藤 花子", state: "refused" },
      { texts: { surface: "褥瘡" }, author: "佐藤 花子", state: "refused" },
    ]);
  });

  it("sees the conflict of a word that has changed or gone since", async () => {
    const was = { surface: first?.surface, reading: first?.reading };
    await receive(
      {
        entry: { entryId: 1, version: 0, cells: was },
        texts: { note: "要確認" },
        current: anEntry({ entryId: 1, note: "確認済み" }),
      },
      {
        entry: { entryId: 9, version: 1, cells: { surface: "疼痛", reading: "とうつう" } },
        texts: { note: "消えた" },
        current: null,
      },
    );
    await pointAt("要確認");
    expect(cursor()).toHaveAccessibleDescription(/確認済み/);
    expect(cursor()).toBeInvalid();
    expect(rowWith("疼痛").getByRole("gridcell", { name: "消えた" })).toBeVisible();
    await pointAt("疼痛");
    expect(cursor()).toHaveAccessibleDescription(/この単語は削除されました。/);
  });
});
