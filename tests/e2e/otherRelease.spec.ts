import type { Page } from "@playwright/test";
import { breakOff } from "./support/network.ts";
import {
  expectContractList,
  openContracts,
  people,
  SYSTEM_ADMIN_STATE,
  signIn,
} from "./support/people.ts";
import { expect, test } from "./support/test.ts";

const FIRST_SCRIPT = /\/assets\/(?!early)[^/]+\.js$/;
const SENTENCE = "新しいバージョンに切り替えています。しばらくしてから、もう一度お試しください。";

/** The copy of another release has none of the page's scripts while `isAway`. */
async function scriptsAreMissing(page: Page, isAway: () => boolean): Promise<void> {
  await page.route(FIRST_SCRIPT, (route) =>
    isAway() ? route.fulfill({ status: 404, body: "" }) : route.continue(),
  );
}

const pagesAsked = (page: Page) => {
  let asked = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) asked += 1;
  });
  return () => asked;
};

/** The same for the page's styles. */
async function stylesAreMissing(page: Page, isAway: () => boolean): Promise<void> {
  await page.route(/\/assets\/[^/]+\.css$/, (route) =>
    isAway() ? route.fulfill({ status: 404, body: "" }) : route.continue(),
  );
}

for (const [what, areMissing] of [
  ["script", scriptsAreMissing],
  ["style", stylesAreMissing],
] as const) {
  test(`a page whose ${what} is missing once loads itself again`, async ({ page }) => {
    const asked = pagesAsked(page);
    await areMissing(page, () => asked() === 1);
    await page.goto("/app/login");
    await expect.poll(asked).toBe(2);
    await expect(page.getByRole("button", { name: "ログイン", exact: true })).toBeVisible();
  });
}

test("a page whose style stays missing can be used without it", async ({ page }) => {
  const asked = pagesAsked(page);
  await stylesAreMissing(page, () => true);
  await page.goto("/app/login");
  await expect.poll(asked).toBe(4);
  await signIn(page, people.staff, "wrong-password");
  await expect(page.getByText("メールアドレスまたはパスワードが正しくありません。")).toBeVisible();
  await expect(page.getByText(SENTENCE)).toHaveCount(0);
  expect(asked()).toBe(4);
});

test("a page whose script stays missing says so, and goes on once it is there", async ({
  page,
}) => {
  const asked = pagesAsked(page);
  let isAway = true;
  await scriptsAreMissing(page, () => isAway);
  await page.goto("/app/login");
  await expect(page.getByRole("alert")).toHaveText(SENTENCE);
  expect(asked()).toBe(4);
  isAway = false;
  await page.getByRole("button", { name: "もう一度試す" }).click();
  await expect(page.getByRole("button", { name: "ログイン", exact: true })).toBeVisible();
});

test.describe("in the console", () => {
  test.use({ storageState: SYSTEM_ADMIN_STATE, brokenNetwork: true });

  test("a first file that stays missing is said, and opens the console when it can be loaded", async ({
    page,
  }) => {
    const mend = await breakOff(page, /\/assets\/admin-.*\.js/);
    const asked = pagesAsked(page);
    await page.goto("/admin/contracts");
    // A file that is missing twice may belong to an older build: the page reloads once.
    await expect.poll(asked).toBe(2);
    await expect(
      page.getByText("ネットワークエラーが発生しました。通信環境をご確認ください。").first(),
    ).toBeVisible();
    mend();
    await expectContractList(page);
    expect(asked()).toBe(2);
  });

  test("one reload follows a deployment that has replaced the files", async ({ page }) => {
    await openContracts(page);
    const asked = pagesAsked(page);
    // The tab runs the previous build: its files are gone, and the page names others.
    await page.evaluate(() => {
      const first = document.querySelector('script[type="module"][src]');
      first?.setAttribute("src", "/assets/index-before.js");
    });
    await page.route(/\/assets\/ContractCreate-/, (route) =>
      asked() === 0 ? route.fulfill({ status: 404 }) : route.continue(),
    );
    await page.getByRole("link", { name: "契約を追加" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "契約の追加" })).toBeVisible();
    expect(asked()).toBe(1);
  });
});
