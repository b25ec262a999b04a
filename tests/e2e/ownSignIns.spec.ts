import type { Browser, Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { enterAt, expectFocusWithin } from "./support/keyboard.ts";
import { aMember, aSystemAdmin, enter, type Newcomer } from "./support/newcomers.ts";
import { expectContractList, openContracts, SYSTEM_ADMIN_STATE, signIn } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

const inDialog = (page: Page, name: string | RegExp) =>
  page.getByRole("dialog").getByRole("button", { name });
const section = (page: Page) => page.getByRole("region", { name: "ログイン中の端末" });
const ownRow = (page: Page) => section(page).getByRole("listitem").filter({ hasText: "この端末" });
const listening = (page: Page) => page.waitForResponse(/\/api\/v1\/events$/);

/** A page of another browser, in which nobody is signed in. */
async function otherBrowser(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  return context.newPage();
}

/** The identity service states the time of a sign-in in whole seconds. */
async function nextSecond() {
  const second = () => Math.floor(Date.now() / 1_000);
  const now = second();
  await expect.poll(second).toBeGreaterThan(now);
}

async function openSettings(page: Page) {
  await enterAt(page, page.getByRole("button", { name: "ユーザーメニュー" }));
  await expect(page.getByRole("menuitem", { name: "個人設定" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(ownRow(page)).toHaveCount(1);
}

test("who is signed in elsewhere, too, ends that sign-in without a mouse", async ({
  page,
  browser,
  request,
}) => {
  const person = await aMember(request);
  const elsewhere = await otherBrowser(browser);
  const live = listening(elsewhere);
  await enter(elsewhere, person);
  await live;
  await nextSecond();
  await enter(page, person);

  await openSettings(page);
  await expect(section(page).getByRole("listitem")).toHaveCount(2);
  await enterAt(page, inDialog(page, /をログアウト$/), "Shift+Tab");
  await expect(page.getByText("ログアウトしました。")).toBeVisible();
  await expect(section(page)).toContainText("ほかの端末ではログインしていません。");
  await expectFocusWithin(ownRow(page));

  await expect(elsewhere).toHaveURL(/\/app\/login/);
  await elsewhere.goto("/");
  await expect(elsewhere).toHaveURL(/\/app\/login/);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "ホーム" })).toBeVisible();
  await elsewhere.context().close();
});

test.describe("in the admin area", () => {
  test.use({ storageState: SYSTEM_ADMIN_STATE });

  test("all others are ended after a question", async ({ page, browser }) => {
    await openContracts(page);
    const person = await aSystemAdmin(page);
    const opened = async (own: Page, { email }: Newcomer) => {
      const live = listening(own);
      await own.goto("/admin/contracts");
      await signIn(own, email);
      await expectContractList(own);
      await live;
    };
    const [elsewhere, own] = [await otherBrowser(browser), await otherBrowser(browser)];
    await opened(elsewhere, person);
    await nextSecond();
    await opened(own, person);

    await openSettings(own);
    await expectAccessible(own, "own sign-ins");
    await enterAt(own, inDialog(own, "ほかの端末をすべてログアウト"), "Shift+Tab");
    const question = own.getByRole("alertdialog", { name: "ほかの端末のログアウト" });
    await expect(question.getByRole("button", { name: "キャンセル" })).toBeFocused();
    await enterAt(own, question.getByRole("button", { name: "すべてログアウト" }));
    await expect(own.getByText("ほかの端末をすべてログアウトしました。")).toBeVisible();
    await expect(question).toHaveCount(0);
    await expectFocusWithin(ownRow(own));

    await expect(elsewhere).toHaveURL(/\/app\/login/);
    await own.reload();
    await expectContractList(own);
    await elsewhere.context().close();
    await own.context().close();
  });
});
