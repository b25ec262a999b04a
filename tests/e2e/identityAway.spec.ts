import type { Page } from "@playwright/test";
import { emulatorsOf, signalEmulator } from "../support/emulatorProcess.ts";
import { openContracts, people, SYSTEM_ADMIN_STATE, signIn } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

const dataDir = process.env.E2E_DATA_DIR ?? "";
const AWAY = /^現在サービスに接続できません。.*お試しください。$/u;
const NETWORK = "ネットワークエラーが発生しました。通信環境をご確認ください。";
/** The time within which a sign-in reports that it is not possible. */
const TOLD_WITHIN = { timeout: 10_000 };

const told = (page: Page) => page.getByRole("alert");
const emulator = () => emulatorsOf(dataDir).join();
const readiness = async (page: Page) => (await page.request.get("/readyz")).json();

const answers = async (page: Page) =>
  (await page.request.get("/identitytoolkit.googleapis.com/v1/projects?key=k")).ok();

/** The emulator works again for the next test. */
test.afterEach(async ({ page }) => {
  signalEmulator(dataDir, "SIGCONT");
  await expect.poll(() => readiness(page), { timeout: 30_000 }).toEqual({ status: "ready" });
});

test("a sign-in that meets a hung identity service says so within 10 s, and works once it is back", async ({
  page,
}) => {
  await page.goto("/app/login");
  signalEmulator(dataDir, "SIGSTOP");
  await signIn(page, people.staff);
  await expect(told(page)).toHaveText(AWAY, TOLD_WITHIN);
  expect(await readiness(page)).toEqual({ status: "degraded", identity: "unavailable" });

  signalEmulator(dataDir, "SIGCONT");
  await signIn(page, people.staff);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page).not.toHaveURL(/\/app\/login/);
});

test("a sign-in while the identity service is dead says so, and works once it is started again", async ({
  page,
}) => {
  await page.goto("/app/login");
  const killed = emulator();
  signalEmulator(dataDir, "SIGKILL");
  await expect.poll(emulator).not.toContain(killed);
  await signIn(page, people.staff);
  await expect(told(page)).toHaveText(AWAY, TOLD_WITHIN);

  // The answer of /readyz may be older than the kill.
  await expect.poll(() => answers(page), { timeout: 30_000 }).toBe(true);
  await signIn(page, people.staff);
  await expect(page).not.toHaveURL(/\/app\/login/);
});

test("asking for the reset mail says so too", async ({ page }) => {
  await page.goto("/app/login");
  signalEmulator(dataDir, "SIGSTOP");
  await page.getByRole("button", { name: "パスワードをお忘れの方" }).click();
  await page.getByLabel("メールアドレス", { exact: true }).fill(people.staff);
  await page.getByRole("button", { name: "再設定メールを送信" }).click();
  await expect(told(page)).toHaveText(AWAY, TOLD_WITHIN);
});

test.describe("who is signed in already works on without the identity service", () => {
  test("in the staff area, through a reload", async ({ page }) => {
    await page.goto("/app/login");
    await signIn(page, people.dictionaryAdmin);
    await expect(page).not.toHaveURL(/\/app\/login/);
    await page.goto("/dictionaries");
    await expect(page.getByRole("table")).toBeVisible();
    signalEmulator(dataDir, "SIGSTOP");
    // The SDK first asks for the account, until the server's time limit.
    await page.reload();
    await expect(page.getByRole("table")).toBeVisible({ timeout: 15_000 });
    await expect(page).toHaveURL(/\/dictionaries/);
  });

  test.describe("in the admin area", () => {
    test.use({ storageState: SYSTEM_ADMIN_STATE });

    test("through a reload", async ({ page }) => {
      await openContracts(page);
      signalEmulator(dataDir, "SIGSTOP");
      await openContracts(page);
    });
  });
});

test.describe("without a network", () => {
  test.use({ brokenNetwork: true });

  test("a sign-in speaks of the network", async ({ page }) => {
    await page.goto("/app/login");
    await page.getByLabel("メールアドレス", { exact: true }).focus();
    await page.waitForLoadState("networkidle");
    await page.context().setOffline(true);
    await signIn(page, people.staff);
    await expect(told(page)).toHaveText(NETWORK, TOLD_WITHIN);
    await page.context().setOffline(false);
  });
});
