import type { Page } from "@playwright/test";
import { expectSaid } from "./support/contracts.ts";
import { chooseFile } from "./support/imports.ts";
import { people, signIn } from "./support/people.ts";
import { staffApi } from "./support/staffApi.ts";
import { expect, test } from "./support/test.ts";

test("a dictionary admin tries a text, and adds a selected passage in two presses", async ({
  page,
  request,
}) => {
  const admin = await staffApi(request, people.dictionaryAdmin);
  const { dictionaryName } = await admin.createDictionary("試した語");
  await page.goto(`/app/login?next=${encodeURIComponent("/dictionaries")}`);
  await signIn(page, people.dictionaryAdmin);
  await page.getByRole("link", { name: "反映プレビュー" }).click();
  await page
    .getByRole("textbox", { name: "本文" })
    .fill("本日の議事録です。\nゾルピデムの議事録。");
  await page.keyboard.press("Control+Enter");
  const shown = page.getByRole("group", { name: "反映される単語を示した本文" });
  const words = shown.getByRole("button");
  await expect(words).toHaveText(["議事録", "議事録"]);
  const add = page.getByRole("button", { name: "単語を追加" });

  await test.step("shows why the entry of one dictionary is used and others are not", async () => {
    await words.last().click();
    const details = page.getByRole("region", { name: "選択した箇所の単語" });
    await expect(details).toContainText("業務辞書テスト1");
    await expect(details).toContainText("業務辞書の単語「議事録」を優先します。");
  });

  await test.step("adds a passage that is selected", async () => {
    const place = await shown.evaluate((element) => {
      const text = [...element.childNodes].find(({ textContent }) => textContent?.includes("ゾル"));
      if (!text) throw new Error("the passage is not shown");
      const begin = text.textContent?.indexOf("ゾル") ?? 0;
      const range = document.createRange();
      range.setStart(text, begin);
      range.setEnd(text, begin + 5);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      return { left, right, y: (top + bottom) / 2 };
    });
    await page.mouse.move(place.left + 1, place.y);
    await page.mouse.down();
    await page.mouse.move(place.right - 1, place.y, { steps: 5 });
    await page.mouse.up();
    await add.last().click();
    const dialog = page.getByRole("dialog", { name: "単語の追加" });
    await expect(dialog.getByRole("textbox", { name: "表記" })).toHaveValue("ゾルピデム");
    await expect(dialog.getByRole("textbox", { name: "読み" })).toHaveValue("ぞるぴでむ");
    await expect(dialog.getByRole("combobox", { name: "辞書" })).toHaveValue("業務辞書テスト1");
    await dialog.getByRole("combobox", { name: "辞書" }).fill(dictionaryName);
    await page.getByRole("option", { name: dictionaryName }).click();
    await dialog.getByRole("button", { name: "追加" }).click();
    await expectSaid(page, "「ゾルピデム」を追加しました。");
    await expect(words).toHaveText(["議事録", "ゾルピデム", "議事録"]);
  });

  await test.step("leads to the entry, and back to the result", async () => {
    await page.getByRole("table").getByRole("link", { name: "ゾルピデム" }).click();
    await expect(page.getByRole("heading", { level: 1, name: dictionaryName })).toBeVisible();
    await expect(page.getByRole("searchbox", { name: "キーワード" })).toHaveValue("ゾルピデム");
    await expect(page.getByRole("gridcell", { name: "ゾルピデム" })).toBeVisible();
    await page.goBack();
    await expect(words).toHaveText(["議事録", "ゾルピデム", "議事録"]);
  });

  await test.step("adds a passage by keyboard, selected in the text box", async () => {
    const text = page.getByRole("textbox", { name: "本文" });
    await text.focus();
    await text.press("Control+Home");
    await text.press("Shift+ArrowRight");
    await text.press("Shift+ArrowRight");
    await text.press("Tab");
    await expect(page.getByRole("button", { name: "選択した箇所を追加" })).toBeFocused();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "単語の追加" });
    await expect(dialog.getByRole("textbox", { name: "表記" })).toHaveValue("本日");
    await dialog.getByRole("textbox", { name: "読み" }).fill("ほんじつ");
    await page.keyboard.press("Enter");
    await expectSaid(page, "「本日」を追加しました。");
    await expect(words).toHaveText(["本日", "議事録", "ゾルピデム", "議事録"]);
  });
});

