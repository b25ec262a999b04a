import { expectAccessible } from "./support/accessibility.ts";
import { people, signIn } from "./support/people.ts";
import { staffApi } from "./support/staffApi.ts";
import { expect, test } from "./support/test.ts";

test("words that may be one are merged and taken back by the keyboard", async ({
  page,
  request,
}) => {
  const admin = await staffApi(request, people.dictionaryAdmin);
  const { dictionaryId } = await admin.createDictionary("健診する語");
  const reading = "たかすむぎ";
  const create = ["鷹栖麦", "高洲麦"].map((surface) => ({ surface, reading }));
  const entries = `/dictionaries/${dictionaryId}/entries/batch`;
  expect((await admin.send("POST", entries, { create }, 1)).status).toBe(200);
  await page.goto(`/app/login?next=${encodeURIComponent(`/dictionaries/${dictionaryId}/health`)}`);
  await signIn(page, people.dictionaryAdmin);
  const same = page.getByRole("region", { name: "同じ読みの単語" });
  await same.getByRole("radio", { name: "「鷹栖麦」を残す" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(same.getByRole("radio", { name: "「高洲麦」を残す" })).toBeChecked();
  await same.getByRole("button", { name: "「高洲麦」に統合" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("「鷹栖麦」を「高洲麦」に統合しました。")).toBeVisible();
  await expect(same).toHaveCount(0);
  await page.getByRole("button", { name: "元に戻す" }).focus();
  await page.keyboard.press("Enter");
  await expect(same).toBeVisible();
  await expectAccessible(page, "health of a dictionary");
});
