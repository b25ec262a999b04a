import type { Page } from "@playwright/test";
import { hold, loseAnswer } from "./support/network.ts";
import { people, signIn } from "./support/people.ts";
import { staffApi } from "./support/staffApi.ts";
import { expect, test } from "./support/test.ts";

// An answer does not arrive here.
test.use({ brokenNetwork: true });

const BATCH = /\/entries\/batch$/;
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const working = (page: Page, name: string) => page.getByRole("dialog", { name });

async function press(page: Page, name: string) {
  await button(page, name).focus();
  await page.keyboard.press("Enter");
}

async function removeChosen(page: Page) {
  await press(page, "削除する");
  const question = page.getByRole("alertdialog", { name: "単語の削除" });
  await question.getByRole("button", { name: "削除する" }).focus();
  await page.keyboard.press("Enter");
}

test("all words of a dictionary are deleted in steps, over a bad connection, and come back", async ({
  page,
  request,
}) => {
  const admin = await staffApi(request, people.dictionaryAdmin);
  const { dictionaryId } = await admin.createDictionary("全件");
  const words = Array.from({ length: 600 }, (_, n) => ({ surface: `語${n}`, reading: "ご" }));
  for (let at = 0; at < words.length; at += 200) {
    const { body } = await admin.send("GET", `/dictionaries/${dictionaryId}`);
    const create = words.slice(at, at + 200);
    const path = `/dictionaries/${dictionaryId}/entries/batch`;
    const { status } = await admin.send("POST", path, { create }, Number(body.version));
    expect(status).toBe(200);
  }
  await page.goto(`/app/login?next=/dictionaries/${dictionaryId}/reflection`);
  await signIn(page, people.dictionaryAdmin);
  await page.getByRole("link", { name: "単語（600件）" }).click();
  await press(page, "編集を開始");
  await page.getByRole("checkbox", { name: "すべて選択" }).focus();
  await page.keyboard.press("Space");
  await expect(page.getByText("600件を選択中")).toBeVisible();

  await test.step("is stopped after the first 200, and does not let go by itself", async () => {
    const go = await hold(page, BATCH);
    await removeChosen(page);
    await expect(page.getByRole("progressbar", { name: "単語の削除" })).toBeVisible();
    await page.evaluate(() => history.back());
    const question = page.getByRole("alertdialog", { name: "操作の中断" });
    await expect(question.getByRole("button", { name: "このページに残る" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(question).toHaveCount(0);
    await expect(button(page, "中止する")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByText("中止しています...")).toBeVisible();
    go();
    const result = working(page, "単語の削除").getByRole("alert");
    await expect(result).toContainText(/600件のうち200件を削除しました。残りの400件は選択したまま/);
    await expect(result).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(working(page, "単語の削除")).toHaveCount(0);
    await expect(page.getByText("全400件　400件を選択中")).toBeVisible();
    await page.unroute(BATCH);
  });

  await test.step("goes on after an answer was lost", async () => {
    await loseAnswer(page, BATCH, "POST");
    await removeChosen(page);
    await expect(working(page, "単語の削除").getByRole("alert")).toContainText(
      /400件のうち0件を削除しました。残りの400件は選択したまま/,
    );
    await page.keyboard.press("Escape");
    await expect(working(page, "単語の削除")).toHaveCount(0);
    await removeChosen(page);
    await expect(page.getByText("400件を削除しました。")).toBeVisible();
    await expect(page.getByText("全0件")).toBeVisible();
  });

  await test.step("and both parts come back", async () => {
    await press(page, "元に戻す");
    await expect(page.getByText("全400件")).toBeVisible();
    await expect(button(page, "元に戻す")).toBeEnabled();
    await press(page, "元に戻す");
    await expect(page.getByText("全600件")).toBeVisible();
    await expect(button(page, "元に戻す")).toBeDisabled();
    await press(page, "編集を終了");
    await expect(button(page, "編集を開始")).toBeVisible();
  });
});
