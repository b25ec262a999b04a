import { expectSaid } from "./support/contracts.ts";
import { aMember, choosePassword, enter } from "./support/newcomers.ts";
import { signIn } from "./support/people.ts";
import { expectRefusals } from "./support/refusedRequests.ts";
import { expect, test } from "./support/test.ts";

test("a member is invited, comes, is shut out, and comes back", { tag: "@day" }, async ({
  page,
  browser,
  request,
}) => {
  expectRefusals("429 POST /api/v1/users/{id}/invitation");
  const admin = await aMember(request, { isOrganizationAdmin: true });
  await enter(page, admin);
  const email = `invited-${admin.email}`;
  await page.getByRole("link", { name: "メンバー" }).click();
  await page.getByRole("link", { name: "メンバーを招待" }).click();
  await page.getByRole("textbox", { name: "氏名", exact: true }).fill("招待 花子");
  await page.getByRole("textbox", { name: "メールアドレス" }).fill(email);
  await page.getByRole("button", { name: "招待メールを送信" }).click();
  await expectSaid(page, `${email}に招待メールを送信しました。`);
  const row = page.getByRole("row", { name: new RegExp(email) });
  await expect(row).toContainText("招待中");

  await row.getByRole("link").click();
  await page.getByRole("button", { name: "招待メールを再送" }).click();
  // The invitation was a moment ago, and a user gets at most one mail a minute.
  await expectSaid(page, "このメールアドレスには先ほどメールを送信しました。");
  await choosePassword(request, email);
  const invited = await (await browser.newContext()).newPage();
  await enter(invited, { email });
  await page.reload();
  await expect(page.getByRole("main")).toContainText("有効");

  await page.getByRole("button", { name: "無効にする" }).click();
  const dialog = page.getByRole("alertdialog", { name: "アカウントの無効化" });
  await dialog.getByRole("button", { name: "無効にする" }).click();
  await expectSaid(page, "招待 花子さんを無効にしました。");
  await expect(invited).toHaveURL(/\/app\/login/);
  await signIn(invited, email);
  await expectSaid(invited, "このアカウントは無効になっています。管理者にお問い合わせください。");

  await page.getByRole("button", { name: "有効にする" }).click();
  await expectSaid(page, "招待 花子さんを有効にしました。");
  await enter(invited, { email });
  await invited.context().close();
});
