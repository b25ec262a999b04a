import { expectSaid, search } from "./support/contracts.ts";
import { SYSTEM_ADMIN_STATE, signIn } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

test.use({ storageState: SYSTEM_ADMIN_STATE });

const EMAIL = "erased.person@example.com";

test("a person is invited, erased, and cannot be found any more", async ({ page }) => {
  await page.goto("/admin/users/create");
  await page.getByRole("radio", { name: "システム管理者" }).click();
  await page.getByRole("textbox", { name: "氏名", exact: true }).fill("勅使河原 消子");
  await page.getByRole("textbox", { name: "メールアドレス" }).fill(EMAIL);
  await page.getByRole("button", { name: "招待メールを送信" }).click();
  await expectSaid(page, `${EMAIL}に招待メールを送信しました。`);

  await page.goto("/admin/users");
  await search(page, EMAIL);
  await page.getByRole("table").getByRole("link").first().click();
  await page.getByRole("link", { name: "個人データの消去" }).click();
  await page.getByRole("button", { name: "個人データを消去" }).click();
  const dialog = page.getByRole("dialog", { name: "個人データの消去" });
  await dialog.getByRole("textbox").fill("another@example.com");
  await dialog.getByRole("button", { name: "消去する" }).click();
  await expect(dialog).toContainText("入力した内容が一致しません。");
  await dialog.getByRole("textbox").fill(EMAIL);
  await dialog.getByRole("button", { name: "消去する" }).click();
  await expect(page).toHaveURL(/\/admin\/erasures\/\d+$/);
  await expect(page.getByRole("main")).toContainText(/削除された利用者\d+/);
  await expect(page.getByRole("main")).toContainText("削除済み");

  await page.goto("/admin/users");
  await search(page, "勅使河原");
  await expect(page.getByRole("main")).toContainText("条件に該当する利用者はいません。");
  await page.goto("/admin/audit-events");
  await expect(page.getByRole("main")).toContainText("利用者の個人データを消去");
  await expect(page.getByRole("main")).not.toContainText("勅使河原");

  await page.context().clearCookies();
  await page.goto("/app/login");
  await signIn(page, EMAIL);
  await expectSaid(page, "メールアドレスまたはパスワードが正しくありません。");
});
