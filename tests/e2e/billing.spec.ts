import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import iconv from "iconv-lite";
import {
  addMonths,
  formatDate,
  lastDayOfMonth,
  monthOf,
  tokyoDate,
} from "../../domain/text/dates.ts";
import { createContract } from "./support/api.ts";
import { expectSaid } from "./support/contracts.ts";
import { SYSTEM_ADMIN_STATE } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

test.use({ storageState: SYSTEM_ADMIN_STATE });

const month = monthOf(addMonths(`${monthOf(tokyoDate(new Date()))}-01`, -1));

/** A contract with a price whose last month is closed. */
async function aClosedContract(page: Page, organizationName: string): Promise<void> {
  const startDate = `${month}-01`;
  const endDate = lastDayOfMonth(monthOf(addMonths(startDate, 11)));
  const { contractId } = await createContract(page, { organizationName, startDate, endDate });
  const headers = { origin: new URL(page.url()).origin };
  const price = { from: month, monthly: 30_000, perTranscript: 100, perMinute: 10, taxRate: 10 };
  const prices = [{ ...price, overage: null, rounding: "DOWN" }];
  const path = `/admin/api/v1/contracts/${contractId}/prices`;
  const set = await page.request.put(path, { headers, data: { prices, showPrices: false } });
  expect(set.status()).toBe(200);
  const data = { month, contractIds: [contractId] };
  const closed = await page.request.post("/admin/api/v1/closings", { headers, data });
  expect(closed.status()).toBe(200);
}

test("a closed month goes into a file for 弥生会計 once its name is mapped, and again after a question", async ({
  page,
}) => {
  const id = randomUUID().slice(0, 8);
  const organizationName = `とても長い名前の株式会社${"サンプル".repeat(6)}${id}`;
  await page.goto(`/admin/billing-files?month=${month}`);
  await aClosedContract(page, organizationName);
  await page.reload();
  await page.getByLabel("形式").selectOption("弥生会計");
  const problem = page.getByRole("listitem").filter({ hasText: organizationName });
  await expect(problem).toContainText("摘要が長すぎます");

  await problem.getByRole("button", { name: /取引先の設定/ }).click();
  await page.getByRole("textbox", { name: "取引先名" }).fill(`商店${id}`);
  await page.getByRole("textbox", { name: "補助科目" }).fill(`補助${id}`);
  await page.getByRole("button", { name: "保存" }).click();
  await expect(problem).toHaveCount(0);
  const preview = page.getByRole("region", { name: "プレビュー" }).getByRole("table");
  await expect(preview).toContainText(`商店${id} ${formatDate(month)} 基本料金`);

  const read = async (button: string, confirm?: string) => {
    const waiting = page.waitForEvent("download");
    await page.getByRole("button", { name: button, exact: true }).click();
    if (confirm) await page.getByRole("button", { name: confirm }).click();
    const download = await waiting;
    const text = iconv.decode(await readFile(await download.path()), "windows-31j");
    return text
      .split("\r\n")
      .filter((line) => line.includes(id))
      .map((line) => line.split(","));
  };
  const [row = []] = await read("ダウンロード");
  expect(row).toHaveLength(25);
  expect([row[0], row[3], row[4], row[5], row[8], row[10], row[14], row[15]]).toEqual([
    "2000",
    formatDate(lastDayOfMonth(month)),
    "売掛金",
    `補助${id}`,
    "33000",
    "売上高",
    "33000",
    "3000",
  ]);
  await expectSaid(page, "1件の明細書を出力しました。");
  await expect(preview.getByRole("rowheader", { name: organizationName })).toContainText(
    "出力済み",
  );
  expect(await read("もう一度出力", "もう一度出力する")).toEqual([row]);
  await expect(page.getByRole("region", { name: "出力の履歴" }).getByRole("row")).toHaveCount(3);
});
