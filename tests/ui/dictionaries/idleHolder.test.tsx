import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { button, entriesApi, openEntries } from "./entriesPage.ts";
import { anEntry } from "./entryRecords.ts";

const api = entriesApi();
const MINUTE = 60_000;
const IDLE = /^しばらく操作がなかったため、編集ロックを解除しました。/;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

// Time also passes by itself, for what else waits.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
});

it("lets go of the lock and is told why, until the edit begins again", async () => {
  await openEntries([anEntry()]);
  await userEvent.click(await screen.findByRole("button", { name: "編集を開始" }));
  await screen.findByRole("button", { name: "編集を終了" });
  await pass(10 * MINUTE);
  await pass(MINUTE);
  expect(await screen.findByText(IDLE)).toBeVisible();
  expect(api.calls("DELETE /dictionaries/{id}/lock")).toHaveLength(1);
  await userEvent.click(button("編集を開始"));
  await waitFor(() => expect(screen.queryByText(IDLE)).toBeNull());
  await userEvent.click(await screen.findByRole("button", { name: "編集を終了" }));
  await screen.findByRole("button", { name: "編集を開始" });
  expect(screen.queryByText(IDLE)).toBeNull();
});
