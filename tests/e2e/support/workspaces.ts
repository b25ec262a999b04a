import { randomUUID } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import { expectSaid } from "./contracts.ts";
import { signIn } from "./people.ts";
import { expect } from "./test.ts";

/** A name that no other test uses. */
export const newName = (name: string) => `${name}${randomUUID().slice(0, 8)}`;

export const GONE = "このワークスペースは利用できなくなりました。";

/** Signs in as a member of an organization; ends on the home page. */
export async function enterStaffArea(page: Page, email: string): Promise<void> {
  await page.goto("/app/login");
  await signIn(page, email);
  await expect(page.getByRole("heading", { level: 1, name: "ホーム" })).toBeVisible();
}

/** Another user in another browser; close its context at the end. */
export async function inOwnBrowser(browser: Browser, email: string): Promise<Page> {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const page = await context.newPage();
  await enterStaffArea(page, email);
  return page;
}

export async function fillWorkspaceName(page: Page, name: string): Promise<void> {
  await page.getByRole("textbox", { name: "ワークスペース名" }).fill(name);
}

export async function expectWorkspace(page: Page, name: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
}

/** From the workspace's page to its members. */
export async function editMembers(page: Page): Promise<void> {
  await page.getByRole("link", { name: "メンバーを編集" }).first().click();
  await expect(page.getByRole("combobox", { name: "追加する人" })).toBeVisible();
}

/** By keyboard: the search finds one person, and Enter chooses them. */
export async function addMember(page: Page, lookFor: string, name: string): Promise<void> {
  const picker = page.getByRole("combobox", { name: "追加する人" });
  await picker.fill(lookFor);
  await expect(page.getByRole("option")).toHaveCount(1);
  await expect(page.getByRole("option")).toContainText(name);
  await picker.press("Enter");
  await expect(page.getByRole("row", { name })).toContainText("追加予定");
}

export async function takeOutMember(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: `${name}さんを外す`, exact: true }).click();
}

export async function saveMembers(page: Page): Promise<void> {
  await page.getByRole("button", { name: "保存" }).click();
  await expectSaid(page, "変更を保存しました。");
}

export async function deleteWorkspace(page: Page): Promise<void> {
  await page.getByRole("button", { name: "削除する" }).click();
  const dialog = page.getByRole("alertdialog", { name: "ワークスペースの削除" });
  await dialog.getByRole("button", { name: "削除する" }).click();
  await expectSaid(page, "ワークスペースを削除しました。");
}

/** The button in the header, which names the selected workspace. */
export function switcher(page: Page) {
  return page.getByRole("banner").getByRole("button", { name: "ワークスペース" });
}

/** By keyboard. */
export async function chooseWorkspace(page: Page, lookFor: string, name: string): Promise<void> {
  await switcher(page).press("Enter");
  await page.getByRole("combobox", { name: "ワークスペースを検索" }).fill(lookFor);
  await expect(page.getByRole("option")).toHaveText([name]);
  const remembered = page.waitForResponse(/\/api\/v1\/users\/me$/);
  await page.keyboard.press("Enter");
  await expectSelected(page, name);
  expect((await remembered).status()).toBe(200);
}

async function expectSelected(page: Page, name: string): Promise<void> {
  await expect(switcher(page)).toHaveText(`ワークスペース：${name}`);
}
