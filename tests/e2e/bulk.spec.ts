import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import {
  addMonths,
  firstDayOfMonth,
  lastDayOfMonth,
  monthOf,
  tokyoDate,
} from "../../domain/text/dates.ts";
import { rows, search } from "./support/contracts.ts";
import { openContracts, SYSTEM_ADMIN_STATE } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible();
  for (let pressed = 0; pressed < 60; pressed += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("Tab does not lead there");
}

test.describe("a system admin", () => {
  test.use({ storageState: SYSTEM_ADMIN_STATE });

  test("renews the contracts of this year by keyboard alone, and takes it back", async ({
    page,
  }) => {
    await openContracts(page);
    const tag = randomUUID().slice(0, 8);
    const first = firstDayOfMonth(monthOf(tokyoDate(new Date())));
    const period = { startDate: first, endDate: lastDayOfMonth(monthOf(addMonths(first, 11))) };
    const names = ["甲社", "乙社"].map((name) => `${tag}${name}`);
    for (const [n, organizationName] of names.entries()) {
      const answer = await page.request.post("/admin/api/v1/contracts", {
        headers: { origin: new URL(page.url()).origin },
        data: {
          ...{ organizationName, adminName: "髙橋 花子", ...period },
          adminEmail: `${tag}-${n}@customer.example.com`,
          ...{ maxTranscriptCount: 1000, maxTranscriptMinutes: null },
        },
      });
      expect(answer.status(), await answer.text()).toBe(201);
    }
    await search(page, tag);
    await expect(rows(page)).toHaveCount(2);
    await tabTo(page, page.getByRole("checkbox", { name: new RegExp(`^${names[0]} `) }));
    await page.keyboard.press("Space");
    await tabTo(page, page.getByRole("checkbox", { name: new RegExp(`^${names[1]} `) }));
    await page.keyboard.press("Shift+Space");
    const bar = page.getByRole("region", { name: "選択した項目の操作" });
    await expect(bar).toContainText("2件を選択中");
    await tabTo(page, bar.getByRole("button", { name: "次期契約を作成" }));
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("alertdialog", { name: "次期契約の作成" });
    await expect(dialog).toContainText("以下の2件の契約の次期契約を作成しますか？");
    await tabTo(page, dialog.getByRole("button", { name: "次期契約を作成" }));
    await page.keyboard.press("Enter");
    await expect(bar.getByRole("status")).toHaveText("2件の次期契約を作成しました。");
    await expect(rows(page)).toHaveCount(4);
    await tabTo(page, bar.getByRole("button", { name: "元に戻す" }));
    await page.keyboard.press("Enter");
    await expect(bar.getByRole("status")).toHaveText("元に戻しました。");
    await expect(rows(page)).toHaveCount(2);
  });
});
