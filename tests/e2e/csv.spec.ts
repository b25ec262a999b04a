import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { tokyoDate } from "../../domain/text/dates.ts";
import { csvRows } from "../support/csv.ts";
import { createContract } from "./support/api.ts";
import { expectSaid, search } from "./support/contracts.ts";
import { openContracts, SYSTEM_ADMIN_STATE } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

const day = tokyoDate(new Date()).replaceAll("-", "");

async function downloadCsv(page: Page) {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "CSVをダウンロード" }).click(),
  ]);
  const text = await readFile(await download.path(), "utf8");
  return { name: download.suggestedFilename(), text, rows: csvRows(text) };
}

test.describe("the system admin", () => {
  test.use({ storageState: SYSTEM_ADMIN_STATE });

  test("downloads the contracts that the search finds", async ({ page }) => {
    await openContracts(page);
    const id = randomUUID().slice(0, 8);
    const organizationName = `表計算${id}, "髙橋"商店`;
    const memo = "=SUM(A1)\n二行目";
    const { contractId } = await createContract(page, { organizationName, memo });
    await search(page, id);
    await expect(page.getByRole("table")).toContainText(organizationName);
    const { name, text, rows } = await downloadCsv(page);
    expect(name).toBe(`契約一覧_${day}.csv`);
    expect(text.startsWith("\ufeff契約ID,組織番号,組織名,")).toBe(true);
    expect(text.endsWith("\r\n")).toBe(true);
    expect(rows).toMatchObject([
      { 契約ID: String(contractId), 組織名: organizationName, メモ: `'${memo}` },
    ]);
    await expectSaid(page, "1件をダウンロードしました。");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
});
