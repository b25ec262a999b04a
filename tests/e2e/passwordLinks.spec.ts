import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { expectSaid, search } from "./support/contracts.ts";
import { mailedLink } from "./support/mails.ts";
import { enter } from "./support/newcomers.ts";
import { PASSWORD, SYSTEM_ADMIN_STATE } from "./support/people.ts";
import { expectRefusals } from "./support/refusedRequests.ts";
import { expect, test } from "./support/test.ts";

const CHOSEN = "chosen-password";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

async function choose(page: Page, password = CHOSEN) {
  await page.getByLabel("新しいパスワード", { exact: true }).fill(password);
  await page.getByLabel("新しいパスワード（確認）", { exact: true }).fill(password);
  await press(page, "パスワードを設定");
}

/** Goes on to the sign-in page, which knows the address, and signs in. */
async function enterWith(page: Page, email: string, password = CHOSEN) {
  await press(page, "ログイン画面へ");
  await expectSaid(page, "新しいパスワードでログインしてください。");
  await expect(page.getByLabel("メールアドレス", { exact: true })).toHaveValue(email);
  await page.getByLabel("パスワード", { exact: true }).fill(password);
  await press(page, "ログイン");
}

test.describe("an invited system admin", () => {
  test.use({ storageState: SYSTEM_ADMIN_STATE });

  async function invite(page: Page, userName: string): Promise<string> {
    const email = `invited-${Date.now()}@newcomer.example.com`;
    await page.goto("/admin/users/create");
    await page.getByRole("radio", { name: "システム管理者" }).click();
    await page.getByRole("textbox", { name: "氏名", exact: true }).fill(userName);
    await page.getByRole("textbox", { name: "メールアドレス" }).fill(email);
    await press(page, "招待メールを送信");
    await expectSaid(page, `${email}に招待メールを送信しました。`);
    await search(page, email);
    await page
      .getByRole("row", { name: new RegExp(email) })
      .getByRole("link")
      .click();
    return email;
  }

  test("opens the link, sets a password and signs in; then the link is used", async ({
    page,
    browser,
    baseURL,
  }) => {
    const email = await invite(page, "招待 次郎");
    const link = await mailedLink(email);
    expect(`${link.origin}${link.pathname}`).toBe(`${baseURL}/app/action`);
    const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
    const invited = await context.newPage();
    await invited.goto(link.href);
    await expect(heading(invited, "Knowledge Insightへの招待")).toBeVisible();
    await expect(invited.getByText(email)).toBeVisible();
    await expectAccessible(invited, "invitation");
    await press(invited, "パスワードを設定");
    await expect(invited.getByText("パスワードを入力してください。")).toBeVisible();
    await expectAccessible(invited, "invitation with an error");
    await choose(invited);
    await expectSaid(invited, "パスワードを設定しました。");
    await expectAccessible(invited, "accepted invitation");
    await enterWith(invited, email);
    await expect(heading(invited, "ホーム")).toBeVisible();
    await page.reload();
    await expect(page.getByRole("button", { name: "無効にする" })).toBeVisible();
    await expect(page.getByRole("button", { name: "招待を取り消す" })).toHaveCount(0);

    expectRefusals("404 POST /api/v1/invitations/open");
    await invited.goto(link.href);
    await expectSaid(invited, "すでに使用されているか、取り消されています。");
    await expectAccessible(invited, "used link");
    await invited.goto("/app/action");
    await expectSaid(invited, "リンクが正しくありません。");
    await expectAccessible(invited, "wrong link");
    await context.close();
  });

  test("whose invitation has ended asks for a new mail, without an admin", async ({
    page,
    browser,
  }) => {
    // Of the demo data, who got no mail within this minute.
    await page.goto("/admin/users?status=INVITED");
    const { email, link } = await page.evaluate(async () => {
      const users = "/admin/api/v1/users";
      const { content } = await (await fetch(`${users}?status=INVITED&sort=createdAt,asc`)).json();
      const [{ userId, email }] = content;
      const answer = await fetch(`${users}/${userId}/invitation/link`, { method: "POST" });
      return { email: String(email), link: String((await answer.json()).link) };
    });
    const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
    const invited = await context.newPage();
    expectRefusals("410 POST /api/v1/invitations/open");
    await invited.route("**/api/v1/invitations/open", (route) =>
      route.fulfill({
        status: 410,
        contentType: "application/problem+json",
        json: { status: 410, code: "INVITATION_ENDED", message: "招待の期限が切れています。" },
      }),
    );
    await invited.goto(link);
    await expect(heading(invited, "招待の期限切れ")).toBeVisible();
    await expectAccessible(invited, "ended invitation");
    await press(invited, "新しい招待メールを送信");
    await expectSaid(invited, "新しい招待メールを送信しました。");
    await expectAccessible(invited, "renewed invitation");
    await invited.unroute("**/api/v1/invitations/open");
    const renewed = await mailedLink(email);
    expect(renewed.href).not.toBe(link);
    await invited.goto(renewed.href);
    await expect(invited.getByText(email)).toBeVisible();
    await context.close();
  });
});

test("a person who forgot the password sets one, which ends the sign-ins elsewhere", async ({
  page,
  browser,
}) => {
  // It has not been invited just now: a person gets at most one mail a minute.
  const person = { email: "staff@sample.example.com" };
  const elsewhere = await (await browser.newContext()).newPage();
  await enter(elsewhere, person);

  await page.goto("/app/login");
  await press(page, "パスワードをお忘れの方");
  await page.getByLabel("メールアドレス", { exact: true }).fill(person.email);
  await press(page, "再設定メールを送信");
  await expectSaid(page, "メールの送信を受け付けました。");
  const link = await mailedLink(person.email);
  await page.goto(link.href);
  await expect(heading(page, "パスワードの再設定")).toBeVisible();
  await choose(page, "short");
  await expectSaid(page, "パスワードは6文字以上で入力してください。");
  await choose(page, PASSWORD);
  await expectSaid(page, "パスワードを変更しました。");
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/\/app\/login/);
  await enterWith(page, person.email, PASSWORD);
  await expect(heading(page, "ホーム")).toBeVisible();
  await elsewhere.context().close();
});
