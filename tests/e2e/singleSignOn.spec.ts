import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator } from "@playwright/test";
import { demoSso } from "../../demo/singleSignOn.ts";
import { freePort } from "../support/freePort.ts";
import { Running } from "../support/running.ts";
import { PASSWORD, people, signIn } from "./support/people.ts";
import { allowRefusals, expectRefusals } from "./support/refusedRequests.ts";
import { expect, test } from "./support/test.ts";

const NEWCOMER = `newcomer@${demoSso.domain}`;
const MEMBER = `staff@${demoSso.domain}`;
/** The organization admin who keeps the password. */
const KEEPER = "伊藤 健太";
const OWN_WIZARD = `/admin/organizations/${demoSso.organizationId}/sso`;

let server: Running;
let address: string;
let dataDir: string;

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "ki-sso-"));
  server = new Running(process.execPath, ["--liftoff-only", "dist/server/main.js"], {
    PORT: "0",
    DATA_DIR: dataDir,
    AUTH_EMULATOR_PORT: String(await freePort()),
    DEMO_SSO: "true",
  });
  address = await server.address();
});
test.afterAll(async () => {
  await server.remove();
  rmSync(dataDir, { recursive: true, force: true });
});

test("from the wizard over the link and the test to a member who signs in by it", async ({
  page,
  browser,
}) => {
  await page.goto(`${address}/app/login`);
  await signIn(page, people.systemAdmin);
  await expect(page).toHaveURL(`${address}/admin`);
  await page.goto(address + OWN_WIZARD);
  await page.getByRole("button", { name: "設定用リンクを発行" }).click();
  const link = await page.getByRole("textbox", { name: "設定用リンク" }).inputValue();

  const { hash } = new URL(link);
  const theirs = await (await browser.newContext()).newPage();
  await theirs.goto(`${address}/app/set-up${hash}`);
  await theirs.getByRole("button", { name: "3. IdPの情報" }).click();
  await theirs.getByLabel("発行者（issuer）").fill("https://login.sample.example.com");
  await theirs.getByLabel("クライアントシークレット").fill("secret-of-the-next");
  await theirs.getByRole("button", { name: "保存して次へ" }).click();
  await expect(theirs.getByText("まだ成功していません。")).toBeVisible();
  await theirs.getByLabel("テストに使うメールアドレス").fill(NEWCOMER);
  await theirs.getByRole("button", { name: "テストログイン", exact: true }).click();
  await theirs.getByRole("button", { name: "設定を完了" }).click();
  await expect(theirs.getByRole("heading", { name: "設定が完了しました" })).toBeVisible();

  await theirs.goto(`${address}/app/login`);
  await theirs.getByLabel("メールアドレス").fill(NEWCOMER);
  const before = await theirs.getByLabel("メールアドレス").boundingBox();
  await theirs.keyboard.press("Tab");
  await expect(theirs.getByRole("button", { name: "シングルサインオンでログイン" })).toBeFocused();
  expect(await theirs.getByLabel("メールアドレス").boundingBox()).toEqual(before);
  await theirs.keyboard.press("Enter");
  await expect(theirs.getByRole("heading", { level: 1, name: "ホーム" })).toBeVisible();
});

test("the provider of an organization signs in nobody of another one", async ({ page }) => {
  expectRefusals("401 GET /api/v1/users/me");
  await page.goto(`${address}/app/login`);
  await page.route("**/api/v1/sign-in/ways", (route) =>
    route.fulfill({ json: { ways: [{ kind: "oidc", providerId: "oidc.org-2" }] } }),
  );
  await page.getByLabel("メールアドレス").fill(people.staff);
  await page.keyboard.press("Tab");
  await page.getByRole("button", { name: "シングルサインオンでログイン" }).click();
  await expect(page.getByRole("alert")).toHaveText(
    "このログイン方法は利用できません。組織で許可されている方法でログインしてください。",
  );
  await page.getByRole("button", { name: "パスワードでログイン" }).click();
  await page.getByLabel("パスワード", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "ホーム" })).toBeVisible();
});

test("what is required leaves nothing else, and what is withdrawn lets nobody in", async ({
  page,
  browser,
}) => {
  // Unless the open page hears of it before, by its stream.
  allowRefusals("401 GET /api/v1/users/me");
  const theirs = await (await browser.newContext()).newPage();
  const bySso = async () => {
    await theirs.goto(`${address}/app/login`);
    await theirs.getByLabel("メールアドレス").fill(MEMBER);
    await theirs.keyboard.press("Tab");
    await theirs.getByRole("button", { name: "シングルサインオンでログイン" }).click();
  };
  const change = async (choose: (form: Locator) => Promise<void>) => {
    await page.goto(`${address}/admin/organizations/${demoSso.organizationId}/show`);
    await page.getByRole("button", { name: "ログイン方法を変更" }).click();
    const form = page.getByRole("dialog", { name: "ログイン方法の変更" });
    await choose(form);
    await form.getByRole("button", { name: "保存" }).click();
    await expect(page.getByText("ログイン方法を変更しました。")).toBeVisible();
  };
  await page.goto(`${address}/app/login`);
  await signIn(page, people.systemAdmin);
  await expect(page).toHaveURL(`${address}/admin`);

  await change(async (form) => {
    await form.getByRole("checkbox", { name: "シングルサインオンを必須にする" }).check();
    await form.getByRole("checkbox", { name: KEEPER }).check();
  });
  await bySso();
  await expect(theirs.getByRole("heading", { level: 1, name: "ホーム" })).toBeVisible();

  await page.goto(address + OWN_WIZARD);
  await page.getByRole("button", { name: "接続を削除" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "接続を削除" }).click();
  await expect(page.getByText("シングルサインオンの接続を削除しました。")).toBeVisible();
  await theirs.reload();
  await theirs.getByLabel("メールアドレス").fill(MEMBER);
  await theirs.keyboard.press("Tab");
  await expect(theirs.getByLabel("パスワード", { exact: true })).toBeFocused();
  await expect(theirs.getByRole("button", { name: "シングルサインオンでログイン" })).toBeHidden();
  await theirs.keyboard.type(PASSWORD);
  await theirs.keyboard.press("Enter");
  await expect(theirs.getByRole("heading", { level: 1, name: "ホーム" })).toBeVisible();
});
