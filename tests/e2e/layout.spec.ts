import type { Locator } from "@playwright/test";
import { openContracts, SYSTEM_ADMIN_STATE } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

test.use({ storageState: SYSTEM_ADMIN_STATE });

for (const width of [1280, 1440]) {
  test(`addresses are whole in the lists of a window of ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const list of ["contracts", "users"]) {
      await page.goto(`/admin/${list}`);
      const table = page.getByRole("table");
      await expect(table).toHaveAttribute("aria-busy", "false");
      const addresses = table
        .locator("tbody :is(span, td)")
        .filter({ hasText: /^[\w.-]+@[\w.-]+$/ });
      expect(await addresses.count()).toBeGreaterThan(5);
      const cut = await addresses.evaluateAll((all) =>
        all
          .filter((one) => getComputedStyle(one).overflowX === "hidden")
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map(({ textContent }) => textContent),
      );
      expect(cut).toEqual([]);
      expect(
        await table.evaluate((one) => one.scrollWidth <= (one.parentElement?.clientWidth ?? 0)),
      ).toBe(true);
    }
  });

  test(`a notice covers neither the search nor the actions of a window of ${width} px`, async ({
    page,
  }) => {
    await page.context().grantPermissions(["clipboard-write"]);
    await page.setViewportSize({ width, height: 900 });
    await openContracts(page);
    const search = page.getByRole("button", { name: /検索/ }).first();
    const add = page.getByRole("link", { name: "契約を追加" });
    await page.getByRole("row").nth(1).hover();
    await page
      .getByRole("row")
      .nth(1)
      .getByRole("button", { name: /コピー/ })
      .first()
      .click();
    await expect(page.getByRole("region", { name: "通知" }).getByText(/コピー/)).toBeVisible();
    expect(await isCovered(search)).toBe(false);
    expect(await isCovered(add)).toBe(false);
  });
}

/** Whether something else is at the middle of an element. */
const isCovered = (element: Locator) =>
  element.evaluate((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return !one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
