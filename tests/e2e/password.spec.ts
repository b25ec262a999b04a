import type { Page } from "@playwright/test";
import { search } from "./support/contracts.ts";
import { breakOff } from "./support/network.ts";
import { aMember, aSystemAdmin, enter } from "./support/newcomers.ts";
import {
  expectContractList,
  openContracts,
  PASSWORD,
  SYSTEM_ADMIN_STATE,
  signIn,
} from "./support/people.ts";
import { expect, test } from "./support/test.ts";

const NEW = "new-password";
const SAVED = "パスワードを変更しました。";

async function openSettings(page: Page) {
  await page.getByRole("button", { name: "ユーザーメニュー" }).click();
  await page.getByRole("menuitem", { name: "個人設定" }).click();
  const dialog = page.getByRole("dialog", { name: "個人設定" });
  await expect(dialog).toBeVisible();
  await expect(page.locator(".MuiDialog-root", { has: dialog })).toHaveCSS("z-index", "2000");
  // The label ends with the asterisk of a required field.
  const field = (name: string) => dialog.getByLabel(`${name}*`, { exact: true });
  return {
    dialog,
    edit: () => dialog.getByRole("button", { name: "編集" }).click(),
    apply: () => dialog.getByRole("button", { name: "変更を適用" }).click(),
    fill: async (current: string, next: string, confirmation: string) => {
      await field("現在のパスワード").fill(current);
      await field("新しいパスワード").fill(next);
      await field("新しいパスワード（確認）").fill(confirmation);
    },
  };
}

/** Measures in the page for how many milliseconds it shows a text. */
async function watchText(page: Page, text: string) {
  const watch = await page.evaluateHandle((wanted) => {
    const seen = { from: 0, to: 0 };
    new MutationObserver(() => {
      const there = document.body.textContent.includes(wanted);
      if (there && !seen.from) seen.from = performance.now();
      if (!there && seen.from && !seen.to) seen.to = performance.now();
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
    return seen;
  }, text);
  return () => watch.evaluate(({ from, to }) => to - from);
}

test("a person changes the password, and goes on working", async ({ page, browser, request }) => {
  const person = await aMember(request, { isOrganizationAdmin: true });
  const colleague = await aMember(request);
  await enter(page, person);
  await page.getByRole("link", { name: "メンバー" }).click();
  // A page that has just opened takes the focus, which closes an open menu.
  await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "false");
  const settings = await openSettings(page);

  await test.step("sees who one is, and a masked password", async () => {
    await expect(settings.dialog).toContainText(person.userName);
    await expect(settings.dialog).toContainText(person.email);
    await expect(settings.dialog).toContainText("••••••••");
    await expect(settings.dialog.getByRole("textbox")).toHaveCount(0);
  });

  await test.step("comes back from editing by キャンセル", async () => {
    await settings.edit();
    await expect(settings.dialog).not.toContainText("••••••••");
    await settings.dialog.getByRole("button", { name: "キャンセル" }).click();
    await expect(settings.dialog).toContainText("••••••••");
    await settings.edit();
  });

  for (const [next, confirmation, sentence] of [
    ["", "", "パスワードを入力してください。"],
    ["12345", "12345", "パスワードは6文字以上で入力してください。"],
    ["123456", "1234567", "パスワードが一致しません。"],
  ] as const) {
    await test.step(`reads ${sentence}`, async () => {
      await settings.fill(PASSWORD, next, confirmation);
      await settings.apply();
      await expect(settings.dialog.getByText(sentence, { exact: true })).toBeVisible();
    });
  }

  await test.step("is told of a wrong current password, and stays", async () => {
    await settings.fill("not-my-password", NEW, NEW);
    await settings.apply();
    await expect(settings.dialog.getByRole("alert")).toHaveText(
      "現在のパスワードが正しくありません。",
    );
  });

  await test.step("reads for 1.5 s that it is done, then the dialog closes", async () => {
    const shown = await watchText(page, SAVED);
    await settings.fill(PASSWORD, NEW, NEW);
    await settings.apply();
    await expect(settings.dialog.getByText(SAVED)).toBeVisible();
    await expect(settings.dialog).toHaveCount(0);
    // Timers may be late, but not early.
    expect(await shown()).toBeGreaterThanOrEqual(1_500);
  });

  await test.step("is still signed in, and may write", async () => {
    await search(page, colleague.userName);
    const right = page.getByRole("switch", { name: new RegExp(colleague.userName) });
    await right.click();
    await expect(page.getByText(`${colleague.userName}さんを辞書管理者にしました。`)).toBeVisible();
    await expect(right).toBeChecked();
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

test.describe("a system admin", () => {
  test.use({ storageState: SYSTEM_ADMIN_STATE });
  test("changes the password in the admin area and keeps the session", async ({
    page,
    browser,
  }) => {
    await openContracts(page);
    const person = await aSystemAdmin(page);
    const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
    const own = await context.newPage();
    await own.goto("/admin/contracts");
    await signIn(own, person.email);
    await expectContractList(own);
    const settings = await openSettings(own);
    await settings.edit();
    await settings.fill(PASSWORD, NEW, NEW);
    const renewed = own.waitForResponse(
      (answer) => answer.url().endsWith("/session") && answer.request().method() === "POST",
    );
    await settings.apply();
    expect((await renewed).status()).toBe(204);
    await expect(settings.dialog).toHaveCount(0);
    await own.getByRole("link", { name: "組織", exact: true }).click();
    await expect(own.getByRole("table")).toHaveAttribute("aria-busy", "false");
    await openContracts(own);
    await context.close();
  });
});

test.describe("where the network is broken", () => {
  test.use({ brokenNetwork: true });
  test("the dialog stays open, says so, and goes on once it is mended", async ({
    page,
    request,
  }) => {
    const person = await aMember(request);
    await enter(page, person);
    const settings = await openSettings(page);
    await settings.edit();
    await settings.fill(PASSWORD, NEW, NEW);
    const mend = await breakOff(page, /identitytoolkit/);
    await settings.apply();
    await expect(settings.dialog.getByRole("alert")).toHaveText(
      "ネットワークエラーが発生しました。通信環境をご確認ください。",
    );
    mend();
    await settings.apply();
    await expect(settings.dialog.getByText(SAVED)).toBeVisible();
    await expect(settings.dialog).toHaveCount(0);
  });
});
