import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { tokyoDate } from "../../domain/text/dates.ts";
import { createContract } from "./support/api.ts";
import { CONTRACT_NAME, expectSaid } from "./support/contracts.ts";
import {
  countSubmissions,
  enterAt,
  expectFocusWithin,
  expectVisibleFocus,
  hasFocus,
  imeOf,
  tabTo,
} from "./support/keyboard.ts";
import { openContracts, SYSTEM_ADMIN_STATE } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

const textbox = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true });

async function type(page: Page, name: string, text: string) {
  await tabTo(page, textbox(page, name));
  await page.keyboard.insertText(text);
}

async function typeMonth(page: Page, name: string, month: string) {
  await tabTo(page, page.getByLabel(name));
  await page.keyboard.type(month.replace("-", ""));
  await expect(page.getByLabel(name)).toHaveValue(month);
}

test.describe("without a mouse", () => {
  test.use({ storageState: SYSTEM_ADMIN_STATE });

  test("a contract is created, ended and kept from deletion", async ({ page }) => {
    const id = randomUUID().slice(0, 8);
    const [year] = tokyoDate(new Date()).split("-");
    await openContracts(page);

    await test.step("passes over what stands on every page", async () => {
      await page.keyboard.press("Tab");
      await expect(link(page, "本文へ移動")).toBeFocused();
      await expect(link(page, "本文へ移動")).toBeInViewport();
      await page.keyboard.press("Enter");
      await page.keyboard.press("Tab");
      await expectFocusWithin(page.getByRole("main"));
    });

    await test.step("fills in the form", async () => {
      await enterAt(page, link(page, "契約を追加"));
      await expect(page.getByRole("heading", { level: 1, name: "契約の追加" })).toBeVisible();
      await expect(page.getByRole("main")).toBeFocused();
      const [fresh, existing] = ["新しい組織", "既存の組織"].map((name) =>
        page.getByRole("radio", { name }),
      );
      if (!fresh || !existing) throw new Error("unreachable");
      await tabTo(page, fresh);
      await page.keyboard.press("ArrowRight");
      await expect(existing).toBeChecked();
      await expect(page.getByRole("combobox", { name: "組織" })).toBeVisible();
      await page.keyboard.press("ArrowLeft");
      await expect(fresh).toBeChecked();
      await type(page, "組織名", `鍵盤商事${id}`);
      await type(page, "管理者名", "鍵盤 花子");
      await type(page, "管理者メールアドレス", `${id}@keyboard.example.com`);
      await typeMonth(page, "開始月", `${year}-01`);
      await typeMonth(page, "終了月", `${year}-12`);
      await type(page, "文字起こし上限件数", "１２００");
      await tabTo(page, page.getByRole("checkbox", { name: "時間を無制限にする" }));
      await page.keyboard.press("Space");
      await expect(textbox(page, "文字起こし上限時間（分）")).toBeDisabled();
    });

    await test.step("saves it, and is on the new page", async () => {
      await tabTo(page, button(page, "契約を追加"));
      await page.keyboard.press("Space");
      await expect(page.getByRole("heading", { level: 1, name: CONTRACT_NAME })).toBeVisible();
      await expect(page.getByRole("main")).toBeFocused();
      await expect(page.getByText(`${year}/12/31`).first()).toBeVisible();
      await expect(page.getByText("1,200件").first()).toBeVisible();
    });

    const dialog = page.getByRole("dialog", { name: "契約の解約" });
    await test.step("opens the dialog, stays in it, and comes back where it was", async () => {
      await enterAt(page, button(page, "操作"));
      await enterAt(page, button(page, "解約する"));
      await expect(dialog).toBeVisible();
      await expectFocusWithin(dialog);
      for (let stop = 0; stop < 12; stop += 1) {
        await page.keyboard.press(stop < 6 ? "Tab" : "Shift+Tab");
        await expectVisibleFocus(page);
        await expectFocusWithin(dialog);
      }
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await expect(button(page, "操作")).toBeFocused();
    });

    await test.step("ends the contract", async () => {
      await page.keyboard.press("Enter");
      await enterAt(page, button(page, "解約する"));
      await expect(dialog).toBeVisible();
      await tabTo(page, dialog.getByRole("textbox", { name: "解約理由" }));
      await page.keyboard.insertText("事業終了のため");
      await page.keyboard.press("Enter");
      await expect(dialog).toBeHidden();
      await expect(page.getByText("事業終了のため")).toBeVisible();
      await expect(button(page, "操作")).toBeFocused();
    });

    await test.step("thinks better of deleting it", async () => {
      await page.keyboard.press("Enter");
      await enterAt(page, button(page, "削除する"));
      const confirmation = page.getByRole("alertdialog", { name: "契約の削除" });
      await expect(confirmation.getByRole("button", { name: "キャンセル" })).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(confirmation).toBeHidden();
      await expect(button(page, "操作")).toBeFocused();
    });
  });

  test("the user menu and the personal settings open, move and close", async ({ page }) => {
    await openContracts(page);
    await enterAt(page, button(page, "ユーザーメニュー"));
    await expect(page.getByRole("menuitem", { name: "個人設定" })).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("menuitem", { name: "ログアウト" })).toBeFocused();
    await expectVisibleFocus(page);
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("menuitem", { name: "個人設定" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toBeHidden();
    await expect(button(page, "ユーザーメニュー")).toBeFocused();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "個人設定" });
    await expect(dialog.getByRole("button", { name: "編集" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(dialog.getByLabel(/^新しいパスワード\*$/)).toBeFocused();
    await enterAt(page, dialog.getByRole("button", { name: "キャンセル" }));
    await expect(dialog.getByRole("button", { name: "編集" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(button(page, "ユーザーメニュー")).toBeFocused();
  });

  test("the pager and the months of use end on a button that works", async ({ page }) => {
    await openContracts(page, "?sort=contractId&order=ASC");
    const first = await page.getByRole("table").locator("tbody tr a").first().getAttribute("href");
    const pager = page.getByRole("navigation", { name: "ページ送り" });
    const next = pager.getByRole("button", { name: "次へ" });
    await tabTo(page, next);
    while (await next.isEnabled()) {
      await page.keyboard.press("Enter");
      await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "false");
    }
    await expectFocusWithin(pager);

    await page.goto(first ?? "");
    await page.getByRole("combobox", { name: "集計方法" }).selectOption("日別");
    const earlier = button(page, "前の月");
    await expect(earlier).toBeEnabled();
    await tabTo(page, earlier);
    while (await earlier.isEnabled()) await page.keyboard.press("Enter");
    await expect(button(page, "次の月")).toBeFocused();
  });

  test("what the server refuses leaves the focus where work goes on", async ({ page }) => {
    await openContracts(page);
    const { contractId } = await createContract(page);
    await page.route(/\/admin\/api\/v1\/contracts\/\d+/, (route) =>
      route.request().method() === "GET" ? route.fallback() : route.fulfill({ status: 503 }),
    );
    await page.route(/\/terminate$/, (route) => route.fulfill({ status: 503 }));
    await page.goto(`/admin/contracts/${contractId}/show`);
    await expect(button(page, "操作")).toBeVisible();

    await test.step("in a dialog with a form", async () => {
      await enterAt(page, button(page, "操作"));
      await enterAt(page, button(page, "解約する"));
      const dialog = page.getByRole("dialog", { name: "契約の解約" });
      await expect(dialog).toBeVisible();
      await tabTo(page, dialog.getByRole("textbox", { name: "解約理由" }));
      await page.keyboard.insertText("事業終了のため");
      await enterAt(page, dialog.getByRole("button", { name: "解約する" }));
      await expect(dialog.getByText("処理に失敗しました。")).toBeVisible();
      await expect(dialog.getByRole("button", { name: "解約する" })).toBeFocused();
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await expect(button(page, "操作")).toBeFocused();
    });

    await test.step("in a confirmation", async () => {
      await page.keyboard.press("Enter");
      await enterAt(page, button(page, "削除する"));
      const dialog = page.getByRole("alertdialog", { name: "契約の削除" });
      await expect(dialog).toBeVisible();
      await enterAt(page, dialog.getByRole("button", { name: "削除する" }));
      await expect(dialog.getByText("契約削除に失敗しました。")).toBeVisible();
      await expect(dialog.getByRole("button", { name: "削除する" })).toBeFocused();
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await expect(button(page, "操作")).toBeFocused();
    });

    await test.step("in a form", async () => {
      // The form shows at once and reads the contract again. The stream of changes is never idle.
      const read = page.waitForResponse(new RegExp(`/contracts/${contractId}$`));
      await enterAt(page, link(page, "編集"));
      await expect(button(page, "保存")).toBeVisible();
      await read;
      await type(page, "管理者名", "鍵盤 太郎");
      await enterAt(page, button(page, "保存"));
      await expect(page.getByText("処理に失敗しました。").first()).toBeVisible();
      await expect(button(page, "保存")).toBeFocused();
    });

    await test.step("asking before the input is lost", async () => {
      const cancel = link(page, "キャンセル");
      await cancel.focus();
      await page.keyboard.press("Enter");
      const question = page.getByRole("alertdialog", { name: "保存していない変更" });
      await expect(question.getByRole("button", { name: "編集を続ける" })).toBeFocused();
      await page.keyboard.press("Escape");
      await expect(question).toBeHidden();
      await expect(cancel).toBeFocused();
    });
  });

  test("the Enter that ends a conversion submits nothing", async ({ page }) => {
    await openContracts(page);
    const { contractId } = await createContract(page);
    const ime = await imeOf(page);

    async function convert(confirmed: string, pressConfirm: () => Promise<unknown>) {
      await ime.compose("てすと");
      await pressConfirm();
      await ime.commit(confirmed);
      await ime.pressLateEnter();
    }

    await test.step("in the search", async () => {
      const submissions = await countSubmissions(page);
      await page.getByRole("searchbox", { name: "キーワード" }).focus();
      await convert("髙橋", () => page.keyboard.press("Enter"));
      expect(await submissions()).toBe(0);
      await page.keyboard.press("Enter");
      expect(await submissions()).toBe(1);
      await expect(page).toHaveURL(/filter=/);
    });

    await test.step("in a form", async () => {
      await page.goto("/admin/contracts/create");
      const submissions = await countSubmissions(page);
      await textbox(page, "組織名").focus();
      await convert("髙橋商事", () => page.keyboard.press("Enter"));
      expect(await submissions()).toBe(0);
      await expect(page.getByText("入力内容に不備があります。")).toBeHidden();
      await page.keyboard.press("Enter");
      expect(await submissions()).toBe(1);
      await expectSaid(page, "入力内容に不備があります。");
      await expect(textbox(page, "組織名")).toHaveValue("髙橋商事");
    });

    await test.step("in a field that offers choices", async () => {
      await page.getByRole("radio", { name: "既存の組織" }).check();
      const submissions = await countSubmissions(page);
      await page.getByRole("combobox", { name: "組織" }).focus();
      await convert("デモ株式会社", () => page.keyboard.press("Enter"));
      await expect(page.getByRole("option").first()).toBeVisible();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("option")).toHaveCount(0);
      expect(await submissions()).toBe(0);
    });

    await test.step("in a dialog, where Esc ends the conversion first", async () => {
      await page.goto(`/admin/contracts/${contractId}/show`);
      const submissions = await countSubmissions(page);
      await button(page, "操作").click();
      await button(page, "解約する").click();
      const dialog = page.getByRole("dialog", { name: "契約の解約" });
      await dialog.getByRole("textbox", { name: "解約理由" }).focus();
      await convert("終了", () => page.keyboard.press("Enter"));
      expect(await submissions()).toBe(0);
      await ime.compose("てすと");
      await page.keyboard.press("Escape");
      await ime.commit("");
      await page.keyboard.press("Tab");
      await expect(dialog).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
    });
  });
});

test("the sign-in page works by keyboard, and waits for the end of a conversion", async ({
  page,
}) => {
  await page.goto("/app/login");
  const email = page.getByLabel("メールアドレス", { exact: true });
  await expect(email).toBeVisible();
  if (!(await hasFocus(email))) await tabTo(page, email);
  const submissions = await countSubmissions(page);
  const ime = await imeOf(page);
  await ime.compose("てすと");
  await page.keyboard.press("Enter");
  await ime.commit("test");
  await ime.pressLateEnter();
  expect(await submissions()).toBe(0);
  await page.keyboard.press("Enter");
  expect(await submissions()).toBe(1);
  await expect(page.getByText("パスワードを入力してください。")).toBeVisible();
  await expectVisibleFocus(page);
});
