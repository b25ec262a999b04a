import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import iconv from "iconv-lite";
import {
  chooseFile,
  dryRun,
  expectRows,
  exported,
  importResult,
  openImport,
} from "./support/imports.ts";
import { people } from "./support/people.ts";
import { allowRefusals } from "./support/refusedRequests.ts";
import { staffApi } from "./support/staffApi.ts";
import { expect, test } from "./support/test.ts";
import { enterStaffArea } from "./support/workspaces.ts";

const CP932 = "Shift_JIS（CP932）";
const HEAD = "表記,読み,品詞,強さ,備考,有効";

/** A file as Japanese Excel saves it: CP932 with CRLF. */
const excelFile = (...rows: string[]) => iconv.encode([HEAD, ...rows, ""].join("\r\n"), "cp932");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("a file of Excel is corrected, imported, exported and imported again without a change", {
  tag: "@day",
}, async ({ page, request }) => {
  const admin = await staffApi(request, people.dictionaryAdmin);
  const { dictionaryId } = await admin.createDictionary("取り込み");
  const entry = { surface: "㈱髙橋①", reading: "たかはし", partOfSpeech: "名詞" };
  const path = `/dictionaries/${dictionaryId}/entries/batch`;
  expect((await admin.send("POST", path, { create: [entry] }, 1)).status).toBe(200);

  await enterStaffArea(page, people.dictionaryAdmin);
  await openImport(page, dictionaryId);
  const good = ["㈱髙橋①,たかはし,名詞,3,上書きの備考,有効", "心電図,しんでんず,名詞,2,,有効"];
  await chooseFile(page, "単語.csv", excelFile(...good, "褥瘡,ABC,名詞,2,,有効"));
  await expect(page.getByRole("combobox", { name: "文字コード" })).toContainText(
    `自動判別：${CP932}`,
  );
  await expectRows(page, ["新規 1", "上書き 1", "エラー 1"]);
  await expect(dryRun(page).getByRole("row", { name: /㈱髙橋①/ })).toContainText("上書きの備考");

  await test.step("the error rows are downloaded, corrected and read as they are", async () => {
    const wrong = dryRun(page).getByRole("row", { name: /褥瘡/ });
    await expect(wrong.getByRole("cell", { name: "名詞", exact: true })).toBeVisible();
    const downloaded = page.waitForEvent("download");
    await button(page, "エラー行をダウンロード").click();
    const download = await downloaded;
    const text = await readFile(await download.path(), "utf8");
    expect(text).toContain(`\ufeff${HEAD},行,理由\r\n褥瘡,ABC,名詞,2,,有効,4,読みは`);
    await button(page, "単語.csvを取り消す").click();
    await expect(dryRun(page)).toHaveCount(0);
    await chooseFile(page, "修正済み.csv", Buffer.from(text.replace("ABC", "じょくそう")));
    await expectRows(page, ["すべて 1", "新規 1", "エラー 0"]);
    await expect(dryRun(page)).not.toContainText("次の列は取り込みません");
  });

  await test.step("the corrected file is imported", async () => {
    await button(page, "修正済み.csvを取り消す").click();
    await expect(dryRun(page)).toHaveCount(0);
    await chooseFile(page, "単語.csv", excelFile(...good, "褥瘡,じょくそう,名詞,2,,有効"));
    await expectRows(page, ["新規 2", "上書き 1", "エラー 0"]);
    await button(page, "取り込む").click();
    await expect(importResult(page)).toContainText("追加・上書き：追加 2件・上書き 1件");
  });

  const file = await exported(page, dictionaryId, CP932);
  expect(iconv.decode(file, "cp932")).toContain("㈱髙橋①,たかはし,名詞,3,上書きの備考,有効");
  await openImport(page, dictionaryId);
  await chooseFile(page, "書き出し.csv", file);
  await expectRows(page, ["すべて 3", "新規 0", "上書き 0", "変更なし 3", "エラー 0"]);

  await test.step("a reload shows the same dry run", async () => {
    // The page may ask for the lock before it hears that the page before it has released its own.
    allowRefusals("423 POST /api/v1/dictionaries/{id}/lock");
    await page.reload();
    await expectRows(page, ["変更なし 3"]);
    await expect(dryRun(page)).toContainText("書き出し.csv");
  });
});
