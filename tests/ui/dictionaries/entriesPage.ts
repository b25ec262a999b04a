import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, vi } from "vitest";
import type { Dictionary } from "../../../domain/dictionaries/schemas.ts";
import type { Entry } from "../../../domain/entries/schemas.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { aDictionary } from "../../support/records.ts";
import { dictionariesAre } from "./dictionaryRecords.ts";
import { entriesAre } from "./entryRecords.ts";
import { openStaff, type staff } from "./openStaff.tsx";

/** The API and the browser as the page of entries needs them before each test of a file. */
export function entriesApi() {
  const api = apiDouble("staff");
  api.answer("DELETE /dictionaries/{id}/lock", () => undefined);
  beforeEach(() => {
    window.localStorage.clear();
    // jsdom never has the focus of the system.
    vi.spyOn(document, "hasFocus").mockReturnValue(true);
    // jsdom measures nothing, and what has no height has no rows in view.
    vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(600);
  });
  return api;
}

/** Opens the page of a dictionary with these entries. */
export async function openEntries(
  entries: readonly Entry[],
  { flags, ...given }: Partial<Dictionary> & { flags?: typeof staff } = {},
) {
  const dictionaries = dictionariesAre(aDictionary({ entryCount: entries.length, ...given }));
  const records = entriesAre(entries);
  const { unmount } = openStaff("/dictionaries/1", flags);
  await screen.findByRole("heading", { level: 1, name: "医療用語" });
  return { dictionaries, records, unmount };
}

export async function beginEdit() {
  await userEvent.click(await screen.findByRole("button", { name: "編集を開始" }));
  await screen.findByRole("button", { name: "編集を終了" });
}

export const button = (name: string) => screen.getByRole("button", { name });
export const cell = (text: string) => screen.getByRole("gridcell", { name: text });
export const cursor = () => screen.getByRole<HTMLInputElement>("textbox", { name: /行目$/ });

/** Chooses a cell with the pointer, as before the first key. */
export async function pointAt(text: string) {
  fireEvent.pointerDown(cell(text), { button: 0, pointerType: "mouse" });
  await waitFor(() => expect(cursor()).toHaveFocus());
}