test("staff are told, where the action would stand, who adds a selected passage", async ({
  page,
}) => {
  await page.goto(`/app/login?next=${encodeURIComponent("/dictionaries/preview")}`);
  await signIn(page, people.staff);
  await page.getByRole("textbox", { name: "本文" }).fill("ゾルピデムの議事録。");
  await page.keyboard.press("Control+Enter");
  const shown = page.getByRole("group", { name: "反映される単語を示した本文" });
  const sentence = page.getByText("単語を追加できるのは、辞書管理者と組織管理者です。");
  await expect(shown).toContainText("ゾルピデム");
  await expect(sentence).toHaveCount(0);
  for (const width of [1366, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await shown.evaluate((element) => document.getSelection()?.selectAllChildren(element));
    await expect(sentence).toBeInViewport({ ratio: 1 });
    await shown.evaluate(() => document.getSelection()?.removeAllRanges());
    await expect(sentence).toHaveCount(0);
  }
});

test("the keys that check a text are named where there is a keyboard", async ({
  page,
  browser,
}) => {
  const open = async (each: Page) => {
    await each.goto(`/app/login?next=${encodeURIComponent("/dictionaries/preview")}`);
    await signIn(each, people.staff);
    return each.getByRole("textbox", { name: "本文" });
  };
  await expect(await open(page)).toHaveAccessibleDescription(/Ctrl\+Enterでも確認できます。$/);
  const context = await browser.newContext({ hasTouch: true, isMobile: true });
  const phone = await context.newPage();
  await expect(await open(phone)).toHaveAccessibleDescription(/反映されるかを確認できます。$/);
  await expect(phone.getByText("Ctrl+Enterでも確認できます。")).toBeHidden();
  await context.close();
});

test("a change is tried on a text before it is saved, from a cell and from a file", async ({
  page,
  request,
}) => {
  const admin = await staffApi(request, people.dictionaryAdmin);
  const { dictionaryId } = await admin.createDictionary("試す前");
  await page.goto(`/app/login?next=${encodeURIComponent(`/dictionaries/${dictionaryId}`)}`);
  await signIn(page, people.dictionaryAdmin);
  const dialog = page.getByRole("dialog", { name: "変更の確認" });
  const after = dialog.getByRole("group", { name: "変更後" });

  await test.step("a word that is being typed", async () => {
    await page.getByRole("button", { name: "単語を追加" }).click();
    await page.keyboard.insertText("ゼータ関数検定");
    await page.keyboard.press("Tab");
    await page.keyboard.insertText("ぜーたかんすうけんてい");
    await page.keyboard.press("Alt+p");
    await dialog.getByRole("button", { name: "例文を入力" }).click();
    await page.keyboard.press("Control+Enter");
    await expect(after.locator("ins > span")).toHaveText("ゼータ関数検定");
    await expect(dialog.getByRole("row", { name: /^ゼータ関数検定/ })).toContainText("なし");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    const { body } = await admin.send("GET", `/dictionaries/${dictionaryId}/entries`);
    expect(body.totalElements).toBe(0);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("row", { name: /ゼータ関数検定/ })).toContainText(
      "ぜーたかんすうけんてい",
    );
    await page.keyboard.press("Enter");
  });

  await test.step("a file that replaces it", async () => {
    await page.getByRole("link", { name: "取り込み", exact: true }).click();
    await chooseFile(page, "語.csv", Buffer.from("表記,読み\r\nゼータ関数,ぜーたかんすう\r\n"));
    await page.getByRole("button", { name: "変更を試す" }).click();
    await expect(dialog.getByRole("textbox", { name: "本文" })).toHaveValue(/ゼータ関数検定/);
    await dialog.getByRole("button", { name: "確認する" }).click();
    await expect(dialog.getByText("反映される単語は変わりません。")).toBeVisible();
    await dialog.getByRole("radio", { name: "すべて置き換え" }).check();
    await expect(after.locator("ins > span")).toHaveText("ゼータ関数");
    await expect(dialog.getByRole("group", { name: "変更前" }).locator("del")).toHaveText(
      "ゼータ関数検定ゼータ関数検定（ぜーたかんすうけんてい）",
    );
  });
});
