import type { Browser, Page } from "@playwright/test";
import { people, signIn, signOut, staffHome } from "./support/people.ts";
import { staffApi } from "./support/staffApi.ts";
import { expect, test } from "./support/test.ts";

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

/** By whom, and since when. */
const HELD = /さん・\d+:\d\d/;

test("who edits is seen by others at once, and so is that the editing is over", async ({
  browser,
  request,
}) => {
  const { dictionaryId, dictionaryName } = await (
    await staffApi(request, people.dictionaryAdmin)
  ).createDictionary("見る辞書");
  const filter = encodeURIComponent(JSON.stringify({ q: dictionaryName }));
  const watcher = await openAs(browser, people.staff, `/dictionaries?filter=${filter}`);
  const row = watcher.page.getByRole("row").filter({ hasText: dictionaryName });
  await expect(row).toBeVisible();
  await expect(row).not.toContainText(HELD);
  const editor = await openAs(browser, people.dictionaryAdmin, "/dictionaries");

  /** Starts to edit the dictionary by opening its form. */
  const edit = async (page: Page) => {
    await page.goto(`/dictionaries/${dictionaryId}/edit`);
    await expect(page.getByRole("textbox", { name: "辞書名" })).toBeEditable();
    await expect(row).toContainText(HELD);
  };

  await test.step("by a tab that is closed", async () => {
    const tab = await editor.context.newPage();
    await edit(tab);
    // Only a request that outlives the page can release the lock.
    await tab.close({ runBeforeUnload: false });
    await expect(row).not.toContainText(HELD);
  });

  await test.step("by leaving the site", async () => {
    await edit(editor.page);
    await editor.page.goto("about:blank");
    await expect(row).not.toContainText(HELD);
  });

  await test.step("by a link", async () => {
    await edit(editor.page);
    await editor.page.getByRole("link", { name: "ホーム" }).click();
    await expect(row).not.toContainText(HELD);
  });

  await test.step("by signing out", async () => {
    await edit(editor.page);
    await signOut(editor.page);
    await expect(row).not.toContainText(HELD);
  });

  // A screen that polled would have tried to open others.
  expect(watcher.streams).toHaveLength(1);
  await editor.context.close();
  await watcher.context.close();
});
