import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { imeOf } from "./support/keyboard.ts";
import { openContracts, SYSTEM_ADMIN_STATE } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

test.use({ storageState: SYSTEM_ADMIN_STATE });

const textbox = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });

test("a reading comes from what is typed, finds the organization and can be changed", async ({
  page,
}) => {
  const id = randomUUID().slice(0, 8);
  await openContracts(page);
  await page.getByRole("link", { name: "契約を追加" }).click();
  const ime = await imeOf(page);
  const convert = async (steps: string[], committed: string) => {
    for (const step of [...steps, committed]) await ime.compose(step);
    await ime.commit(committed);
  };

  await test.step("fills in the readings", async () => {
    await textbox(page, "組織名").focus();
    await convert(["k", "か", "かぶしきがいしゃ"], "株式会社");
    await convert(["な", "なぎさすいさn", "なぎさすいさん", "渚すいさん"], "渚水産");
    await expect(textbox(page, "組織名")).toHaveValue("株式会社渚水産");
    await expect(textbox(page, "組織名（フリガナ）")).toHaveValue("ナギサスイサン");
    await textbox(page, "管理者名").focus();
    await convert(["ひ", "ひが"], "比嘉");
    await page.keyboard.insertText("　");
    await convert(["ひかり"], "光");
    await expect(textbox(page, "管理者名（フリガナ）")).toHaveValue("ヒガ ヒカリ");
  });

  await test.step("leaves a changed one alone", async () => {
    await textbox(page, "管理者名（フリガナ）").fill("ひが ひかる");
    await textbox(page, "管理者名").focus();
    await page.keyboard.press("End");
    await convert(["いち"], "一");
    await expect(textbox(page, "管理者名（フリガナ）")).toHaveValue("ヒガ ヒカル");
  });

  await test.step("saves them", async () => {
    await textbox(page, "管理者メールアドレス").fill(`${id}＠example。com`);
    await page.getByLabel("開始月").fill("2026-04");
    await page.getByLabel("終了月").fill("2027-03");
    await page.getByRole("checkbox", { name: "件数を無制限にする" }).check();
    await page.getByRole("checkbox", { name: "時間を無制限にする" }).check();
    await page.getByRole("button", { name: "契約を追加" }).click();
    await expect(
      page.getByRole("heading", { level: 1, name: "株式会社渚水産 2026/04〜2027/03" }),
    ).toBeVisible();
    await expect(page.getByText("ナギサスイサン")).toBeVisible();
    await expect(page.getByText("ヒガ ヒカル")).toBeVisible();
    await expect(page.getByText(`${id}@example.com`, { exact: true })).toBeVisible();
  });

  await test.step("finds the organization by its reading", async () => {
    await page.getByRole("link", { name: "組織", exact: true }).click();
    await page.getByRole("searchbox", { name: "キーワード" }).fill("なぎさ");
    await page.getByRole("button", { name: "検索", exact: true }).click();
    await expect(page.getByText("株式会社渚水産").first()).toBeVisible();
  });
});
