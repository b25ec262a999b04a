import type { Locator, Page } from "@playwright/test";
import type { DictionaryCategory } from "../../../domain/dictionaries/rules.ts";
import { expectSaid, rows, search } from "./contracts.ts";
import { expect } from "./test.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** A time of today, such as 19:36, or an earlier one with its date. */
const SINCE = String.raw`(\d{4}/\d{2}/\d{2} )?\d{1,2}:\d{2}`;

export function nameField(page: Page): Locator {
  return page.getByRole("textbox", { name: "辞書名", exact: true });
}

export async function openDictionaries(page: Page): Promise<void> {
  await page.goto("/dictionaries");
  await expect(page.getByRole("heading", { level: 1, name: "辞書", exact: true })).toBeVisible();
  await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "false");
}

async function fillNewDictionary(
  page: Page,
  category: DictionaryCategory,
  name: string,
): Promise<void> {
  // The list has an option of that name as well.
  await expect(page.getByRole("heading", { level: 1, name: "辞書の追加" })).toBeVisible();
  await page.getByRole("combobox", { name: "辞書の種類" }).selectOption(category);
  await nameField(page).fill(name);
}

/** From any page, as a user with the right; ends on the page of the new dictionary. */
export async function createDictionary(
  page: Page,
  category: DictionaryCategory,
  name: string,
): Promise<void> {
  await page.goto("/dictionaries/create");
  await fillNewDictionary(page, category, name);
  await button(page, "辞書を追加").click();
  await expectSaid(page, "辞書を追加しました。");
  await expectDictionary(page, name);
}

/** From any page, through the list. */
export async function openDictionary(page: Page, name: string): Promise<void> {
  await openDictionaries(page);
  await search(page, name);
  await page.getByRole("table").getByRole("link", { name, exact: true }).click();
  await expectDictionary(page, name);
}

export async function expectDictionary(page: Page, name: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "辞書のページ" })).toBeVisible();
}

/** On the page of a dictionary: takes the lock and opens the form of its properties. */
export const BEGIN = "辞書情報を編集";

/** From the page of a dictionary to the form, with the lock. */
export async function beginEditing(page: Page): Promise<void> {
  await button(page, BEGIN).click();
  await expectEditing(page);
}

/** This tab has the lock. */
async function expectEditing(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 2, name: "辞書情報の編集" })).toBeVisible();
  await expect(nameField(page)).toBeEditable();
  await expect(button(page, "保存して終了")).toBeEnabled();
}

/** The form takes no input and cannot be saved; the input is still there. */
export async function expectReadOnly(page: Page): Promise<void> {
  await expect(nameField(page)).not.toBeEditable();
  await expect(button(page, "保存して終了")).toBeDisabled();
}

export async function saveAndEnd(page: Page): Promise<void> {
  await button(page, "保存して終了").click();
  await expectSaid(page, "変更を保存しました。");
}

/** On all tabs of a dictionary: who edits it, and since when. */
export async function expectHeldBy(page: Page, person: string): Promise<void> {
  const sentence = new RegExp(`^${person}さんが編集中のため、編集できません（${SINCE}から）。$`);
  await expect(page.getByRole("status").getByText(sentence)).toBeVisible();
}

/** In the list. */
export async function expectRowHeldBy(page: Page, name: string, person: string): Promise<void> {
  const row = rows(page).filter({ hasText: name });
  await expect(row).toContainText(new RegExp(`編集中${person}さん・${SINCE}から`));
}

export async function expectRowFree(page: Page, name: string): Promise<void> {
  const row = rows(page).filter({ hasText: name });
  await expect(row).toHaveCount(1);
  await expect(row).not.toContainText("編集中");
}

/** As an organization admin, on any tab of a dictionary. */
export async function breakLock(page: Page, reason: string): Promise<void> {
  await button(page, "ロックを強制解除する").click();
  const dialog = page.getByRole("dialog", { name: "編集ロックの強制解除" });
  await dialog.getByRole("textbox", { name: "理由" }).fill(reason);
  await dialog.getByRole("button", { name: "ロックを強制解除する" }).click();
  await expectSaid(page, "編集ロックを強制解除しました。");
}
