import type { Page } from "@playwright/test";
import { MOST_OPERATIONS } from "../../domain/entries/rules.ts";
import { outlineOf } from "./support/outline.ts";
import { people, signIn } from "./support/people.ts";
import { placeOf } from "./support/place.ts";
import { expectRefusals } from "./support/refusedRequests.ts";
import { staffApi } from "./support/staffApi.ts";
import { expect, test } from "./support/test.ts";

const DESK = { width: 1366, height: 768 };
const PHONE = { width: 390, height: 844 };

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const cell = (page: Page, text: string) => page.getByRole("gridcell", { name: text, exact: true });

/** A new dictionary of デモ株式会社 with so many words. */
async function withWords(page: Page, words: number): Promise<string> {
  const admin = await staffApi(page.request, people.dictionaryAdmin);
  const { dictionaryId } = await admin.createDictionary("表の位置");
  for (let first = 0; first < words; first += MOST_OPERATIONS) {
    const count = Math.min(words - first, MOST_OPERATIONS);
    const create = Array.from({ length: count }, (_, n) => ({
      surface: `語${first + n}`,
      reading: "ご",
    }));
    const { body } = await admin.send("GET", `/dictionaries/${dictionaryId}`);
    const path = `/dictionaries/${dictionaryId}/entries/batch`;
    const { status } = await admin.send("POST", path, { create }, Number(body.version));
    expect(status).toBe(200);
  }
  return `/dictionaries/${dictionaryId}`;
}

/** Signs in as an admin who can edit the words, on their page. */
async function openWords(page: Page, path: string) {
  await page.goto(`/app/login?next=${encodeURIComponent(path)}`);
  await signIn(page, people.dictionaryAdmin);
  await expect(button(page, "編集を開始")).toBeVisible();
}

for (const size of [DESK, PHONE]) {
  test(`the table stays where it is while it is edited, ${size.width} px wide`, async ({
    page,
  }) => {
    expectRefusals("422 POST /api/v1/dictionaries/{id}/entries/batch");
    await page.setViewportSize(size);
    await openWords(page, await withWords(page, 40));
    const table = page.getByRole("grid");
    const heading = page.getByRole("columnheader", { name: "表記" });
    await expect(cell(page, "語1")).toBeVisible();
    const before = (await placeOf(table)).y;
    const beforeHeading = (await placeOf(heading)).y;

    await test.step("when the edit begins", async () => {
      await button(page, "編集を開始").click();
      await expect(button(page, "編集を終了")).toBeVisible();
      expect((await placeOf(table)).y).toBe(before);
    });

    await test.step("when words are chosen", async () => {
      await page.getByRole("gridcell", { name: "2行目を選択", exact: true }).click();
      await expect(button(page, "削除する")).toBeInViewport({ ratio: 1 });
      await expect(button(page, "選択を解除")).toBeInViewport({ ratio: 1 });
      expect((await placeOf(table)).y).toBe(before);
      await button(page, "選択を解除").click();
      await expect(button(page, "削除する")).toBeHidden();
    });

    await test.step("when a word is refused", async () => {
      await cell(page, "語1").click();
      await page.keyboard.press("Tab");
      await page.keyboard.insertText("漢字");
      await page.keyboard.press("Enter");
      await expect(page.getByText("保存していない入力が1件あります。")).toBeInViewport({
        ratio: 1,
      });
      await expect(button(page, "次のエラーへ")).toBeInViewport({ ratio: 1 });
      expect((await placeOf(table)).y).toBe(before);
      expect((await placeOf(heading)).y).toBe(beforeHeading);
    });

    await test.step("and forced colours show what is wrong and where one is", async () => {
      await page.emulateMedia({ forcedColors: "active" });
      const wrong = page.getByRole("gridcell", { name: "漢字", exact: true });
      expect(await outlineOf(wrong)).toBe("dashed");
      expect(await outlineOf(cell(page, "語2"))).toBe("none");
      const tabs = page.getByRole("navigation", { name: "辞書のページ" }).getByRole("link");
      const current = tabs.and(page.locator("[aria-current]"));
      expect(await outlineOf(current)).toBe("solid");
      await expect(current).toHaveCSS("border-bottom-width", "3px");
      const other = tabs.and(page.locator(":not([aria-current])")).first();
      expect(await outlineOf(other)).toBe("none");
      await expect(other).toHaveCSS("border-bottom-width", "0px");
    });
  });
}

test("a phone shows no empty column where nothing can be chosen, and the tab that is chosen", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await openWords(page, await withWords(page, 3));
  await expect(cell(page, "語1")).toBeVisible();
  const { x } = await placeOf(page.getByRole("grid"));
  expect((await placeOf(cell(page, "語1"))).x - x).toBeLessThan(8);
  await button(page, "編集を開始").click();
  await expect(page.getByRole("checkbox", { name: "すべて選択" })).toBeVisible();

  await test.step("although the strip is wider", async () => {
    const tabs = page.getByRole("navigation", { name: "辞書のページ" });
    const tab = (name: string) => tabs.getByRole("link", { name });
    await expect(tab("変更履歴")).not.toBeInViewport();
    await page.goto(`${new URL(page.url()).pathname}/history`);
    await expect(tab("変更履歴")).toBeInViewport({ ratio: 0.95 });
    await tab("反映状況").click();
    await expect(tab("反映状況")).toBeInViewport({ ratio: 0.95 });
  });
});

test("all words are printed as a table with its headings on every sheet", async ({ page }) => {
  await openWords(page, await withWords(page, 450));
  await expect(cell(page, "語1")).toBeVisible();
  await page.evaluate(() => {
    window.print = () => dispatchEvent(new Event("beforeprint"));
  });
  await page.keyboard.press("Control+p");
  const printed = page.getByRole("table", { name: "単語の表", includeHidden: true });
  await expect(printed.locator("tbody tr")).toHaveCount(450);
  await page.emulateMedia({ media: "print" });
  await expect(printed).toBeVisible();
  await expect(page.getByRole("grid")).toBeHidden();
  await expect(printed.getByRole("columnheader", { name: "表記" })).toBeVisible();
  await expect(printed.locator("thead")).toHaveCSS("display", "table-header-group");
  await expect(printed.locator("tbody tr").first()).toHaveCSS("break-inside", "avoid");
  await expect(page.getByText(/件のうち/)).toBeHidden();
  // A browser that prints tells the page so itself: a second print needs none of the above.
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await expect(printed).toHaveCount(0);
  const sheets = (await page.pdf()).toString("latin1").match(/\/Type \/Page\b/g) ?? [];
  expect(sheets.length).toBeGreaterThan(5);
});

test("a table of few words has room for the list below its last cell", async ({ page }) => {
  await page.setViewportSize(DESK);
  await openWords(page, await withWords(page, 0));
  for (const words of [0, 1, 3]) {
    if (words > 0) await page.goto(await withWords(page, words));
    await button(page, "編集を開始").click();
    // Until the lock is there, Tab leaves the table.
    await expect(button(page, "編集を終了")).toBeVisible();
    await button(page, "単語を追加").click();
    await expect(page.getByRole("textbox", { name: /^表記 / })).toBeFocused();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("F2");
    const list = page.getByRole("listbox", { name: "品詞の候補" });
    await expect(list, `${words} words`).toBeInViewport({ ratio: 1 });
    const { y, height } = await placeOf(list);
    const input = await placeOf(page.getByRole("combobox", { name: /^品詞 / }));
    expect(y).toBeGreaterThanOrEqual(input.y + input.height - 2);
    expect(height).toBeGreaterThan(100);
  }
});
