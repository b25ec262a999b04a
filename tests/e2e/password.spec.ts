import type { Page } from "@playwright/test";
import { aMember, enter } from "./support/newcomers.ts";
import { PASSWORD, signIn } from "./support/people.ts";
import { placeOf } from "./support/place.ts";
import { expect, test } from "./support/test.ts";

const NEW = "new-password";

test("a person changes the password, and goes on working", async ({ page, browser, request }) => {
  const person = await aMember(request, { isOrganizationAdmin: true });
  const colleague = await aMember(request);
  await enter(page, person);
  await page.getByRole("link", { name: "メンバー" }).click();
  // A page that has just opened takes the focus, which closes an open menu.
  await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "false");
  const { dialog, field, apply } = await editPassword(page);

  await test.step("chooses a new one in two fields, and is asked for the current one", async () => {
    await tooLateOnce(page);
    await field("新しいパスワード").fill(NEW);
    await field("新しいパスワード（確認）").fill(NEW);
    await expect(field("現在のパスワード")).toHaveCount(0);
    await apply();
    await expect(field("現在のパスワード")).toBeFocused();
    await expect(field("新しいパスワード")).toHaveCount(0);
  });

  await test.step("is told of a wrong current password, and stays", async () => {
    await field("現在のパスワード").fill("not-my-password");
    await apply();
    await expect(dialog.getByRole("alert")).toHaveText("現在のパスワードが正しくありません。");
  });

  await test.step("reads that it is done, then the dialog closes", async () => {
    await field("現在のパスワード").fill(PASSWORD);
    await apply();
    await expect(dialog.getByText("パスワードを変更しました。")).toBeVisible();
    await expect(dialog).toHaveCount(0);
  });

  await test.step("is still signed in, and may write", async () => {
    const right = page.getByRole("switch", { name: new RegExp(colleague.userName) });
    await right.click();
    await expect(page.getByText(`${colleague.userName}さんを辞書管理者にしました。`)).toBeVisible();
    await page.reload();
    await expect(right).toBeChecked();
  });

  await test.step("signs in with the new password, not with the old one", async () => {
    const elsewhere = await (await browser.newContext()).newPage();
    await elsewhere.goto("/app/login");
    await signIn(elsewhere, person.email, PASSWORD);
    await expect(
      elsewhere.getByText("メールアドレスまたはパスワードが正しくありません。"),
    ).toBeVisible();
    await enter(elsewhere, person, NEW);
    await elsewhere.context().close();
  });
});

/** As Firebase answers five minutes after the sign-in, which the emulator does not. */
async function tooLateOnce(page: Page) {
  const error = { code: 400, message: "CREDENTIAL_TOO_OLD_LOGIN_AGAIN" };
  await page.route(/accounts:update/, (route) => route.fulfill({ status: 400, json: { error } }), {
    times: 1,
  });
}

async function editPassword(page: Page) {
  await page.getByRole("button", { name: "ユーザーメニュー" }).click();
  await page.getByRole("menuitem", { name: "個人設定" }).click();
  const dialog = page.getByRole("dialog", { name: "個人設定" });
  const edit = dialog.getByRole("button", { name: "編集" });
  const title = dialog.getByRole("heading", { level: 2 });
  const below = async () => (await placeOf(edit)).y - (await placeOf(title)).y;
  const before = await below();
  await expect(dialog.getByText("ほかの端末ではログインしていません。")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "2段階認証を設定" })).toBeVisible();
  expect(Math.abs((await below()) - before), "the button stays where it is").toBeLessThan(2);
  await edit.click();
  // The label ends with the asterisk of a required field.
  const field = (name: string) => dialog.getByLabel(`${name}*`, { exact: true });
  return {
    dialog,
    field,
    apply: () => dialog.getByRole("button", { name: "変更を適用" }).click(),
  };
}
