import { expectSaid } from "./support/contracts.ts";
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

test("staff are told by which keys to check, and propose a passage where others add it", async ({
  page,
  browser,
}) => {
  const desk = { width: 1366, height: 800 };
  const context = await browser.newContext({
    ...{ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } },
  });
  await page.setViewportSize(desk);
  for (const [each, keys] of [
    [page, /Ctrl\+Enterでも確認できます。$/],
    [await context.newPage(), /反映されるかを確認できます。$/],
  ] as const) {
    await each.goto(`/app/login?next=${encodeURIComponent("/dictionaries/preview")}`);
    await signIn(each, people.staff);
    const text = each.getByRole("textbox", { name: "本文" });
    await expect(text).toHaveAccessibleDescription(keys);
    await text.fill("ゾルピデムの議事録。");
    await each.keyboard.press("Control+Enter");
    const shown = each.getByRole("group", { name: "反映される単語を示した本文" });
    const propose = shown.locator("..").getByRole("button", { name: "単語を提案" });
    await expect(shown).toContainText("ゾルピデム");
    await expect(propose).toHaveCount(0);
    await shown.evaluate((element) => document.getSelection()?.selectAllChildren(element));
    await expect(propose).toBeInViewport({ ratio: 1 });
    await shown.evaluate(() => document.getSelection()?.removeAllRanges());
    await expect(propose).toHaveCount(0);
  }
  await context.close();
});
