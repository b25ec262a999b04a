import { expectSaid } from "./support/contracts.ts";
import { people, signIn } from "./support/people.ts";
import { staffApi } from "./support/staffApi.ts";
import { expect, test } from "./support/test.ts";

const BEFORE = "会西商事の件で電話しました。眠れないのでぞる日でむを出しました。";
const AFTER = "葛西商事の件でご連絡しました。眠れないためゾルピデムを処方しました。";

test("a dictionary admin learns words from a corrected text, and chooses a reading in the table", async ({
  page,
  request,
}) => {
  const admin = await staffApi(request, people.dictionaryAdmin);
  const { dictionaryId, dictionaryName } = await admin.createDictionary("校正した語");
  await page.goto(`/app/login?next=${encodeURIComponent(`/dictionaries/${dictionaryId}`)}`);
  await signIn(page, people.dictionaryAdmin);
  await page.getByRole("link", { name: "校正から学ぶ" }).first().click();
  const added = page.getByText("追加済み");

  await test.step("finds what was misheard, and no rewording", async () => {
    await page.getByLabel("認識結果：ファイルから入力").setInputFiles({
      name: "recognised.vtt",
      mimeType: "text/vtt",
      buffer: Buffer.from(`WEBVTT\n\n00:01.000 --> 00:09.000\n<v 山田>${BEFORE}</v>\n`),
    });
    await expect(page.getByRole("textbox", { name: "認識結果" })).toHaveValue(BEFORE);
    await page.getByRole("textbox", { name: "校正後" }).fill(AFTER);
    await page.getByRole("button", { name: "候補を探す" }).click();
    const found = page.getByRole("region", { name: "単語の候補" });
    await expect(found.getByText("候補が2件あります。")).toBeVisible();
    await expect(found.getByRole("listitem").filter({ hasText: "葛西商事" })).toContainText(
      "会西商事 → 葛西商事（1か所）",
    );
    await expect(page.getByRole("combobox", { name: "葛西商事の読み" })).toHaveValue(
      "かさいしょうじ",
    );
  });

  await test.step("adds the chosen ones at once, and takes them back", async () => {
    await page.getByRole("checkbox", { name: "選択できる候補をすべて選択" }).check();
    const target = page.getByRole("combobox", { name: "追加先の辞書" });
    await expect(target).toHaveValue(dictionaryName);
    await expect(page.getByTitle("追加先の辞書をクリア")).toHaveCount(1);
    await page.getByRole("button", { name: "辞書に追加" }).click();
    await expect(page.getByText(`2件を「${dictionaryName}」に追加しました。`)).toBeVisible();
    await expect(added).toHaveCount(2);
    await page.getByRole("button", { name: "元に戻す" }).click();
    await expect(page.getByText("2件を元に戻しました。")).toBeVisible();
    await expect(added).toHaveCount(0);
  });

  await test.step("proposes no more what is ignored, unless that is undone", async () => {
    const ignore = page.getByRole("button", { name: "葛西商事を以後提案しない", exact: true });
    await ignore.click();
    await expectSaid(page, "「葛西商事」を以後提案しません。");
    await page.keyboard.press("Enter");
    await expectSaid(page, "「葛西商事」を候補に戻しました。");
    await ignore.click();
    await expectSaid(page, "「葛西商事」を以後提案しません。");
    await page.getByRole("button", { name: "候補を探す" }).click();
    await expect(page.getByText("候補が1件あります。")).toBeVisible();
    await expect(page.getByRole("checkbox", { name: "葛西商事を選択" })).toHaveCount(0);
  });

  await test.step("offers readings below an empty cell, and fills in none by itself", async () => {
    await page.goto(`/dictionaries/${dictionaryId}`);
    await page.getByRole("button", { name: "単語を追加" }).click();
    await page.keyboard.insertText("議事録");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Alt+ArrowDown");
    const readings = page.getByRole("listbox", { name: "読みの候補" });
    await expect(readings.getByRole("option").first()).toHaveText(/ぎじろく$/);
    await expect(readings.getByRole("option", { selected: true })).toHaveCount(0);
    await page.keyboard.press("1");
    await expect(page.getByRole("gridcell", { name: "ぎじろく" })).toBeVisible();
    await expect(readings).toHaveCount(0);
  });
});
