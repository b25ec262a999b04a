import type { Page } from "@playwright/test";
import { expectSaid, rows, search } from "./support/contracts.ts";
import {
  BEGIN,
  beginEditing,
  createDictionary,
  deleteDictionary,
  expectDictionary,
  expectRowFree,
  fillNewDictionary,
  nameField,
  openDictionaries,
  openDictionary,
  saveAndEnd,
} from "./support/dictionaries.ts";
import { enterAt, expectVisibleFocus, tabTo } from "./support/keyboard.ts";
import { people } from "./support/people.ts";
import { expect, test } from "./support/test.ts";
import { enterStaffArea, newName } from "./support/workspaces.ts";

test("a dictionary admin adds, renames and deletes a dictionary", { tag: "@day" }, async ({
  page,
}) => {
  const name = newName("医療用語");
  await enterStaffArea(page, people.dictionaryAdmin);
  await page.getByRole("link", { name: "辞書", exact: true }).click();
  await page.getByRole("link", { name: "辞書を追加" }).click();

  await fillNewDictionary(page, "業務辞書", "業務辞書テスト1");
  await page.getByRole("button", { name: "辞書を追加" }).click();
  await expect(nameField(page)).toHaveAccessibleDescription("同じ名前がすでに登録されています。");
  await expect(nameField(page)).toBeFocused();
  await fillNewDictionary(page, "業務辞書", name);
  await page.getByRole("button", { name: "辞書を追加" }).click();
  await expectSaid(page, "辞書を追加しました。");
  await expectDictionary(page, name);

  const renamed = newName("診療用語");
  await beginEditing(page);
  await nameField(page).fill(renamed);
  await saveAndEnd(page);
  await expectDictionary(page, renamed);
  await expect(page.getByText("自分が編集中")).toHaveCount(0);
  await openDictionaries(page);
  await search(page, renamed);
  await expectRowFree(page, renamed);

  await openDictionary(page, renamed);
  await deleteDictionary(page);
  // The list keeps its condition.
  await expect(page.getByRole("searchbox", { name: "キーワード" })).toHaveValue(renamed);
  await expectSaid(page, "条件に該当する辞書はありません。別の条件をお試しください。");
});

test("leaving the form releases the lock, and asks before input is lost", async ({ page }) => {
  const name = newName("人事用語");
  await enterStaffArea(page, people.dictionaryAdmin);
  await createDictionary(page, "組織辞書", name);
  await beginEditing(page);
  await nameField(page).fill("保存しない名前");
  await page.getByRole("link", { name: "キャンセル" }).click();
  const question = page.getByRole("alertdialog", { name: "保存していない変更" });
  await question.getByRole("button", { name: "ページを離れる" }).click();
  await expectDictionary(page, name);
  await openDictionaries(page);
  await search(page, name);
  await expectRowFree(page, name);

  await test.step("what was typed is offered, and not put in by itself", async () => {
    await openDictionary(page, name);
    await beginEditing(page);
    await expect(nameField(page)).toHaveValue(name);
    await page.getByRole("button", { name: "復元する" }).click();
    await expect(nameField(page)).toHaveValue("保存しない名前");
  });
});

test("a search finds full-width and half-width letters alike", async ({ page }) => {
  const name = newName("ABC用語");
  await enterStaffArea(page, people.dictionaryAdmin);
  await createDictionary(page, "一般辞書", name);
  await openDictionaries(page);
  for (const keyword of ["ＡＢＣ用語", "abc用語", "Ａｂｃ"]) {
    await search(page, keyword);
    await expect(rows(page).filter({ hasText: name })).toHaveCount(1);
  }
  await page.getByRole("combobox", { name: "辞書の種類" }).selectOption("業務辞書");
  await page.getByRole("button", { name: "検索", exact: true }).click();
  await expect(rows(page).filter({ hasText: name })).toHaveCount(0);
  await expect(page).toHaveURL(/filter=/);
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

test("a dictionary is created, edited and deleted by keyboard alone", async ({ page }) => {
  const name = newName("鍵盤用語");
  const main = page.getByRole("main");
  const button = (text: string) => main.getByRole("button", { name: text, exact: true });
  await enterStaffArea(page, people.dictionaryAdmin);
  await enterAt(page, page.getByRole("link", { name: "辞書", exact: true }));
  await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "false");
  await enterAt(page, page.getByRole("link", { name: "辞書を追加" }));

  await expect(nameField(page)).toBeVisible();
  await tabTo(page, page.getByRole("combobox", { name: "辞書の種類" }));
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("combobox", { name: "辞書の種類" })).toHaveValue("組織辞書");
  await tabTo(page, nameField(page));
  await page.keyboard.type(name);
  await page.keyboard.press("Enter");
  await expectDictionary(page, name);

  await enterAt(page, button(BEGIN));
  await expect(nameField(page)).toBeEditable();
  await tabTo(page, nameField(page));
  await page.keyboard.press("End");
  await page.keyboard.type("改");
  await enterAt(page, button("保存して終了"));
  await expectDictionary(page, `${name}改`);

  await enterAt(page, button("辞書を削除"));
  const dialog = page.getByRole("alertdialog", { name: "辞書の削除" });
  await expect(dialog.getByRole("button", { name: "キャンセル" })).toBeFocused();
  await expectVisibleFocus(page);
  await enterAt(page, dialog.getByRole("button", { name: "削除する" }));
  await expectSaid(page, "辞書を削除しました。");
});
