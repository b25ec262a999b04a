import type { Page } from "@playwright/test";
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
  if (words > 0) {
    const create = Array.from({ length: words }, (_, n) => ({ surface: `語${n}`, reading: "ご" }));
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

test("a table of few words has room for the list below its last cell", async ({ page }) => {
  await page.setViewportSize(DESK);
  await openWords(page, await withWords(page, 0));
  for (const words of [0, 1, 3]) {
    if (words > 0) await page.goto(await withWords(page, words));
    await button(page, "編集を開始").click();
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
