import type { Page } from "@playwright/test";
import { packageVersion } from "../../server/packageRoot.ts";
import { people, signIn } from "./support/people.ts";
import { expect, test } from "./support/test.ts";
import {
  enterStaffArea,
  expectWorkspace,
  fillWorkspaceName,
  newName,
} from "./support/workspaces.ts";

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

test("a page whose script is missing once loads itself again", async ({ page }) => {
  const asked = pagesAsked(page);
  await scriptsAreMissing(page, () => asked() === 1);
  await page.goto("/app/login");
  await expect(page.getByRole("button", { name: "ログイン", exact: true })).toBeVisible();
  expect(asked()).toBe(2);
});

/** The same for the page's styles. */
async function stylesAreMissing(page: Page, isAway: () => boolean): Promise<void> {
  await page.route(/\/assets\/[^/]+\.css$/, (route) =>
    isAway() ? route.fulfill({ status: 404, body: "" }) : route.continue(),
  );
}

test("a page whose style is missing once loads itself again", async ({ page }) => {
  const asked = pagesAsked(page);
  await stylesAreMissing(page, () => asked() === 1);
  await page.goto("/app/login");
  await expect.poll(asked).toBe(2);
  await expect(page.getByRole("button", { name: "ログイン", exact: true })).toBeVisible();
});

test("a page whose style stays missing can be used without it", async ({ page }) => {
  const asked = pagesAsked(page);
  await stylesAreMissing(page, () => true);
  await page.goto("/app/login");
  await expect.poll(asked, { timeout: 20_000 }).toBe(4);
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
  await expect(page.getByRole("alert")).toHaveText(SENTENCE, { timeout: 20_000 });
  expect(asked()).toBe(4);
  isAway = false;
  await page.getByRole("button", { name: "もう一度試す" }).click();
  await expect(page.getByRole("button", { name: "ログイン", exact: true })).toBeVisible();
});

test("a form sends its version, and says that the server is being upgraded if a field is too new", async ({
  page,
}) => {
  const name = newName("新版室");
  await enterStaffArea(page, people.organizationAdmin);
  await page.getByRole("link", { name: "ワークスペース", exact: true }).click();
  await page.getByRole("link", { name: "ワークスペースを追加" }).click();
  await fillWorkspaceName(page, name);
  const add = page.getByRole("button", { name: "ワークスペースを追加" });

  const versions: (string | undefined)[] = [];
  await page.route(/\/api\/v1\/workspaces$/, (route) => {
    const request = route.request();
    if (request.method() !== "POST") return route.continue();
    const headers = request.headers();
    versions.push(headers["x-console-version"]);
    return route.continue({
      headers: { ...headers, "x-console-version": "999.0.0" },
      postData: JSON.stringify({ ...request.postDataJSON(), colour: "red" }),
    });
  });
  await add.click();
  await expect(
    page.getByText("サーバーを更新しています。しばらくしてから、もう一度お試しください。").first(),
  ).toBeVisible();
  await expect(page.getByText("使用できない項目です。")).toHaveCount(0);
  expect(versions).toEqual([packageVersion()]);

  await page.unroute(/\/api\/v1\/workspaces$/);
  await add.click();
  await expectWorkspace(page, name);
});
