import { expect, type Page } from "@playwright/test";
import { ownServer } from "./servers.ts";

/** The demo accounts of the embedded start (README.md#run-it). */
export const people = {
  systemAdmin: "sysadmin@example.com",
  organizationAdmin: "orgadmin@example.com",
  dictionaryAdmin: "dictadmin@example.com",
  otherDictionaryAdmin: "dictadmin2@example.com",
  staff: "staff@example.com",
} as const;

export const PASSWORD = "password";

/** The address of the staff area's first page, in any workspace. */
export const staffHome = /:\d+\/(\?workspace=\d+)?$/;

/** Fills in and sends the sign-in form; the caller checks where it leads. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel("メールアドレス", { exact: true }).fill(email);
  await page.getByLabel("パスワード", { exact: true }).fill(password);
  await page.getByRole("button", { name: "ログイン", exact: true }).click();
}

/** The file with the system admin's session that all tests of a worker share. */
export const SYSTEM_ADMIN_STATE = ownServer().systemAdmin;

/** Opens the contract list with a session. */
export async function openContracts(page: Page, query = ""): Promise<void> {
  await page.goto(`/admin/contracts${query}`);
  await expectContractList(page);
}

/** Opens the contract list without a session and signs in. */
export async function signInToContracts(page: Page, query = ""): Promise<void> {
  await page.goto(`/admin/contracts${query}`);
  await expect(page).toHaveURL(/\/app\/login/);
  await signIn(page, people.systemAdmin);
  await expectContractList(page);
}

export async function expectContractList(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: "契約" })).toBeVisible();
  await expect(page.getByRole("table")).toBeVisible();
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "ユーザーメニュー" }).click();
  await page.getByRole("menuitem", { name: "ログアウト" }).click();
  await expect(page).toHaveURL(/\/app\/login/);
}
