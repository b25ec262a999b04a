import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { freePort } from "../support/freePort.ts";
import { Running } from "../support/running.ts";
import { people, signIn } from "./support/people.ts";
import { allowRefusals, expectRefusals } from "./support/refusedRequests.ts";
import { expect, test } from "./support/test.ts";
import { codeOf, routeTotp } from "./support/totp.ts";

let server: Running;
let address: string;
let dataDir: string;
let emulatorPort: number;

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "ki-factor-"));
  emulatorPort = await freePort();
  server = new Running(process.execPath, ["--liftoff-only", "dist/server/main.js"], {
    PORT: "0",
    DATA_DIR: dataDir,
    AUTH_EMULATOR_PORT: String(emulatorPort),
    REQUIRE_MFA: "admin",
  });
  address = await server.address();
});
test.afterAll(async () => {
  await server.remove();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Unverified are accounts of before; the nightly comparison and a reset mail verify them. */
async function setVerified(page: Page, email: string, emailVerified: boolean) {
  const url = `http://127.0.0.1:${emulatorPort}/identitytoolkit.googleapis.com/v1/projects/demo-knowledge-insight/accounts`;
  const headers = { authorization: "Bearer owner" };
  const found = await page.request.post(`${url}:lookup`, { headers, data: { email: [email] } });
  const [{ localId }] = (await found.json()).users;
  await page.request.post(`${url}:update`, { headers, data: { localId, emailVerified } });
}

const enterCode = async (page: Page, code: string, press: string) => {
  await page.getByLabel("認証コード").fill(code);
  await page.getByRole("button", { name: press, exact: true }).click();
};
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });
const atHome = (page: Page) => expect(page).toHaveURL(`${address}/admin`);

test("a system admin who must have a second factor sets one up, and signs in with it", async ({
  page,
}) => {
  expectRefusals("401 POST /admin/api/v1/session");
  // Setting one up ends the session.
  allowRefusals("401 GET /admin/api/v1/alerts", "401 GET /admin/api/v1/usage");
  await routeTotp(page);
  await page.goto(`${address}/app/login`);
  await setVerified(page, people.systemAdmin, false);
  await signIn(page, people.systemAdmin);
  await expect(heading(page, "2段階認証の設定")).toBeVisible();
  await expect(page.getByText(/メールアドレスの確認が済んでいないため/)).toBeVisible();
  await setVerified(page, people.systemAdmin, true);
  await page.getByRole("button", { name: "もう一度試す" }).click();
  await expect(page.getByRole("img", { name: /QRコード/ })).toBeVisible();
  const secret = (await page.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? "";
  await enterCode(page, codeOf(secret), "設定する");
  await atHome(page);

  await page.getByRole("button", { name: "ユーザーメニュー" }).click();
  await page.getByRole("menuitem", { name: "ログアウト" }).click();
  await expect(page).toHaveURL(/\/app\/login/);
  await signIn(page, people.systemAdmin);
  await expect(heading(page, "認証コードの入力")).toBeVisible();
  await enterCode(page, codeOf(secret, 5), "ログイン");
  await expect(page.getByText(/認証コードが正しくありません。/)).toBeVisible();
  // The code of the next 30 seconds: the first one was used.
  await enterCode(page, codeOf(secret, 1), "ログイン");
  await atHome(page);

  await page.getByRole("button", { name: "ユーザーメニュー" }).click();
  await page.getByRole("menuitem", { name: "個人設定" }).click();
  await expect(page.getByText(/^認証アプリ（\d{4}\/\d{2}\/\d{2}に設定）$/)).toBeVisible();
});
