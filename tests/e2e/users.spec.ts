import type { Page } from "@playwright/test";
import { expectSaid, search } from "./support/contracts.ts";
import { people, SYSTEM_ADMIN_STATE, signIn, staffHome } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

test.use({ storageState: SYSTEM_ADMIN_STATE });

const SAMPLE_STAFF = "staff@sample.example.com";

async function openUser(page: Page, email: string) {
  await page.goto("/admin/users");
  await search(page, email);
  await page.getByRole("table").getByRole("link").first().click();
  await expect(page).toHaveURL(/\/admin\/users\/[\w-]+$/);
}

test("a person who is disabled is signed out, and can come back once enabled", async ({
  page,
  browser,
}) => {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const staff = await context.newPage();
  await staff.goto("/app/login");
  await signIn(staff, SAMPLE_STAFF);
  await expect(staff).toHaveURL(staffHome);

  await openUser(page, SAMPLE_STAFF);
  await page.getByRole("button", { name: "無効にする" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "無効にする" }).click();
  await expectSaid(page, /さんを無効にしました。$/);
  // The page hears of it and signs out.
  await expect(staff).toHaveURL(/\/app\/login/);
  await signIn(staff, SAMPLE_STAFF);
  await expectSaid(staff, "このアカウントは無効になっています。管理者にお問い合わせください。");

  await page.getByRole("button", { name: "有効にする" }).click();
  await expectSaid(page, /さんを有効にしました。$/);
  await signIn(staff, SAMPLE_STAFF);
  await expect(staff).toHaveURL(staffHome);
  await context.close();
});

test("an organization is renamed, and its contracts show the new name", async ({ page }) => {
  await page.goto("/admin/organizations");
  await search(page, "株式会社ツバメ運輸");
  await page.getByRole("table").getByRole("link").first().click();
  await page.getByRole("link", { name: "組織名を編集" }).click();
  await page
    .getByRole("textbox", { name: "組織名", exact: true })
    .fill("株式会社ツバメ・ロジスティクス");
  await page.getByRole("button", { name: "保存" }).click();
  await expectSaid(page, "変更を保存しました。");
  await page.goto("/admin/contracts");
  await search(page, "つばめ・ろじすてぃくす");
  await expect(page.getByRole("table")).toContainText("株式会社ツバメ・ロジスティクス");
});

test("the own rights cannot be changed", async ({ page }) => {
  await openUser(page, people.systemAdmin);
  await expectSaid(page, "自分自身の権限や状態は変更できません。ほかの管理者に依頼してください。");
  await expect(page.getByRole("checkbox", { name: "システム管理者" })).toBeDisabled();
});
