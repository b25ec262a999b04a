import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { expect } from "./test.ts";

const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: true });

/** From any page, as a user with the right. */
export async function openImport(page: Page, dictionaryId: number): Promise<void> {
  await page.goto(`/dictionaries/${dictionaryId}/import`);
  await expect(page.getByRole("region", { name: "ファイル", exact: true })).toBeVisible();
}

/** Ends on the dry run, under the lock. */
export async function chooseFile(page: Page, name: string, bytes: Buffer): Promise<void> {
  await page
    .getByLabel("ファイルを選択")
    .first()
    .setInputFiles({ name, mimeType: "text/csv", buffer: bytes });
  await expect(dryRun(page)).toContainText(name);
  await expect(page.getByRole("heading", { name: "取り込み内容の確認" })).toBeFocused();
}

export const dryRun = (page: Page): Locator =>
  page.getByRole("region", { name: "取り込み内容の確認" });

export const importResult = (page: Page): Locator =>
  page.getByRole("region", { name: "取り込みの結果" });

export async function chooseMode(page: Page, mode: RegExp): Promise<void> {
  await dryRun(page).getByRole("radio", { name: mode }).check();
}

/** How many rows the dry run has by verdict, as 新規 2. */
export async function expectRows(page: Page, counts: readonly string[]): Promise<void> {
  for (const count of counts) {
    await expect(dryRun(page).getByRole("radio", { name: count, exact: true })).toBeVisible();
  }
}

/** The bytes of the dictionary in an encoding, by the dialog of its page. */
export async function exported(page: Page, dictionaryId: number, encoding: string) {
  await page.goto(`/dictionaries/${dictionaryId}`);
  await button(page, "ほかの形式").click();
  const dialog = page.getByRole("dialog", { name: "辞書のダウンロード" });
  await dialog.getByRole("combobox", { name: "文字コード" }).selectOption(encoding);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "ダウンロード", exact: true }).click(),
  ]);
  return readFile(await download.path());
}
