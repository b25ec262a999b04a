import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { createContract } from "./support/api.ts";
import { CONTRACT_NAME, expectSaid } from "./support/contracts.ts";
import { enterAt, tabTo } from "./support/keyboard.ts";
import { openContracts, SYSTEM_ADMIN_STATE } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

test.use({ storageState: SYSTEM_ADMIN_STATE });

const dialog = (page: Page) => page.getByRole("dialog", { name: "利用の調整" });
const ledger = (page: Page) => page.getByRole("region", { name: "利用明細" });
const usage = (page: Page) => page.getByRole("region", { name: "利用の推移" });
const open = (page: Page) => page.getByRole("button", { name: "利用を調整" });

async function type(page: Page, name: RegExp, text: string) {
  await tabTo(page, dialog(page).getByRole("textbox", { name }));
  await page.keyboard.insertText(text);
}

test("use is corrected by keyboard, and stands in the ledger and in the chart", async ({
  page,
}) => {
  await openContracts(page);
  const { contractId } = await createContract(page);
  await page.goto(`/admin/contracts/${contractId}/show`);
  await expect(page.getByRole("heading", { level: 1, name: CONTRACT_NAME })).toBeVisible();
  await expect(open(page)).toBeVisible();

  await test.step("adds what was not counted", async () => {
    await enterAt(page, open(page));
    await expect(dialog(page)).toBeVisible();
    await tabTo(page, dialog(page).getByRole("radio", { name: "減らす" }));
    await page.keyboard.press("ArrowRight");
    await expect(dialog(page).getByRole("radio", { name: "増やす" })).toBeChecked();
    await type(page, /^件数/, "５件");
    await type(page, /^時間/, "1:30");
    await type(page, /^理由/, "計上漏れのため");
    await expect(
      dialog(page).getByRole("row", { name: "文字起こし時間 0分 1時間30分" }),
    ).toBeVisible();
    await expectAccessible(page, "adjustment");
    await page.keyboard.press("Enter");
    await expectSaid(page, "利用を調整しました。");
    await expect(page.getByText("5/100件")).toBeVisible();
    await expect(open(page)).toBeFocused();
  });

  await test.step("is told the most that can be taken away", async () => {
    await page.keyboard.press("Enter");
    await type(page, /^時間/, "1:30:01");
    await type(page, /^理由/, "取り消し");
    await page.keyboard.press("Enter");
    await expectSaid(page, "利用時間は1時間30分のため、減らせるのは1時間30分までです。");
    const time = dialog(page).getByRole("textbox", { name: /^時間/ });
    await expect(time).toBeFocused();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText("90");
    await page.keyboard.press("Enter");
    await expect(dialog(page)).toHaveCount(0);
  });

  await test.step("finds both in the ledger and in the chart", async () => {
    const rows = ledger(page).locator("tbody tr");
    await expect(rows).toHaveCount(2);
    await expect(rows.first()).toContainText("-1時間30分");
    await expect(rows.last()).toContainText("+5件");
    await expect(rows.last()).toContainText("計上漏れのため");
    for (const view of ["ワークスペース別", "累計"]) {
      await usage(page).getByRole("radio", { name: view }).focus();
      await page.keyboard.press("Space");
      await expect(usage(page).getByRole("img")).toBeVisible();
      await usage(page).getByText("数値を表で見る").click();
      await expectAccessible(page, `use over time, ${view}`);
    }
  });
});
