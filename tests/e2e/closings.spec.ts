import {
  addMonths,
  firstDayOfMonth,
  formatMonthJa,
  monthOf,
  tokyoDate,
} from "../../domain/text/dates.ts";
import { createContract } from "./support/api.ts";
import { enterAt, tabTo } from "./support/keyboard.ts";
import { openContracts, SYSTEM_ADMIN_STATE } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

test.use({ storageState: SYSTEM_ADMIN_STATE, colorScheme: "dark" });

const first = addMonths(firstDayOfMonth(monthOf(tokyoDate(new Date()))), -1);
const month = monthOf(first);

/** How many sheets a PDF file has. */
const sheetsOf = (pdf: Buffer) => pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length;

test("a system admin's month end: closed by keyboard, printed on one sheet, closed again", async ({
  page,
}) => {
  await openContracts(page);
  const { organizationId, organizationName, contractId } = await createContract(page, {
    startDate: first,
  });

  await page.goto("/admin");
  const ahead = page.getByRole("link", { name: `締める契約を見る（${formatMonthJa(month)}）` });
  await expect(ahead).toBeVisible();
  await enterAt(page, ahead);
  await expect(page.getByRole("heading", { level: 1, name: "月次の締め" })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/admin/closings/${month}`));

  const filter = new URLSearchParams({ filter: JSON.stringify({ organizationId }) });
  await page.goto(`/admin/closings/${month}?${filter}`);
  const row = page.getByRole("row", { name: new RegExp(organizationName) });
  await expect(row).toContainText("利用なし");
  await tabTo(page, page.getByRole("checkbox", { name: organizationName }));
  await page.keyboard.press("Space");
  const bar = page.getByRole("region", { name: "選択した項目の操作" });
  await expect(bar).toContainText("1件を選択中");
  await enterAt(page, bar.getByRole("button", { name: "締める", exact: true }));
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("確認事項がある契約が1件あります（利用なし1件）。");
  await enterAt(page, question.getByRole("button", { name: "締める" }));
  await expect(bar.getByRole("status")).toHaveText("1件の契約を締めました。");
  await expect(row).toContainText("締め済み 第1版");

  await row.getByRole("link", { name: `利用明細書（${organizationName}）` }).press("Enter");
  const paper = page.getByRole("article", { name: "利用明細書" });
  await expect(paper).toContainText(`${organizationName} 御中`);
  expect(sheetsOf(await page.pdf({ preferCSSPageSize: true }))).toBe(1);
  await page.emulateMedia({ media: "print" });
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await expect(paper.getByRole("heading", { name: "利用明細書" })).toHaveCSS(
    "color",
    "rgb(0, 0, 0)",
  );
  await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
  await page.emulateMedia({ media: "screen" });

  await page.goBack();
  await row.getByRole("button", { name: `再締め（${organizationName}）` }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "再締め" });
  await dialog.getByRole("textbox", { name: /再締めの理由/ }).fill("計上漏れのため");
  await dialog.getByRole("button", { name: "再締めする" }).press("Enter");
  await expect(row).toContainText("締め済み 第2版");

  await page.goto(`/admin/contracts/${contractId}/show`);
  await page.getByRole("link", { name: formatMonthJa(month), exact: true }).click();
  await expect(paper).toContainText(`${month.replace("-", "")}-${contractId}-2`);
  await expect(page.getByText("理由：計上漏れのため")).toBeVisible();
});

test("the days of a statement are a CSV file", async ({ page }) => {
  await openContracts(page);
  const origin = new URL(page.url()).origin;
  const contractId = 1;
  const path = `/admin/api/v1/contracts/${contractId}/statements/${month}`;
  if ((await page.request.get(path)).status() === 404) {
    const data = { month, contractIds: [contractId] };
    const answer = await page.request.post("/admin/api/v1/closings", { headers: { origin }, data });
    expect(answer.status()).toBe(200);
  }
  await page.goto(`/admin/contracts/${contractId}/statements/${month}`);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "明細CSVをダウンロード" }).click();
  expect((await download).suggestedFilename()).toContain(`利用明細書_${month}`);
});
