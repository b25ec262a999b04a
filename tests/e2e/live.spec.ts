import type { Browser, Page } from "@playwright/test";
import { signIn, staffHome } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

/** Lock changes reach every open screen within this time. */
const SOON = { timeout: 2_000 };
/** The time until a tab without a stream polls every 2 s, and one poll. */
const BY_POLLING = { timeout: 8_000 };

test.use({ brokenNetwork: true });

/** Another browser, signed in and on a page; counts its requests for the stream. */
async function openAs(browser: Browser, email: string, path: string) {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const page = await context.newPage();
  const streams: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/v1/events")) streams.push(request.url());
  });
  await page.goto("/app/login");
  await signIn(page, email);
  await expect(page).toHaveURL(staffHome);
  await page.goto("about:blank");
  streams.length = 0;
  await page.goto(path);
  return { page, context, streams };
}

const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
/** By whom, and since when. */
const HELD = /さん・\d+:\d\d/;

/** Starts to edit a dictionary by opening its form. */
async function edit(page: Page, id: number) {
  await page.goto(`/dictionaries/${id}/edit`);
  await expect(page.getByRole("textbox", { name: "辞書名" })).toBeEditable();
}

test("who edits is seen by others within 2 s, and so is that the editing is over", async ({
  browser,
}) => {
  const watcher = await openAs(browser, "staff@example.com", "/dictionaries");
  const row = rowOf(watcher.page, "一般辞書テスト1");
  await expect(row).toBeVisible();
  await expect(row).not.toContainText(HELD);
  const editor = await openAs(browser, "dictadmin@example.com", "/dictionaries");
  await edit(editor.page, 1);
  await expect(row).toContainText(HELD, SOON);

  // The browser leaves the page: only a request that outlives it can release the lock.
  await editor.page.goto("about:blank");
  await expect(row).not.toContainText(HELD, SOON);

  await edit(editor.page, 1);
  await expect(row).toContainText(HELD, SOON);
  await editor.page.getByRole("link", { name: "ホーム" }).click();
  await expect(row).not.toContainText(HELD, SOON);

  await edit(editor.page, 1);
  await expect(row).toContainText(HELD, SOON);
  await editor.page.getByRole("button", { name: "ユーザーメニュー" }).click();
  await editor.page.getByRole("menuitem", { name: "ログアウト" }).click();
  await expect(row).not.toContainText(HELD, SOON);

  expect(watcher.streams).toHaveLength(1);
  await editor.context.close();
  await watcher.context.close();
});

test("where the stream does not come through, screens are read again every 2 s", async ({
  browser,
}) => {
  const watcher = await openAs(browser, "staff@example.com", "/");
  await watcher.page.route("**/api/v1/events", (route) => route.abort());
  await watcher.page.goto("/dictionaries");
  const row = rowOf(watcher.page, "一般辞書テスト2");
  await expect(row).toBeVisible();
  const editor = await openAs(browser, "dictadmin@example.com", "/dictionaries");
  await edit(editor.page, 2);
  await expect(row).toContainText(HELD, BY_POLLING);
  await editor.page.goto("about:blank");
  await expect(row).not.toContainText(HELD, { timeout: 3_000 });
  await editor.context.close();
  await watcher.context.close();
});

test("a tab whose lock moved to another tab of the same person turns read-only", async ({
  browser,
}) => {
  const first = await openAs(browser, "dictadmin@example.com", "/dictionaries");
  await edit(first.page, 3);
  const second = await first.context.newPage();
  await second.goto("/dictionaries/3/edit");
  await second.getByRole("button", { name: "このタブで編集する" }).click();
  await expect(second.getByRole("textbox", { name: "辞書名" })).toBeEditable();
  const banner = first.page.getByRole("main").getByRole("status");
  await expect(banner.getByText("別のタブで編集中です。")).toBeVisible(SOON);
  await expect(first.page.getByRole("textbox", { name: "辞書名" })).not.toBeEditable();
  await first.context.close();
});

test("a lock outlives a network that is away for a while", async ({ browser }) => {
  const editor = await openAs(browser, "dictadmin@example.com", "/dictionaries");
  await edit(editor.page, 4);
  await editor.context.setOffline(true);
  await editor.page.getByRole("textbox", { name: "辞書名" }).fill("オフラインで入力");
  await editor.context.setOffline(false);
  const beat = editor.page.waitForResponse(
    (answer) => answer.request().method() === "PUT" && answer.url().endsWith("/lock"),
  );
  expect((await beat).status()).toBe(200);
  await expect(editor.page.getByRole("textbox", { name: "辞書名" })).toHaveValue(
    "オフラインで入力",
  );
  await editor.context.close();
});
