import type { Locator } from "@playwright/test";
import { outlineOf } from "./support/outline.ts";
import { openContracts, SYSTEM_ADMIN_STATE } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

test.use({ storageState: SYSTEM_ADMIN_STATE, forcedColors: "active" });

/** The bar has its two parts, which forced colours leave out of backgrounds. */
async function expectDrawn(bar: Locator) {
  await expect(bar).toHaveCSS("forced-color-adjust", "none");
  await expect(bar).toHaveCSS("background-image", /gradient/);
  expect(await outlineOf(bar)).toBe("solid");
}

test("forced colours show in the admin area what is chosen, and what is how full", async ({
  page,
}) => {
  await openContracts(page);
  await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "false");

  await test.step("the page of a list, its bars and conditions", async () => {
    const pager = page.getByRole("navigation", { name: /ページ/ });
    await expect(pager.locator("[aria-current]")).toHaveText("1");
    expect(await outlineOf(pager.locator("[aria-current]"))).toBe("solid");
    expect(await outlineOf(pager.getByRole("button", { name: "2" }))).toBe("none");
    await expectDrawn(page.locator("tbody .drawn").first());
    const facet = page.getByRole("button", { name: /^契約中/ });
    expect(await outlineOf(facet)).toBe("none");
    await facet.click();
    await expect(facet).toHaveAttribute("aria-pressed", "true");
    expect(await outlineOf(facet)).not.toBe("none");
  });

  await test.step("the place in the menu", async () => {
    const links = page.getByRole("navigation", { name: "メインメニュー" }).getByRole("link");
    expect(await outlineOf(links.and(page.locator("[aria-current]")))).toBe("solid");
    expect(await outlineOf(links.and(page.locator(":not([aria-current])")).first())).toBe("none");
  });

  await test.step("the candidate of the quick search", async () => {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "画面・操作・データを検索" }).fill("契約");
    const options = page.getByRole("listbox").getByRole("option");
    await expect(options.nth(1)).toBeVisible();
    expect(await outlineOf(options.and(page.locator('[aria-selected="true"]')))).toBe("solid");
    expect(await outlineOf(options.and(page.locator('[aria-selected="false"]')).first())).toBe(
      "none",
    );
    await page.keyboard.press("Escape");
  });

  await test.step("alerts that were not read, and those that were", async () => {
    await page.getByRole("button", { name: "アラートを開く" }).click();
    const item = page.getByRole("dialog").getByRole("listitem").first();
    await expect(item).toBeVisible();
    await item.evaluate((element) => element.setAttribute("data-unread", ""));
    await expect(item).toHaveCSS("border-left-width", "3px");
    await item.evaluate((element) => element.removeAttribute("data-unread"));
    await expect(item).toHaveCSS("border-left-width", "0px");
    await page.keyboard.press("Escape");
  });

  await test.step("the segments of a choice", async () => {
    await openContracts(page, "?sort=contractId&order=ASC");
    await page.getByRole("table").locator("tbody a").first().click();
    const segments = page.locator("label:has(> [type=radio])");
    await expect(segments.first()).toBeVisible();
    expect(await outlineOf(segments.and(page.locator(":has(:checked)")).first())).toBe("solid");
    expect(await outlineOf(segments.and(page.locator(":not(:has(:checked))")).first())).toBe(
      "none",
    );
  });

  await test.step("how much of each contract is used, all on one scale beside the periods", async () => {
    await page.goto("/admin/organizations/1/show");
    const shares = page.getByText(/^[\d,]+%を利用$/);
    await expect(shares.first()).toBeVisible();
    const meters = shares.locator("+ .drawn");
    await expectDrawn(meters.first());
    const boxes = await meters.evaluateAll((all) =>
      all.map((each) => each.getBoundingClientRect()),
    );
    expect(new Set(boxes.map(({ width }) => width)).size).toBe(1);
    expect(new Set(boxes.map(({ left }) => left)).size).toBe(1);
    const periods = page.getByRole("list", { name: /^契約期間の一覧/ }).locator("[data-status]");
    const begins = await periods.evaluateAll((all) =>
      all.map((each) => each.getBoundingClientRect().left),
    );
    expect(Math.min(...begins)).toBeGreaterThan(Math.max(...boxes.map(({ right }) => right)));
  });

  await test.step("the candidate of a field, and its error", async () => {
    await page.goto("/admin/contracts/create");
    await page.getByRole("radio", { name: "既存の組織" }).check();
    const field = page.getByRole("combobox", { name: "組織" });
    await field.fill("デモ");
    const option = page.getByRole("option", { name: /デモ株式会社/ });
    await expect(option).toBeVisible();
    await field.press("ArrowDown");
    expect(await outlineOf(page.locator(".Mui-focused[role=option]"))).toBe("double");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "契約を追加" }).click();
    const wrong = page.locator('[aria-invalid="true"]').first();
    await expect(wrong).toBeVisible();
    expect(await outlineOf(wrong)).toBe("dashed");
  });
});
