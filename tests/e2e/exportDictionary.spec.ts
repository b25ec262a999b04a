import { readFile } from "node:fs/promises";
import iconv from "iconv-lite";
import { people } from "./support/people.ts";
import { staffApi } from "./support/staffApi.ts";
import { expect, test } from "./support/test.ts";
import { enterStaffArea } from "./support/workspaces.ts";

test("a dictionary is downloaded in Shift_JIS after the report of what that lacks", async ({
  page,
  request,
}) => {
  const admin = await staffApi(request, people.dictionaryAdmin);
  const { dictionaryId, dictionaryName } = await admin.createDictionary("書き出し");
  const entry = (surface: string, reading: string) => ({ surface, reading, partOfSpeech: "名詞" });
  const create = [entry("㈱髙橋①", "たかはし"), entry("𠮷野家", "よしのや")];
  const path = `/dictionaries/${dictionaryId}/entries/batch`;
  const { status, body } = await admin.send("POST", path, { create }, 1);
  expect(status, JSON.stringify(body)).toBe(200);

  await enterStaffArea(page, people.dictionaryAdmin);
  await page.goto(`/dictionaries/${dictionaryId}`);
  await page.getByRole("button", { name: "ほかの形式", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "辞書のダウンロード" });
  await dialog.getByRole("combobox", { name: "文字コード" }).selectOption("Shift_JIS（CP932）");
  await dialog.getByRole("button", { name: "ダウンロード", exact: true }).click();
  await expect(dialog.getByRole("alert")).toHaveText(
    "Shift_JISで表せない文字が1件あります（3行目「𠮷」）。UTF-8でのダウンロードをおすすめします。",
  );
  await expect(dialog.getByRole("row", { name: "3行目 𠮷 𠮷野家" })).toBeVisible();

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "置き換えてダウンロード" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(new RegExp(`^${dictionaryName}_\\d{8}\\.csv$`));
  const bytes = await readFile(await download.path());
  const text = [
    "表記,読み,品詞,強さ,備考,有効",
    "㈱髙橋①,たかはし,名詞,2,,有効",
    "〓野家,よしのや,名詞,2,,有効",
    "",
  ].join("\r\n");
  expect(bytes.equals(iconv.encode(text, "cp932"))).toBe(true);
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("2件をダウンロードしました。")).toBeVisible();
});
