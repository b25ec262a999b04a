import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { button, entriesApi, openEntries } from "./entriesPage.ts";
import { anEntry } from "./entryRecords.ts";

vi.mock("../../../src/providers/signIn/identity.ts", () => ({
  identityService: async () => ({}),
  currentToken: async () => "id-token",
}));
vi.mock("../../../src/resources/dictionaries/form/idleTimes.ts", () => ({
  IDLE_MS: 700,
  ANSWER_MS: 100,
}));

const api = entriesApi();
const IDLE = /^しばらく操作がなかったため、編集ロックを解除しました。/;

it("lets go of the lock and is told why, until the edit begins anew", async () => {
  await openEntries([anEntry()]);
  await userEvent.click(await screen.findByRole("button", { name: "編集を開始" }));
  expect(await screen.findByText(IDLE, {}, { timeout: 5_000 })).toBeVisible();
  expect(api.calls("DELETE /dictionaries/{id}/lock")).toHaveLength(1);
  await userEvent.click(button("編集を開始"));
  await waitFor(() => expect(screen.queryByText(IDLE)).toBeNull());
  await userEvent.click(await screen.findByRole("button", { name: "編集を終了" }));
  await screen.findByRole("button", { name: "編集を開始" });
  expect(screen.queryByText(IDLE)).toBeNull();
});
