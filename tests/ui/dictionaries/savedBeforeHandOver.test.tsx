import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { lockTopic } from "../../../domain/events.ts";
import { conflict } from "../../../server/problem.ts";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { beginEdit, button, cell, entriesApi, openEntries } from "./entriesPage.ts";
import { anEntry } from "./entryRecords.ts";
import { handedToSuzuki } from "./lockRecords.ts";

const api = entriesApi();

const BATCH = "POST /dictionaries/{id}/entries/batch";
const HAND_OVER = "POST /dictionaries/{id}/lock/handover";
const GONE = "編集ロックが鈴木 一郎さんに渡りました。";
const MINUTE = 60_000;

/** In work on a new word, of which the reading is typed, when another person asks for the lock. */
async function asked() {
  const { dictionaries } = await openEntries([anEntry({ entryId: 1 })]);
  await beginEdit();
  await userEvent.click(button("単語を追加"));
  await userEvent.keyboard("褥瘡{Tab}じょくそう{Tab}");
  dictionaries.isAskedBy(1, {});
  await waitFor(() => expect(dictionaries.isHeard()).toBe(true));
  dictionaries.tell(lockTopic("dictionaries", 1), "locked");
  await screen.findByText("鈴木 一郎さんが編集ロックをリクエストしています。");
  const goes = () => {
    dictionaries.takeAway(1, handedToSuzuki());
    return undefined;
  };
  return { dictionaries, goes };
}

describe("the page of who hands over a lock", () => {
  it("lets go of it with input that cannot be saved, which stays as a draft, and says so", async () => {
    const { goes } = await asked();
    api.refuse(BATCH, conflict("DUPLICATE"));
    api.answer(HAND_OVER, goes);
    expectConsoleErrors();
    await userEvent.click(button("保存して渡す"));
    expect(await screen.findByText(GONE)).toBeVisible();
    const stored = "保存できなかった入力内容は、この端末に保管されています。";
    expect(screen.getByText(stored)).toBeVisible();
    expect(cell("褥瘡")).toBeVisible();
    expect(JSON.stringify({ ...window.localStorage })).toContain("じょくそう");
    expect(api.calls(HAND_OVER).map(({ body }) => body)).toEqual([{ requestId: 7, when: "NOW" }]);
    const posts = api.sent.filter(({ method }) => method === "POST").map(({ path }) => path);
    expect(posts.slice(-2)).toEqual([
      "/dictionaries/1/entries/batch",
      "/dictionaries/1/lock/handover",
    ]);
  });

  it("saves before it ends the editing, and waits for the answer", async () => {
    await asked();
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    api.answer(BATCH, async () => {
      await answered;
      return { created: [], updated: [], deleted: [] };
    });
    await userEvent.click(button("編集を終了"));
    await waitFor(() => expect(api.calls(BATCH)).toHaveLength(1));
    expect(api.calls("DELETE /dictionaries/{id}/lock")).toEqual([]);
    answer();
    await waitFor(() => expect(api.calls("DELETE /dictionaries/{id}/lock")).toHaveLength(1));
  });

  it("saves what an idle holder has left in work before their lock goes", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
    // Requests time out while whole minutes pass at once.
    expectConsoleErrors();
    await asked();
    await act(() => vi.advanceTimersByTimeAsync(4 * MINUTE));
    await act(() => vi.advanceTimersByTimeAsync(MINUTE));
    await waitFor(() => expect(api.calls("DELETE /dictionaries/{id}/lock")).toHaveLength(1));
    expect(api.calls(BATCH)).toHaveLength(1);
  });

  it("saves shortly before the clock hands it over, but not the cell that is being typed", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
    // Requests time out while whole minutes pass at once.
    expectConsoleErrors();
    const { dictionaries } = await asked();
    api.answer(HAND_OVER, () => {
      dictionaries.isAskedBy(1, { handOverAt: "2026-04-02T05:37:00.000Z" });
      return undefined;
    });
    await userEvent.click(button("5分後に渡す"));
    expect(await screen.findByText("14:37に編集ロックを渡します。")).toBeVisible();
    await userEvent.click(button("単語を追加"));
    await userEvent.keyboard("嚥下{Tab}えんげ{Tab}めい");
    const surfaces = () => JSON.stringify(api.calls(BATCH).map(({ body }) => body));
    for (let minute = 1; minute <= 4; minute += 1) {
      await act(() => vi.advanceTimersByTimeAsync(MINUTE));
      // A user who presses keys is not idle.
      await userEvent.keyboard("{Shift}");
    }
    expect(surfaces()).not.toContain("嚥下");
    await act(() => vi.advanceTimersByTimeAsync(MINUTE));
    await waitFor(() => expect(surfaces()).toContain('{"surface":"嚥下","reading":"えんげ"}'));
    expect(screen.getByRole("combobox", { name: /行目$/ })).toHaveValue("めい");
  });
});
