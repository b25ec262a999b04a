import type { Page } from "@playwright/test";
import { expectSaid, search } from "./support/contracts.ts";
import { aMember, choosePassword, enter, type Newcomer } from "./support/newcomers.ts";
import { signIn } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

/** How soon a change reaches every open screen. */
const WITHIN_MS = 2_000;

const rightOf = (page: Page, { userName }: Newcomer) =>
  page.getByRole("switch", { name: `${userName}さんを辞書管理者にする` });

test("a member is invited, comes, is shut out, and comes back", { tag: "@day" }, async ({
  page,
  browser,
  request,
}) => {
  const admin = await aMember(request, { isOrganizationAdmin: true });
  await enter(page, admin);
  const email = `invited-${admin.email}`;
  await page.getByRole("link", { name: "メンバー" }).click();
  await page.getByRole("link", { name: "メンバーを招待" }).click();
  await page.getByRole("textbox", { name: "氏名", exact: true }).fill("招待 花子");
  await page.getByRole("textbox", { name: "メールアドレス" }).fill(email);
  await page.getByRole("button", { name: "招待メールを送信" }).click();
  await expectSaid(page, `${email}に招待メールを送信しました。`);
  await search(page, email);
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

test("members see one another and change nothing", async ({ page, request }) => {
  const member = await aMember(request);
  await enter(page, member);
  await page.getByRole("link", { name: "メンバー" }).click();
  await search(page, member.email);
  await expect(page.getByRole("row", { name: new RegExp(member.userName) })).toBeVisible();
  await expect(page.getByRole("switch")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "メンバーを招待" })).toHaveCount(0);
  await page.goto(`/users/${member.userId}`);
  await expect(page.getByText("このページを表示する権限がありません。")).toBeVisible();
  const answer = await page.request.get(`/api/v1/users/${member.userId}`);
  expect(answer.status(), "cookies are never read there").toBe(401);
});

test("the own rights cannot be changed, not by keyboard either", async ({ page, request }) => {
  const admin = await aMember(request, { isOrganizationAdmin: true });
  await enter(page, admin);
  await page.getByRole("link", { name: "メンバー" }).click();
  await search(page, admin.email);
  const right = rightOf(page, admin);
  await expect(right).toHaveAccessibleDescription(
    "自分自身の権限や状態は変更できません。ほかの管理者に依頼してください。",
  );
  await right.focus();
  await page.keyboard.press("Space");
  await expect(right).not.toBeChecked();
});

test("a switch goes back when somebody else was faster, and shows what holds", async ({
  page,
  browser,
  request,
}) => {
  const [one, other] = [
    await aMember(request, { isOrganizationAdmin: true }),
    await aMember(request, { isOrganizationAdmin: true }),
  ];
  const member = await aMember(request);
  const faster = await (await browser.newContext()).newPage();
  for (const [each, admin] of [
    [page, one],
    [faster, other],
  ] as const) {
    await enter(each, admin);
    await each.getByRole("link", { name: "メンバー" }).click();
    await search(each, member.email);
  }
  const patched = faster.waitForResponse((answer) => answer.request().method() === "PATCH");
  // The slower screen asks before an event could arrive.
  await page.route("**/api/v1/users/*", async (route) => {
    if (route.request().method() === "PATCH") {
      await rightOf(faster, member).click();
      await patched;
    }
    await route.continue();
  });
  await rightOf(page, member).click();
  await expectSaid(
    page,
    "他の利用者が先に更新したため、保存できませんでした。最新の内容を確認してください。",
  );
  await expect(rightOf(page, member)).toBeChecked();
  await faster.context().close();
});

test("a right that is given or taken is seen within 2 s, without reloading", async ({
  page,
  browser,
  request,
}) => {
  const admin = await aMember(request, { isOrganizationAdmin: true });
  const member = await aMember(request);
  const affected = await (await browser.newContext()).newPage();
  await enter(affected, member);
  await affected.getByRole("link", { name: "辞書", exact: true }).click();
  await expect(affected.getByRole("table")).toHaveAttribute("aria-busy", "false");
  const add = affected.getByRole("link", { name: "辞書を追加" });
  await expect(add).toHaveCount(0);

  await enter(page, admin);
  await page.getByRole("link", { name: "メンバー" }).click();
  await search(page, member.email);
  const right = rightOf(page, member);
  await right.click();
  await expect(right).toHaveAttribute("aria-busy", "false");
  await expect(add).toBeVisible({ timeout: WITHIN_MS });
  await right.click();
  await expect(right).toHaveAttribute("aria-busy", "false");
  await expect(add).toHaveCount(0, { timeout: WITHIN_MS });
  await affected.context().close();
});

test("the list shows within 2 s what somebody else has changed", async ({
  page,
  browser,
  request,
}) => {
  const [admin, watcher] = [
    await aMember(request, { isOrganizationAdmin: true }),
    await aMember(request),
  ];
  const watching = await (await browser.newContext()).newPage();
  await enter(watching, watcher);
  await watching.getByRole("link", { name: "メンバー" }).click();
  await search(watching, watcher.email);
  const row = watching.getByRole("row", { name: new RegExp(watcher.userName) });
  await expect(row).toContainText("一般");

  await enter(page, admin);
  await page.getByRole("link", { name: "メンバー" }).click();
  await search(page, watcher.email);
  await rightOf(page, watcher).click();
  await expect(rightOf(page, watcher)).toHaveAttribute("aria-busy", "false");
  await expect(row).toContainText("辞書管理者", { timeout: WITHIN_MS });
  await watching.context().close();
});
