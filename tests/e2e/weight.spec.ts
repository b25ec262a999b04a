import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { openDictionaries } from "./support/dictionaries.ts";
import { openContracts, people, SYSTEM_ADMIN_STATE, signIn } from "./support/people.ts";
import { expect, test } from "./support/test.ts";
import { enterStaffArea } from "./support/workspaces.ts";

/** The budgets (docs/product/budgets.md#browser) in bytes of JavaScript, gzip. */
const BUDGETS = { signIn: 120_000, adminList: 250_000, staffList: 290_000 };

/** Of any kind, until a list shows. */
const MOST_REQUESTS = 25;

function countRequests(page: Page): () => number {
  let requests = 0;
  page.on("request", () => {
    requests += 1;
  });
  return () => requests;
}

/** Watches a page; returns the scripts that it requests, by path, with their gzip size. */
function watchScripts(page: Page) {
  const paths = new Set<string>();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith(".js")) paths.add(pathname);
  });
  return async () => {
    const sizes = new Map<string, number>();
    for (const path of paths) {
      const answer = await page.request.get(path);
      sizes.set(path, gzipSync(await answer.body()).length);
    }
    return sizes;
  };
}

const sum = (sizes: Map<string, number>) => [...sizes.values()].reduce((a, b) => a + b, 0);

test("the sign-in page stays light until a user is signed in", async ({ page }) => {
  const scripts = watchScripts(page);
  await page.goto("/app/login");
  await signIn(page, people.staff, "wrong-password");
  await expect(page.getByText("メールアドレスまたはパスワードが正しくありません。")).toBeVisible();
  const sizes = await scripts();
  expect(sizes.size).toBeGreaterThan(1);
  expect(sum(sizes)).toBeLessThanOrEqual(BUDGETS.signIn);
});

test("the page that sets a password is as light as the sign-in page", async ({ page }) => {
  const scripts = watchScripts(page);
  await page.goto("/app/action?mode=resetPassword&oobCode=unknown");
  await expect(page.getByRole("heading", { name: "リンクの有効期限切れ" })).toBeVisible();
  const sizes = await scripts();
  expect(sizes.size).toBeGreaterThan(1);
  expect(sum(sizes)).toBeLessThanOrEqual(BUDGETS.signIn);
});

test.describe("with a session", () => {
  test.use({ storageState: SYSTEM_ADMIN_STATE });
  test("the admin area stays light until the contract list shows, without Firebase", async ({
    page,
  }) => {
    const scripts = watchScripts(page);
    const requests = countRequests(page);
    await openContracts(page);
    await expect(page.getByRole("table").getByRole("link").first()).toBeVisible();
    expect(requests()).toBeLessThanOrEqual(MOST_REQUESTS);
    const sizes = await scripts();
    expect(sum(sizes)).toBeLessThanOrEqual(BUDGETS.adminList);
    expect([...sizes.keys()].filter((path) => /firebase/i.test(path))).toEqual([]);
  });
});

test("the staff area stays light until the dictionary list shows", async ({ page }) => {
  await enterStaffArea(page, people.staff);
  await openDictionaries(page);
  const scripts = watchScripts(page);
  const requests = countRequests(page);
  const listening = page.waitForResponse(/\/api\/v1\/events$/);
  await page.reload();
  await expect(page.getByRole("table").getByRole("link").first()).toBeVisible();
  expect(requests()).toBeLessThanOrEqual(MOST_REQUESTS);
  // The code that listens for changes may load after the list; it counts as well.
  await listening;
  expect(sum(await scripts())).toBeLessThanOrEqual(BUDGETS.staffList);
});
