import type { Page } from "@playwright/test";
import { imeOf } from "./support/keyboard.ts";
import { people, signIn } from "./support/people.ts";
import { staffApi } from "./support/staffApi.ts";
import { expect, test } from "./support/test.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function openAs(page: Page, email: string, path: string) {
  await page.goto(`/app/login?next=${encodeURIComponent(path)}`);
  await signIn(page, email);
  await expect(page).toHaveURL(new RegExp(path));
}

test("staff propose a word, a dictionary admin corrects it, and both see at once what came of it", async ({
  page,
  browser,
  request,
}) => {
  const admin = await staffApi(request, people.dictionaryAdmin);
  const { dictionaryId, dictionaryName } = await admin.createDictionary("提案先");
  const deciding = await (await browser.newContext()).newPage();
  await openAs(deciding, people.dictionaryAdmin, `/dictionaries/${dictionaryId}/proposals`);
  await expect(deciding.getByText("未対応の提案はありません。").first()).toBeVisible();
  await openAs(page, people.staff, "/proposals");

  await test.step("typed with an IME, whose reading fills itself in", async () => {
    await button(page, "単語を提案").click();
    const dialog = page.getByRole("dialog", { name: "単語の提案" });
    await dialog.getByRole("textbox", { name: "表記" }).focus();
    const ime = await imeOf(page);
    await ime.compose("せ");
    await ime.compose("せんばこ");
    await ime.compose("千波子");
    await ime.commit("千波子");
    await expect(dialog.getByRole("textbox", { name: "読み" })).toHaveValue("せんばこ");
    await dialog.getByRole("combobox", { name: "辞書" }).fill(dictionaryName);
    await page.getByRole("option", { name: dictionaryName }).click();
    await dialog.getByRole("textbox", { name: "提案の理由" }).fill("会議でよく出ます。");
    await button(page, "提案").click();
    await expect(page.getByText("「千波子」を提案しました。")).toBeVisible();
  });

  const own = page.getByRole("row").filter({ hasText: dictionaryName });
  await expect(own).toContainText("未対応");

  await test.step("comes to the page of the dictionary by itself, and is corrected", async () => {
    await expect(deciding.getByRole("link", { name: "提案（1）" })).toBeVisible();
    await expect(deciding.getByRole("row").filter({ hasText: "千波子" })).toContainText("せんばこ");
    await button(deciding, "「千波子」を直して採用").click();
    const dialog = deciding.getByRole("dialog", { name: "直して採用" });
    await dialog.getByRole("textbox", { name: "表記" }).fill("千波湖");
    await dialog.getByRole("textbox", { name: "提案した人への回答" }).fill("表記を直しました。");
    await button(deciding, "採用").click();
    await expect(deciding.getByRole("link", { name: "提案（0）" })).toBeVisible();
    await expect(deciding.getByRole("link", { name: "単語（1件）" })).toBeVisible();
  });

  await test.step("is told to the proposer, who finds the word", async () => {
    await expect(own).toContainText("直して採用");
    await expect(own).toContainText("表記を直しました。");
    await own.getByRole("link").first().click();
    await expect(page.getByRole("gridcell", { name: "千波湖", exact: true })).toBeVisible();
    await expect(button(page, "変更を提案")).toBeVisible();
  });
});
