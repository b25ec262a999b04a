import type { Page } from "@playwright/test";
import { signalEmulator } from "../support/emulatorProcess.ts";
import { openContracts, people, SYSTEM_ADMIN_STATE, signIn } from "./support/people.ts";
import { ownServer } from "./support/servers.ts";
import { expect, test } from "./support/test.ts";

const { dataDir } = ownServer();
const AWAY = /^現在サービスに接続できません。.*お試しください。$/u;
/** The server gives the service up by itself (tests/api/relay.test.ts). */
const GIVEN_UP = { timeout: 30_000 };

const alertOf = (page: Page) => page.getByRole("alert");
const readiness = async (page: Page) => (await page.request.get("/readyz")).json();

/** The emulator works again for the next test. */
test.afterEach(async ({ page }) => {
  signalEmulator(dataDir, "SIGCONT");
  await expect.poll(() => readiness(page), { timeout: 30_000 }).toEqual({ status: "ready" });
});

test("the sign-in page tells of a hung identity service, and works once it is back", async ({
  page,
}) => {
  await page.goto("/app/login");
  signalEmulator(dataDir, "SIGSTOP");

  await test.step("at a sign-in", async () => {
    await signIn(page, people.staff);
    await expect(alertOf(page)).toHaveText(AWAY, GIVEN_UP);
    expect(await readiness(page)).toEqual({ status: "degraded", identity: "unavailable" });
  });

  await test.step("at a request for the reset mail", async () => {
    await page.reload();
    await page.getByRole("button", { name: "パスワードをお忘れの方" }).click();
    await page.getByLabel("メールアドレス", { exact: true }).fill(people.staff);
    await page.getByRole("button", { name: "再設定メールを送信" }).click();
    await expect(alertOf(page)).toHaveText(AWAY, GIVEN_UP);
  });

  signalEmulator(dataDir, "SIGCONT");
  await page.goto("/app/login");
  await signIn(page, people.staff);
  await expect(page.getByRole("heading", { level: 1, name: "ホーム" })).toBeVisible();
});

test("who is signed in already works on without the identity service, through a reload", async ({
  page,
  browser,
}) => {
  const context = await browser.newContext({ storageState: SYSTEM_ADMIN_STATE });
  const admin = await context.newPage();
  await openContracts(admin);
  await page.goto("/app/login");
  await signIn(page, people.dictionaryAdmin);
  await expect(page).not.toHaveURL(/\/app\/login/);
  await page.goto("/dictionaries");
  await expect(page.getByRole("table")).toBeVisible();
  signalEmulator(dataDir, "SIGSTOP");

  await test.step("in the staff area", async () => {
    // The SDK first asks for the account, until the server gives the service up.
    await page.reload();
    await expect(page.getByRole("table")).toBeVisible(GIVEN_UP);
    await expect(page).toHaveURL(/\/dictionaries/);
  });

  await test.step("in the admin area", () => openContracts(admin));
  await context.close();
});
