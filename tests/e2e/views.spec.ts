import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { SYSTEM_ADMIN_STATE } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

test.use({ storageState: SYSTEM_ADMIN_STATE });

/** Other tests share the person: this one takes a list that they open without conditions nowhere. */
async function openOrganizations(page: Page): Promise<void> {
  await page.goto("/admin/organizations");
  await expect(page.getByRole("heading", { level: 1, name: "組織" })).toBeVisible();
  await expect(page.getByRole("table").getByRole("link").first()).toBeVisible();
}

async function chooseSize(page: Page, size: string): Promise<void> {
  const kept = page.waitForResponse(/\/views\/size$/);
  await page.getByLabel("表示件数").selectOption(size);
  expect((await kept).status()).toBe(200);
}

test("a list opens with the conditions that its person keeps as the default view", async ({
  page,
}) => {
  await openOrganizations(page);
  await chooseSize(page, "25件");
  await expect(page).toHaveURL(/perPage=25/);
  await page.getByTitle("更新日時で並べ替え").click();
  await expect(page).toHaveURL(/sort=updatedAt/);

  await page.getByRole("button", { name: "ビュー" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "ビュー" });
  await dialog.getByLabel("ビュー名").fill("更新の古い順");
  await dialog.getByLabel("ビュー名").press("Enter");
  await expect(page.getByText("ビュー「更新の古い順」を保存しました。")).toBeVisible();
  await dialog.getByRole("button", { name: "ビュー「更新の古い順」の操作" }).press("Enter");
  await dialog.getByRole("button", { name: "既定にする" }).press("Enter");
  await expect(dialog.getByText("既定", { exact: true })).toBeVisible();
  await expectAccessible(page, "the views of a list");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === "/admin/api/v1/organizations") asked.push(search);
  });
  await openOrganizations(page);
  await expect(page).toHaveURL(/sort=updatedAt/);
  await expect(page.getByLabel("表示件数")).toHaveValue("25");
  expect(asked).toEqual(["?page=0&size=25&sort=updatedAt%2Casc"]);

  await page.getByRole("button", { name: "ビュー" }).click();
  await dialog.getByRole("button", { name: "ビュー「更新の古い順」の操作" }).click();
  await dialog.getByRole("button", { name: "削除する" }).click();
  const question = page.getByRole("alertdialog", { name: "ビューの削除" });
  await question.getByRole("button", { name: "削除する" }).click();
  await expect(page.getByText("ビュー「更新の古い順」を削除しました。")).toBeVisible();
  await dialog.getByRole("button", { name: "閉じる" }).last().click();
  await expect(dialog).toBeHidden();
  await chooseSize(page, "10件");
});
