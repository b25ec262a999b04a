import type { Page } from "@playwright/test";
import { expectSaid, search } from "./support/contracts.ts";
import {
  BEGIN,
  expectDictionary,
  expectRowFree,
  nameField,
  openDictionaries,
} from "./support/dictionaries.ts";
import { enterAt, expectVisibleFocus, tabTo } from "./support/keyboard.ts";
import { people } from "./support/people.ts";
import { expectRefusals } from "./support/refusedRequests.ts";
import { expect, test } from "./support/test.ts";
import { enterStaffArea, newName } from "./support/workspaces.ts";

test("a dictionary admin adds, renames and deletes a dictionary by keyboard alone", {
  tag: "@day",
}, async ({ page }) => {
  expectRefusals("409 POST /api/v1/dictionaries");
  const main = page.getByRole("main");
  const button = (text: string) => main.getByRole("button", { name: text, exact: true });
  const link = (name: string) => page.getByRole("link", { name, exact: true });
  const name = newName("医療用語");
  await enterStaffArea(page, people.dictionaryAdmin);

  await test.step("adds it, by a name that no other one has", async () => {
    await enterAt(page, link("辞書"));
    await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "false");
    await enterAt(page, link("辞書を追加"));
    await expect(nameField(page)).toBeVisible();
    const category = page.getByRole("combobox", { name: "辞書の種類" });
    await tabTo(page, category);
    for (let choice = 0; choice < 3; choice += 1) await page.keyboard.press("ArrowDown");
    await expect(category).toHaveValue("業務辞書");
    await tabTo(page, nameField(page));
    await page.keyboard.type("業務辞書テスト1");
    await page.keyboard.press("Enter");
    await expect(nameField(page)).toHaveAccessibleDescription("同じ名前がすでに登録されています。");
    await expect(nameField(page)).toBeFocused();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(name);
    await page.keyboard.press("Enter");
    await expectSaid(page, "辞書を追加しました。");
    await expectDictionary(page, name);
  });

  await test.step("renames it", async () => {
    await enterAt(page, button(BEGIN));
    await expect(nameField(page)).toBeEditable();
    await tabTo(page, nameField(page));
    await page.keyboard.press("End");
    await page.keyboard.type("改");
    await enterAt(page, button("保存して終了"));
    await expectSaid(page, "変更を保存しました。");
    await expectDictionary(page, `${name}改`);
    await expect(page.getByText("自分が編集中")).toHaveCount(0);
    await openDictionaries(page);
    await search(page, name);
    await expectRowFree(page, `${name}改`);
  });

  await test.step("deletes it, and is led back to the list with its condition", async () => {
    await enterAt(page, page.getByRole("table").getByRole("link", { name: `${name}改` }));
    await expectDictionary(page, `${name}改`);
    await enterAt(page, button("辞書を削除"));
    const dialog = page.getByRole("alertdialog", { name: "辞書の削除" });
    await expect(dialog.getByRole("button", { name: "キャンセル" })).toBeFocused();
    await expectVisibleFocus(page);
    await enterAt(page, dialog.getByRole("button", { name: "削除する" }));
    await expectSaid(page, "辞書を削除しました。");
    await expect(page.getByRole("searchbox", { name: "キーワード" })).toHaveValue(name);
    await expectSaid(page, "条件に該当する辞書はありません。別の条件をお試しください。");
  });
});

test("staff can read and download, and are offered nothing else", { tag: "@day" }, async ({
  page,
}) => {
  await enterStaffArea(page, people.staff);
  await openDictionaries(page);
  await expect(page.getByRole("link", { name: "辞書を追加" })).toHaveCount(0);
  const first = page.getByRole("table").locator("tbody tr a").first();
  const name = await first.innerText();
  await first.click();
  await expect(page.getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
  await expectReadOnly(page);
  await page.goto("/dictionaries/create");
  await expect(page.getByText("このページを表示する権限がありません。")).toBeVisible();
  await page.goto("/dictionaries/1");
  await expect(page.getByRole("heading", { level: 1, name: "一般辞書テスト1" })).toBeVisible();
  await expect(page).toHaveTitle("一般辞書テスト1 | 単語 | Knowledge Insight");
  await expectReadOnly(page);
});

/** The sheet takes no input, and nothing leads to a change. */
async function expectReadOnly(page: Page) {
  await expect(page.getByRole("grid")).toHaveAttribute("aria-readonly", "true");
  const main = page.getByRole("main");
  await expect(main.getByRole("button", { name: "CSVをダウンロード" })).toBeEnabled();
  await expect(main.getByRole("button", { name: /編集|追加|削除/ })).toHaveCount(0);
  await expect(main.getByRole("link", { name: "取り込み" })).toHaveCount(0);
}
