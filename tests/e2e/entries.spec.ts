import type { Page } from "@playwright/test";
import { imeOf } from "./support/keyboard.ts";
import { people, signIn } from "./support/people.ts";
import { staffApi } from "./support/staffApi.ts";
import { expect, test } from "./support/test.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const row = (page: Page, text: string) =>
  page.getByRole("grid").getByRole("row").filter({ hasText: text });
const cell = (page: Page, text: string) => page.getByRole("gridcell", { name: text, exact: true });

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

/** Puts what a spreadsheet copies onto the clipboard of the system, and presses Ctrl+V. */
async function pasteCells(page: Page, text: string, html: string) {
  await page.evaluate(
    async (parts) => {
      const blobs = Object.entries(parts).map(([type, part]) => [type, new Blob([part], { type })]);
      await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))]);
    },
    { "text/plain": text, "text/html": html },
  );
  await page.keyboard.press("Control+v");
}

async function openAs(page: Page, email: string, path: string) {
  await page.goto(`/app/login?next=${encodeURIComponent(path)}`);
  await signIn(page, email);
  await expect(page).toHaveURL(new RegExp(path));
}

test("a dictionary admin keeps the words of a dictionary, and another sees it at once", {
  tag: "@day",
}, async ({ page, browser, request }) => {
  const admin = await staffApi(request, people.dictionaryAdmin);
  const { dictionaryId, dictionaryName } = await admin.createDictionary("単語帳");
  const other = await (await browser.newContext()).newPage();
  await openAs(other, people.staff, `/dictionaries/${dictionaryId}`);
  await expect(other.getByText("単語はまだ登録されていません。")).toBeVisible();

  await test.step("opens it from the list, and begins by the first word", async () => {
    const conditions = new URLSearchParams({ filter: JSON.stringify({ q: dictionaryName }) });
    await openAs(page, people.dictionaryAdmin, "/dictionaries");
    await page.goto(`/dictionaries?${conditions}`);
    await page.getByRole("link", { name: dictionaryName }).press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: dictionaryName })).toBeVisible();
    await button(page, "単語を追加").click();
  });

  await test.step("types words with an IME, without the mouse", async () => {
    const ime = await imeOf(page);
    await ime.compose("え");
    await ime.compose("えんげ");
    await ime.compose("嚥下");
    await ime.commit("嚥下");
    await page.keyboard.press("Enter");
    await expect(row(page, "嚥下")).toContainText("えんげ");
    await page.keyboard.insertText("MRI");
    await page.keyboard.press("Tab");
    await page.keyboard.insertText("エムアールアイ");
    await page.keyboard.press("Enter");
    await expect(row(page, "MRI")).toContainText("えむあーるあい");
    await expect(other.getByRole("gridcell", { name: "嚥下" })).toBeVisible();
  });

  await test.step("corrects one, and puts it back", async () => {
    await cell(page, "嚥下").click();
    await page.keyboard.press("F2");
    await page.keyboard.insertText("障害");
    await page.keyboard.press("Enter");
    await expect(cell(other, "嚥下障害")).toBeVisible();
    await page.keyboard.press("Control+z");
    await expect(cell(page, "嚥下")).toBeVisible();
    await expect(cell(other, "嚥下")).toBeVisible();
    await page.keyboard.press("Control+Shift+z");
    await expect(cell(other, "嚥下障害")).toBeVisible();
    await page.keyboard.press("Control+z");
    await expect(cell(other, "嚥下")).toBeVisible();
  });

  await test.step("pastes cells where they belong, blank ones as well, and does it again", async () => {
    await cell(page, "嚥下").click();
    for (const _ of ["読み", "品詞", "強さ", "備考"]) await page.keyboard.press("ArrowRight");
    const table = '<table><tr><td>耳鼻科</td></tr><tr><td>"引用"</td></tr></table>';
    await pasteCells(page, '耳鼻科\r\n"引用"\r\n', table);
    await expect(row(other, "MRI")).toContainText('"引用"');
    const merged = "<table><tr><td rowspan=2></td><td>放射線科</td></tr><tr></tr></table>";
    await pasteCells(page, "\r\n放射線科\r\n", merged);
    await expect(page.getByText("結合されたセルがあります。")).toBeVisible();
    await expect(row(other, "MRI")).toContainText("放射線科");
    await expect(row(other, "嚥下")).not.toContainText("耳鼻科");
    await page.keyboard.press("Control+z");
    await expect(row(other, "嚥下")).toContainText("耳鼻科");
    await expect(row(other, "MRI")).toContainText('"引用"');
    await page.keyboard.press("Control+y");
    await expect(row(other, "MRI")).toContainText("放射線科");
    await page.keyboard.press("Control+z");
    await expect(row(other, "MRI")).toContainText('"引用"');
  });

  await test.step("copies a cell and pastes it as it was", async () => {
    await cell(page, '"引用"').click();
    await page.keyboard.press("Control+c");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Control+v");
    await expect(row(other, "嚥下")).toContainText('"引用"');
  });

  await test.step("pastes from a spreadsheet", async () => {
    await button(page, "単語を追加").click();
    await page.evaluate(() => {
      const rows = Array.from({ length: 250 }, (_, n) => `用語${n + 1}\tようご\t名詞\t１`);
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", `${rows.join("\r\n")}\r\n`);
      const paste = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(paste);
    });
    await expect(page.getByText("250件を貼り付けました。")).toBeVisible();
    await expect(page.getByText("全252件")).toBeVisible();
    await expect(other.getByText("全252件")).toBeVisible();
  });

  await test.step("deletes several and brings them back", async () => {
    await page.getByRole("searchbox", { name: "キーワード" }).fill("用語25");
    await button(page, "検索").click();
    await expect(page.getByText("252件中2件")).toBeVisible();
    await cell(page, "用語25").click();
    await page.keyboard.press("Shift+ArrowDown");
    await expect(page.getByText("2件を選択中")).toBeVisible();
    await page.keyboard.press("Delete");
    const dialog = page.getByRole("alertdialog", { name: "単語の削除" });
    await dialog.getByRole("button", { name: "削除する" }).click();
    await expect(other.getByText("全250件")).toBeVisible();
    await button(page, "元に戻す").click();
    await expect(other.getByText("全252件")).toBeVisible();
  });

  await test.step("disables all that are found and takes it back", async () => {
    await page.getByRole("checkbox", { name: "すべて選択" }).click();
    await expect(page.getByText("2件を選択中")).toBeVisible();
    await button(page, "無効にする").click();
    await expect(page.getByText("2件を無効にしました。")).toBeVisible();
    await expect(row(page, "用語250")).toContainText("無効");
    await button(page, "元に戻す").click();
    await expect(row(page, "用語250")).not.toContainText("無効");
    await button(page, "編集を終了").click();
    await expect(button(page, "編集を開始")).toBeVisible();
  });
  await other.context().close();
});
