import type { Page } from "@playwright/test";
import { addDays, tokyoDate } from "../../domain/text/dates.ts";
import { expectAccessible } from "./support/accessibility.ts";
import { createContract } from "./support/api.ts";
import { openContracts, people, SYSTEM_ADMIN_STATE } from "./support/people.ts";
import { expect, test } from "./support/test.ts";
import { inOwnBrowser } from "./support/workspaces.ts";

/** From the change to the screen that shows the alert. */
const SOON = { timeout: 2_000 };

const bell = (page: Page) => page.getByRole("button", { name: "アラートを開く" });
const panel = (page: Page) => page.getByRole("dialog", { name: "アラート" });

test.describe("a system admin", () => {
  test.use({ storageState: SYSTEM_ADMIN_STATE });

  test("sees within 2 s that a contract ends, and that its successor settles it", async ({
    page,
  }) => {
    const listening = page.waitForResponse(/\/api\/v1\/events$/);
    await openContracts(page);
    await listening;
    await bell(page).click();
    await expect(panel(page)).toBeFocused();
    const today = tokyoDate(new Date());
    const ending = { startDate: today, endDate: addDays(today, 20) };
    const { organizationName } = await createContract(page, ending);
    const item = panel(page).getByRole("listitem").filter({ hasText: organizationName });
    await expect(item).toContainText("契約終了まで20日です。", SOON);
    await expectAccessible(page, "alert panel");

    await item.getByRole("link", { name: "次期契約を作成" }).click();
    await expect(panel(page)).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1, name: "次期契約の作成" })).toBeVisible();
    await page.getByRole("button", { name: "次期契約を作成" }).click();
    await expect(page.getByText("契約を追加しました。")).toBeVisible();
    await bell(page).click();
    await expect(item).toHaveCount(0, SOON);

    await panel(page).getByRole("link", { name: "すべてのアラートを見る" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "アラート" })).toBeVisible();
    await page.getByLabel("状態").selectOption({ label: "解決済み" });
    await page.getByRole("button", { name: "検索", exact: true }).click();
    const rows = page.getByRole("row").filter({ hasText: organizationName });
    await expect(rows).toHaveCount(1);
    await expectAccessible(page, "alerts");
  });
});

test("an organization admin reads by keyboard that a cap is near, and whom to ask", async ({
  browser,
}) => {
  const page = await inOwnBrowser(browser, people.organizationAdmin);
  await bell(page).focus();
  await page.keyboard.press("Enter");
  const item = panel(page).getByRole("listitem").first();
  await expect(item).toContainText(/残り.+です（\d+%を利用）。/);
  await expect(item).toContainText("サービス提供元にお問い合わせください。");
  await item.getByRole("button", { name: "既読にする" }).press("Enter");
  await expect(item.getByRole("button", { name: "既読" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(bell(page)).toBeFocused();
  await page.context().close();
});
