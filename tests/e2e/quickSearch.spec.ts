import { expectAccessible } from "./support/accessibility.ts";
import { CONTRACT_NAME } from "./support/contracts.ts";
import { imeOf } from "./support/keyboard.ts";
import { openContracts, signInToContracts, signOut } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

const FIELD = { name: "画面・操作・データを検索" };

test("a contract is found by its organization without a mouse, and again among the last opened", async ({
  page,
}) => {
  await signInToContracts(page);
  const field = page.getByRole("combobox", FIELD);
  const first = page.getByRole("listbox").getByRole("option", { selected: true });

  await test.step("passes over everything before the first row", async () => {
    const row = page.getByRole("table").locator("tbody a").first();
    await expect(row).toBeVisible();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "一覧へ移動" })).toBeInViewport();
    await page.keyboard.press("Enter");
    await expect(row).toBeFocused();
  });

  await test.step("waits for the end of a conversion", async () => {
    await page.keyboard.press("Control+k");
    await expect(field).toBeFocused();
    const ime = await imeOf(page);
    await ime.compose("でもかぶしき");
    await page.keyboard.press("Enter");
    await ime.commit("デモ株式");
    await ime.pressLateEnter();
    await expect(first).toHaveText(/^デモ株式会社.*契約中/);
    await expectAccessible(page, "quick search");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: CONTRACT_NAME })).toBeVisible();
    await expect(page.getByRole("main")).toBeFocused();
  });

  await test.step("returns the focus, and shows the keys", async () => {
    await page.keyboard.press("?");
    const keys = page.getByRole("dialog", { name: "キーボード操作" });
    await expect(keys).toBeVisible();
    await expectAccessible(page, "keys");
    await page.keyboard.press("Escape");
    await expect(keys).toBeHidden();
    await expect(page.getByRole("main")).toBeFocused();
  });

  await test.step("offers it first, until the sign-out", async () => {
    await openContracts(page);
    await page.keyboard.press("Control+k");
    await expect(first).toHaveText(/^デモ株式会社 .*契約$/);
    await page.keyboard.press("Escape");
    await expect(field).toBeHidden();
    await signOut(page);
    const stored = await page.evaluate(() => Object.keys(localStorage).join());
    expect(stored).not.toContain("ki.recent");
  });
});

test("takes what is typed before its code is there", async ({ page }) => {
  let deliver = () => {};
  const delivered = new Promise<void>((resolve) => {
    deliver = resolve;
  });
  await page.route(/\/assets\/QuickSearch-.*\.js/, async (route) => {
    await delivered;
    await route.continue();
  });
  await signInToContracts(page);
  const opener = page.getByRole("button", { name: "クイック検索" });
  await opener.focus();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("soushin");
  deliver();
  const field = page.getByRole("combobox", FIELD);
  await expect(field).toHaveValue("soushin");
  await page.keyboard.type("kai");
  await expect(field).toHaveValue("soushinkai");
  await page.keyboard.press("Escape");
  await expect(field).toBeHidden();
  await expect(opener).toBeFocused();
});
