import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import iconv from "iconv-lite";
import { breakLock } from "./support/dictionaries.ts";
import {
  chooseFile,
  chooseMode,
  dryRun,
  expectRows,
  exported,
  importResult,
  openImport,
} from "./support/imports.ts";
import { hold } from "./support/network.ts";
import { people } from "./support/people.ts";
import { staffApi } from "./support/staffApi.ts";
import { expect, test } from "./support/test.ts";
import { enterStaffArea, inOwnBrowser } from "./support/workspaces.ts";

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
    await button(page, "エラー行をダウンロード").click();
    const download = await page.waitForEvent("download");
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
    await page.reload();
    await expectRows(page, ["変更なし 3"]);
    await expect(dryRun(page)).toContainText("書き出し.csv");
  });
});

test("a replacement is undone to the byte", async ({ page, request }) => {
  const admin = await staffApi(request, people.dictionaryAdmin);
  const { dictionaryId } = await admin.createDictionary("置き換え");
  const words = ["心電図,しんでんず", "褥瘡,じょくそう", "寛解,かんかい"];
  await enterStaffArea(page, people.dictionaryAdmin);
  await openImport(page, dictionaryId);
  await chooseFile(page, "最初.csv", excelFile(...words.map((word) => `${word},名詞,2,,有効`)));
  await chooseMode(page, /^追加のみ/);
  await button(page, "取り込む").click();
  await expect(importResult(page)).toContainText("追加 3件");
  await page.getByRole("link", { name: "単語を表示" }).click();
  await expect(page.getByText("褥瘡", { exact: true })).toBeVisible();
  const before = await exported(page, dictionaryId, CP932);

  await openImport(page, dictionaryId);
  await chooseFile(
    page,
    "別.csv",
    excelFile("心電図,しんでんず,名詞,3,変更,無効", "別物,べつもの,名詞,2,,有効"),
  );
  await chooseMode(page, /^すべて置き換え.*ファイルにない2件を削除します。/);
  await button(page, "2件を削除して取り込む").click();
  await expect(importResult(page)).toContainText("追加 1件・上書き 1件・削除 2件");
  expect((await exported(page, dictionaryId, CP932)).equals(before)).toBe(false);

  await openImport(page, dictionaryId);
  await button(page, "別.csvの取り込みを取り消す").click();
  const dialog = page.getByRole("alertdialog", { name: "取り込みの取り消し" });
  await dialog.getByRole("button", { name: "取り込みを取り消す" }).click();
  await expect(page.getByRole("row", { name: /別\.csv/ })).toContainText("取り消し済み");
  expect((await exported(page, dictionaryId, CP932)).equals(before)).toBe(true);

  await test.step("an import whose entries were edited names them", async () => {
    const { body } = await admin.send("GET", `/dictionaries/${dictionaryId}/entries`);
    const [first] = body.content as { entryId: number; version: number; surface: string }[];
    const path = `/dictionaries/${dictionaryId}/entries/${first?.entryId}`;
    const edited = await admin.send("PATCH", path, { note: "編集" }, first?.version);
    expect(edited.status, JSON.stringify(edited.body)).toBe(200);
    await openImport(page, dictionaryId);
    await button(page, "最初.csvの取り込みを取り消す").click();
    await dialog.getByRole("button", { name: "取り込みを取り消す" }).click();
    await expect(dialog.getByRole("alert")).toHaveText(
      "取り込み後に変更された単語があるため、取り消せません。",
    );
    await dialog.getByRole("link", { name: first?.surface ?? "" }).click();
    await expect(page.getByRole("gridcell", { name: first?.surface ?? "" })).toBeVisible();
  });
});

test("a commit whose lock was broken writes nothing, and works under the lock again", async ({
  page,
  browser,
  request,
}) => {
  const admin = await staffApi(request, people.dictionaryAdmin);
  const { dictionaryId } = await admin.createDictionary("二人の取り込み");
  await enterStaffArea(page, people.dictionaryAdmin);
  await openImport(page, dictionaryId);
  await chooseFile(page, "単語.csv", excelFile("心電図,しんでんず,名詞,2,,有効"));
  await chooseMode(page, /^追加のみ/);

  const release = await hold(page, /\/commit$/);
  await button(page, "取り込む").click();
  await expect(page.getByRole("progressbar")).toBeVisible();
  const other = await inOwnBrowser(browser, people.organizationAdmin);
  await other.goto(`/dictionaries/${dictionaryId}`);
  await breakLock(other, "至急の修正のため");
  release();

  await expect(page.getByText(/^編集ロックが解除されたため、取り込めませんでした。/)).toBeVisible();
  await expect(page.getByText("理由：至急の修正のため")).toBeVisible();
  const { body } = await admin.send("GET", `/dictionaries/${dictionaryId}`);
  expect(body.entryCount).toBe(0);
  await expect(button(page, "取り込む")).toBeDisabled();

  await button(page, "編集を開始").click();
  await button(page, "取り込む").click();
  await expect(importResult(page)).toContainText("追加のみ：追加 1件");
  await other.context().close();
});
