import type { Locator, Page } from "@playwright/test";
import { openContracts, SYSTEM_ADMIN_STATE } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

test.use({ storageState: SYSTEM_ADMIN_STATE, colorScheme: "dark" });

/** The width of A4 within its margins. */
const PAPER = { width: 703, height: 1000 };

/** Shows the page as it is printed, which the browser does in the colours of dark mode as well. */
async function print(page: Page) {
  await page.setViewportSize(PAPER);
  await page.emulateMedia({ media: "print" });
}

const style = (locator: Locator, property: string) =>
  locator.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

async function expectNothingToPress(page: Page) {
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await expect(page.getByRole("search")).toHaveCount(0);
  await expect(page.getByRole("region", { name: "通知" })).toBeHidden();
  await expect(
    page.getByRole("main").getByRole("button").and(page.locator(":not(th *)")),
  ).toHaveCount(0);
  await expect(page.locator(".MuiButton-root:visible")).toHaveCount(0);
}

async function expectBlackOnWhite(page: Page) {
  expect(await style(page.locator("body"), "background-color")).toBe("rgb(255, 255, 255)");
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toBeVisible();
  expect(await style(heading, "color")).toBe("rgb(0, 0, 0)");
}

test("a list prints its table alone, as a table, black on white", async ({ page }) => {
  await openContracts(page);
  await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "false");
  await print(page);
  await expectNothingToPress(page);
  await expectBlackOnWhite(page);
  const table = page.getByRole("table");
  await expect(table.getByRole("columnheader", { name: "組織名" })).toBeVisible();
  await expect(table.getByRole("row")).toHaveCount(11);
  await expect(page.getByText(/件中 1〜10件/)).toBeVisible();
  const link = table.getByRole("link").first();
  expect(await style(link, "color")).toBe("rgb(0, 0, 0)");
  expect(await style(link, "text-decoration-line")).toBe("underline");
  // The browser repeats the headings of a table on every sheet, and keeps these rows whole.
  expect(await style(table.locator("thead"), "display")).toBe("table-header-group");
  // Chromium leaves the box of a button out of the headings that it repeats.
  expect(await style(table.locator("th button").first(), "display")).toBe("contents");
  expect(await style(table.locator("tbody tr").first(), "break-inside")).toBe("avoid");
  expect(await style(table.locator("xpath=.."), "overflow-x")).toBe("visible");
});

test("a detail page prints its facts and its chart", async ({ page }) => {
  await openContracts(page, "?sort=contractId&order=ASC");
  await page.getByRole("table").locator("tbody tr a").first().click();
  await expect(page.getByRole("img", { name: /推移/ })).toBeVisible();
  await print(page);
  await expectNothingToPress(page);
  await expectBlackOnWhite(page);
  await expect(page.getByRole("link", { name: "契約一覧に戻る" })).toBeHidden();
  await expect(page.getByRole("link", { name: "デモ株式会社" })).toBeVisible();
  await expect(page.getByText("orgadmin@example.com")).toBeVisible();
  await expect(page.getByRole("img", { name: /推移/ })).toBeVisible();
  await expect(page.getByRole("radio")).toHaveCount(0);
});
