import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import type { Dictionary } from "../../../domain/dictionaries/schemas.ts";
import { importSentences } from "../../../domain/imports/rules.ts";
import { conflict } from "../../../server/problem.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { aDictionary, heldBySato } from "../../support/records.ts";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { dictionariesAre } from "./dictionaryRecords.ts";
import { aCommitted, importsAre } from "./importRecords.ts";
import { openStaff } from "./openStaff.tsx";

const REVERT = "POST /dictionaries/{id}/imports/{importId}/revert";
const api = apiDouble("staff");
api.answer("DELETE /dictionaries/{id}/lock", () => undefined);
// jsdom never has the focus of the system.
beforeEach(() => void vi.spyOn(document, "hasFocus").mockReturnValue(true));

const committed = [
  aCommitted({ importId: 7, fileName: "今日.csv" }),
  aCommitted({
    importId: 6,
    fileName: "昨日.csv",
    revertedAt: "2026-11-19T01:00:00.000Z",
    revertibleUntil: null,
  }),
  aCommitted({ importId: 4, fileName: "先週.csv", revertibleUntil: null }),
];
const dialog = () => within(screen.getByRole("alertdialog", { name: "取り込みの取り消し" }));
const locksReleased = () => api.calls("DELETE /dictionaries/{id}/lock").length;

async function open(given: Partial<Dictionary> = {}) {
  importsAre(undefined, { committed });
  dictionariesAre(aDictionary(given));
  openStaff("/dictionaries/1/import");
  await screen.findByText("今日.csv");
}

async function revert() {
  await userEvent.click(screen.getByRole("button", { name: "今日.csvの取り込みを取り消す" }));
  await screen.findByRole("alertdialog", { name: "取り込みの取り消し" });
  await userEvent.click(dialog().getByRole("button", { name: "取り込みを取り消す" }));
}

it("lists who imported what, and undoes what can be undone, under the lock", async () => {
  await open();
  const rows = screen.getAllByRole("row").slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(
      /田中 次郎今日\.csv追加・上書き追加 1件・上書き 1件.*まで取り消し可能取り消す$/,
    ),
    expect.stringMatching(/昨日\.csv.*取り消し済み$/),
    expect.stringMatching(/先週\.csv.*取り消し期限切れ$/),
  ]);
  await revert();
  expect(await screen.findByText("取り込みを取り消しました。")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  const [sent] = api.calls(REVERT);
  expect(sent?.path).toBe("/dictionaries/1/imports/7/revert");
  expect(sent?.headers.get("X-Lock-Token")).toBe("token 1");
  expect(locksReleased()).toBe(1);
  expect(screen.queryByRole("button", { name: /取り消す$/ })).toBeNull();
});

it("names the entries that changed since, each with a link that finds it", async () => {
  expectConsoleErrors();
  await open();
  const entries = [{ entryId: 3, surface: "心電図", reading: "しんでんず" }];
  api.refuse(REVERT, conflict("ENTRIES_CHANGED", { extra: { entries } }));
  await revert();
  expect(await dialog().findByText(importSentences.entriesChanged)).toBeVisible();
  const href = dialog().getByRole("link", { name: "心電図" }).getAttribute("href") ?? "";
  const { pathname, searchParams } = new URL(href, "http://console");
  expect(pathname).toBe("/dictionaries/1");
  expect(JSON.parse(searchParams.get("filter") ?? "")).toEqual({ q: "心電図" });
  expect(dialog().queryByRole("button", { name: "取り込みを取り消す" })).toBeNull();
  expect(locksReleased()).toBe(1);
});

it("says who edits the dictionary, and changes nothing", async () => {
  expectConsoleErrors();
  await open(heldBySato());
  await revert();
  expect(await dialog().findByText(/^佐藤 花子さんが編集中のため、編集できません/)).toBeVisible();
  expect(api.calls(REVERT)).toEqual([]);
});
