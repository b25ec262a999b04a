import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { resourceTopic } from "../../../domain/events.ts";
import { beginEdit, cell, cursor, entriesApi, openEntries, pointAt } from "./entriesPage.ts";
import { anEntry } from "./entryRecords.ts";

const api = entriesApi();

const two = [
  anEntry({ entryId: 1, reflection: { revision: 1_841, fetched: true, transcriptCount: 12 } }),
  anEntry({ entryId: 2, surface: "褥瘡", reading: "じょくそう", reflection: null }),
];
const reflections = () =>
  screen
    .getAllByRole("row")
    .slice(1, -1)
    .map((row) => within(row).getAllByRole("gridcell").at(-1)?.textContent);
const reads = () => api.calls("GET /dictionaries/{id}/entries").length;

describe("反映 of the words", () => {
  it("tells which revision of a word engines have, and its transcripts, by the read of the page", async () => {
    await openEntries(two);
    await screen.findByRole("gridcell", { name: "褥瘡" });
    expect(reflections()).toEqual(["版1841で取得済み\nこの版以降の文字起こし12件", ""]);
    expect(screen.getByRole("columnheader", { name: "反映" })).toBeVisible();
    expect(screen.queryByRole("button", { name: /反映/ })).toBeNull();
    await pointAt("版1841で取得済み\nこの版以降の文字起こし12件");
    expect(cursor()).toHaveAccessibleName("反映 1行目");
  });

  it("says only what differs, and all of the row of the cursor", async () => {
    const fetched = { revision: 1_841, fetched: true, transcriptCount: 0 };
    const pending = { revision: 1_842, fetched: false, transcriptCount: 0 };
    const { dictionaries, records } = await openEntries([
      ...two,
      anEntry({
        entryId: 3,
        surface: "動脈硬化",
        reading: "どうみゃくこうか",
        reflection: fetched,
      }),
    ]);
    await screen.findByRole("gridcell", { name: "動脈硬化" });
    await waitFor(() => expect(dictionaries.isHeard()).toBe(true));
    records.use(2, pending);
    dictionaries.tell(resourceTopic("reflection", 1), "updated");
    await screen.findByRole("gridcell", { name: "未反映" });
    expect(reflections()).toEqual(["版1841で取得済み\nこの版以降の文字起こし12件", "未反映", ""]);
    await pointAt("動脈硬化");
    expect(reflections()).toEqual(["", "未反映", "版1841で取得済み\nこの版以降の文字起こし0件"]);
    for (const entryId of [1, 3]) records.use(entryId, pending);
    dictionaries.tell(resourceTopic("reflection", 1), "updated");
    await waitFor(() => expect(reflections()).toEqual(["", "", "未反映"]));
  });

  it("follows the transcripts while a word is typed, whose input stays", async () => {
    const { dictionaries, records } = await openEntries(two);
    await screen.findByRole("gridcell", { name: "褥瘡" });
    await waitFor(() => expect(dictionaries.isHeard()).toBe(true));
    await waitFor(() => expect(reads()).toBeGreaterThanOrEqual(2));
    await beginEdit();
    await pointAt("褥瘡");
    await userEvent.keyboard("床");
    records.use(1, { revision: 1_841, fetched: true, transcriptCount: 1_013 });
    records.use(2, { revision: 1_842, fetched: false, transcriptCount: 0 });
    dictionaries.tell(resourceTopic("reflection", 1), "updated");
    await screen.findByRole("gridcell", { name: "未反映" });
    expect(cursor()).toHaveValue("床");
    expect(cursor()).toHaveFocus();
    await userEvent.keyboard("ずれ{Enter}");
    await pointAt("心電図");
    expect(cell("版1841で取得済み\nこの版以降の文字起こし1,013件")).toBeVisible();
    await waitFor(() => expect(records.all()[1]?.surface).toBe("床ずれ"));
  });

  it("is read again when the words are shown again, after a change that nobody heard", async () => {
    api.answer("GET /audit-events", () => ({ content: [], next: null }));
    const { records } = await openEntries(two);
    await screen.findByRole("gridcell", { name: "褥瘡" });
    await userEvent.click(screen.getByRole("link", { name: "変更履歴" }));
    await waitFor(() => expect(screen.queryByRole("grid")).toBeNull());
    records.use(2, { revision: 1_842, fetched: true, transcriptCount: 0 });
    await userEvent.click(screen.getByRole("link", { name: /^単語/ }));
    await screen.findByRole("gridcell", { name: "褥瘡" });
    await pointAt("褥瘡");
    await screen.findByRole("gridcell", { name: /^版1842で取得済み/ });
  });
});

describe("使用（30日） of the words", () => {
  it("is a column that sorts, and a condition, where engines tell it", async () => {
    await openEntries([
      anEntry({ entryId: 1, uses30Days: 1_204 }),
      anEntry({ entryId: 2, surface: "褥瘡", reading: "じょくそう", uses30Days: 0 }),
    ]);
    await screen.findByRole("gridcell", { name: "1,204" });
    await pointAt("1,204");
    expect(cursor()).toHaveAccessibleName("使用（30日） 1行目");
    await userEvent.keyboard("{ArrowDown}");
    expect(cursor()).toHaveAccessibleName("使用（30日） 2行目");
    const asked = () => api.calls("GET /dictionaries/{id}/entries").at(-1)?.query;
    await userEvent.click(screen.getByRole("button", { name: "使用（30日）" }));
    await waitFor(() => expect(asked()).toMatchObject({ sort: "uses30Days,asc" }));
    const choice = screen.getByRole("combobox", { name: "使用（30日）" });
    await userEvent.selectOptions(choice, "30日間に使用なし");
    await waitFor(() => expect(asked()).toMatchObject({ used: "false" }));
  });

  it("is nowhere where none tells it: End leads to 反映", async () => {
    await openEntries(two);
    await screen.findByRole("gridcell", { name: "褥瘡" });
    expect(screen.queryByText(/使用（30日）/)).toBeNull();
    await pointAt("褥瘡");
    await userEvent.keyboard("{End}");
    expect(cursor()).toHaveAccessibleName("反映 2行目");
  });
});
