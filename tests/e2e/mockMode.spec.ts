import type { Page } from "@playwright/test";
import { Running } from "../support/running.ts";
import { people } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

/** Vite prepares its packages before the first page shows. */
const FIRST_PAGE_MS = 60_000;

let command: Running;
let address: string;

test.beforeAll(async () => {
  command = new Running("npm", ["run", "dev:mock"], { PORT: "0" });
  address = await command.address();
});
test.afterAll(() => command.remove());

async function signIn(page: Page, email: string) {
  await page.goto(`${address}/app/login`);
  await page.getByText("デモ用アカウントで試す").click({ timeout: FIRST_PAGE_MS });
  await page.getByRole("button", { name: email }).click();
  await page.getByRole("button", { name: "ログイン", exact: true }).click();
}

test("shows the demo data, changes a password and signs out, without an identity service", async ({
  page,
}) => {
  await signIn(page, people.organizationAdmin);
  await expect(page.getByText("残り3件・8時間45分")).toBeVisible({ timeout: FIRST_PAGE_MS });
  await page.getByRole("link", { name: "辞書", exact: true }).click();
  await expect(page.getByRole("cell", { name: "一般辞書テスト1" })).toBeVisible();
  await expect(page.getByText("32件中")).toBeVisible();

  const menu = page.getByRole("button", { name: "ユーザーメニュー" });
  await menu.click();
  await page.getByRole("menuitem", { name: "個人設定" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "編集" }).click();
  await dialog.getByLabel("新しいパスワード", { exact: false }).first().fill("changed-1");
  await dialog.getByLabel("新しいパスワード（確認）").fill("changed-1");
  await dialog.getByRole("button", { name: "変更を適用" }).click();
  await expect(dialog.getByText("パスワードを変更しました。")).toBeVisible();
  await expect(dialog).toBeHidden();

  await menu.click();
  await page.getByRole("menuitem", { name: "ログアウト" }).click();
  // A page that is opened before the sign-out ends would sign in by itself.
  await expect(page).toHaveURL(/\/app\/login/);
  await signIn(page, people.organizationAdmin);
  await expect(page.getByText("メールアドレスまたはパスワードが正しくありません。")).toBeVisible();
  await page.getByLabel("パスワード", { exact: true }).fill("changed-1");
  await page.getByRole("button", { name: "ログイン", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "ホーム" })).toBeVisible();
});
