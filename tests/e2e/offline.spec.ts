import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { createContract } from "./support/api.ts";
import { search } from "./support/contracts.ts";
import { breakOff } from "./support/network.ts";
import { openContracts, people, SYSTEM_ADMIN_STATE } from "./support/people.ts";
import { staffApi } from "./support/staffApi.ts";
import { expect, test } from "./support/test.ts";
import { enterStaffArea } from "./support/workspaces.ts";

test.use({ brokenNetwork: true });

const NETWORK = "ネットワークエラーが発生しました。通信環境をご確認ください。";
const AWAY = "通信できません。回復すると表示を更新します。";
/** The API and /healthz: the server is away, but the page's files may be cached. */
const SERVER = /\/api\/|\/healthz/;

/** The bell has one as well, before it. */
const strip = (page: Page) => page.getByRole("banner").getByRole("status").last();
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const main = (page: Page) => page.getByRole("main");
const rows = (page: Page) => page.getByRole("table").locator("tbody tr");

const topOf = async (element: Locator) => (await element.boundingBox())?.y ?? Number.NaN;

async function bottomOf(element: Locator) {
  const box = await element.boundingBox();
  return box ? box.y + box.height : Number.NaN;
}

/** The result tells later whether the page stayed loaded. */
async function staysLoaded(page: Page) {
  await page.evaluate(() => Object.assign(window, { stays: true }));
  return () => page.evaluate(() => "stays" in window);
}

test.describe("in the admin area", () => {
  test.use({ storageState: SYSTEM_ADMIN_STATE });

  test("a screen that was never opened says so in the layout, and opens when the network is back", async ({
    page,
    context,
  }) => {
    await openContracts(page);
    const stayed = await staysLoaded(page);
    await context.setOffline(true);
    await page.getByRole("link", { name: "契約を追加" }).click();
    await expect(main(page)).toContainText(NETWORK);
    await expect(main(page).getByRole("button", { name: "再読み込み" })).toBeVisible();
    await expect(page.getByRole("link", { name: "組織", exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "ユーザーメニュー" })).toBeVisible();
    await expect(strip(page)).toHaveText(AWAY);

    await test.step("also by another way there, and a dialog is refused", async () => {
      await page.goBack();
      await expect(heading(page, "契約")).toBeVisible();
      await page.getByRole("button", { name: "CSVをダウンロード" }).click();
      await expect(page.getByRole("alert").getByText(NETWORK)).toBeVisible();
      await page.getByRole("button", { name: "閉じる" }).click();
      await page.getByRole("link", { name: "契約を追加" }).click();
      await expect(main(page)).toContainText(NETWORK);
    });

    await context.setOffline(false);
    await expect(heading(page, "契約の追加")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "管理者名", exact: true })).toBeEditable();
    await expect(strip(page)).toBeEmpty();
    expect(await stayed()).toBe(true);
  });

  test("the strip takes room above the page and covers nothing, in dark and on a phone too", async ({
    page,
  }) => {
    await openContracts(page);
    for (const [width, scheme] of [
      [1280, "light"],
      [1280, "dark"],
      [390, "dark"],
      [320, "light"],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme: scheme });
      const title = heading(page, "契約");
      const before = await topOf(title);
      const mend = await breakOff(page, SERVER);
      // An answer that was on its way says that the server is there.
      await expect(async () => {
        await page.evaluate(() => window.dispatchEvent(new Event("offline")));
        await expect(strip(page)).toHaveText(AWAY, { timeout: 1_000 });
      }).toPass();
      const height = (await strip(page).boundingBox())?.height ?? 0;
      expect(height).toBeGreaterThan(0);
      expect(await topOf(title)).toBe(before + height);
      expect(await bottomOf(strip(page))).toBeLessThan(await topOf(title));
      if (width > 720) {
        const home = page.getByRole("link", { name: "ホーム" });
        expect(await bottomOf(strip(page))).toBeLessThan(await topOf(home));
      }
      const fits = await strip(page)
        .locator("p")
        .evaluate((text) => text.scrollWidth <= text.clientWidth);
      expect(fits, `the sentence fits at ${width}`).toBe(true);
      if (width === 320) await expectAccessible(page, "without a network");
      mend();
      await expect(strip(page)).toBeEmpty();
      await page.unroute(SERVER);
    }
  });

  test("what could not be read comes by itself, and input stays", async ({ page }) => {
    await openContracts(page);
    const { contractId, organizationName } = await createContract(page);
    const memo = page.getByRole("textbox", { name: "メモ" });

    await test.step("a page of a list", async () => {
      const mend = await breakOff(page, SERVER);
      await page.getByRole("navigation", { name: "ページ送り" }).getByText("次へ").click();
      await expect(page.getByRole("table")).toContainText(NETWORK);
      await expect(rows(page).getByRole("link")).toHaveCount(0);
      await expect(strip(page)).toHaveText(AWAY);
      await expect(page).toHaveURL(/page=2/);
      mend();
      await expect(rows(page).getByRole("link")).toHaveCount(10);
      await expect(page.getByText(NETWORK)).toBeHidden();
      await expect(strip(page)).toBeEmpty();
      await page.unroute(SERVER);
    });

    await test.step("a form that is opened", async () => {
      const mend = await breakOff(page, SERVER);
      await page.goto(`/admin/contracts/${contractId}`);
      await expect(main(page)).toContainText(NETWORK);
      mend();
      await expect(main(page).getByText(organizationName).first()).toBeVisible();
      await page.unroute(SERVER);
    });

    await test.step("while what is typed stays", async () => {
      await memo.fill("まだ保存していないメモ");
      const mend = await breakOff(page, SERVER);
      await page.getByRole("button", { name: "保存", exact: true }).click();
      await expect(strip(page)).toHaveText(AWAY);
      mend();
      await expect(strip(page)).toBeEmpty();
      await expect(memo).toHaveValue("まだ保存していないメモ");
    });
  });
});

test("offline, the staff area keeps what it shows, and goes on when it is back", async ({
  page,
  context,
  request,
}) => {
  const { dictionaryId } = await (
    await staffApi(request, people.dictionaryAdmin)
  ).createDictionary();
  await enterStaffArea(page, people.dictionaryAdmin);
  const stayed = await staysLoaded(page);

  await test.step("with a list that is opened meanwhile", async () => {
    await context.setOffline(true);
    await expect(strip(page)).toHaveText(AWAY);
    await page.getByRole("link", { name: "辞書", exact: true }).click();
    await expect(main(page)).toContainText(NETWORK);
    await context.setOffline(false);
    await expect(heading(page, "辞書")).toBeVisible();
    await search(page, "テスト1");
    await expect(rows(page).first()).toContainText("テスト1");
    expect(await stayed()).toBe(true);
  });

  await test.step("with a word that is typed meanwhile, which is saved then", async () => {
    await page.goto(`/dictionaries/${dictionaryId}`);
    await page.getByRole("button", { name: "単語を追加" }).click();
    await context.setOffline(true);
    await page.keyboard.insertText("心電図");
    await page.keyboard.press("Tab");
    await page.keyboard.insertText("しんでんず");
    await page.keyboard.press("Enter");
    await expect(page.getByText(/^保存していない入力が1件/)).toBeVisible();
    await expect(strip(page)).toHaveText(AWAY);
    await context.setOffline(false);
    await expect(page.getByText(/^保存していない入力が1件/)).toHaveCount(0);
    await expect(page.getByText("全1件")).toBeVisible();
    await expect(page.getByRole("gridcell", { name: "心電図", exact: true })).toHaveCount(1);
  });
});
