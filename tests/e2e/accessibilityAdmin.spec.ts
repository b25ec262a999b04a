import { button, closeDialog, expectAccessible, heading, open } from "./support/accessibility.ts";
import { createContract, terminateContract } from "./support/api.ts";
import { CONTRACT_EDIT, CONTRACT_NAME, expectSaid, search } from "./support/contracts.ts";
import { openContracts, SYSTEM_ADMIN_STATE } from "./support/people.ts";
import { expectRefusals } from "./support/refusedRequests.ts";
import { expect, test } from "./support/test.ts";
import { newName } from "./support/workspaces.ts";

test.use({ storageState: SYSTEM_ADMIN_STATE });

test("contract list and its dialogs", async ({ page }) => {
  await openContracts(page);
  await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "false");
  await expectAccessible(page, "contract list");
  await page.route(/contracts\/export/, () => {});
  await button(page, "CSVをダウンロード").click();
  await expect(page.getByRole("dialog", { name: "CSVのダウンロード" })).toBeVisible();
  await expectAccessible(page, "CSV dialog");
  await closeDialog(page);
  await search(page, "存在しない組織名");
  await expect(page.getByText("データがありません。")).toBeVisible();
  await expectAccessible(page, "contract list, empty");
  await page.route("**/admin/api/v1/contracts?*", (route) => route.fulfill({ status: 503 }));
  await page.reload();
  await expect(page.getByText("エラーが発生しました。")).toBeVisible();
  await expectAccessible(page, "contract list, failed");
});

test("contract create", async ({ page }) => {
  await open(page, "/admin/contracts/create", "契約の追加");
  await expectAccessible(page, "contract create");
  await button(page, "契約を追加").click();
  await expect(page.getByText("入力内容に不備があります。")).toBeVisible();
  await expectAccessible(page, "contract create, refused");
  await page.getByRole("radio", { name: "既存の組織" }).check();
  await page.getByRole("combobox", { name: "組織" }).fill("デモ");
  await expect(page.getByRole("option").first()).toBeVisible();
  await expectAccessible(page, "contract create, choosing an organization");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "契約一覧に戻る" }).click();
  await expect(page.getByRole("alertdialog", { name: "保存していない変更" })).toBeVisible();
  await expectAccessible(page, "unsaved input");
});

test("a contract and its dialogs", async ({ page }) => {
  await openContracts(page);
  const { contractId } = await createContract(page);
  await open(page, `/admin/contracts/${contractId}/show`, CONTRACT_NAME);
  await expectAccessible(page, "contract detail");
  await button(page, "操作").click();
  await expectAccessible(page, "contract detail, actions");
  await page.getByRole("button", { name: "解約する" }).click();
  await expect(page.getByRole("dialog", { name: "契約の解約" })).toBeVisible();
  await expectAccessible(page, "terminate dialog");
  await closeDialog(page);
  await button(page, "操作").click();
  await page.getByRole("button", { name: "削除する" }).click();
  await expect(page.getByRole("alertdialog", { name: "契約の削除" })).toBeVisible();
  await expectAccessible(page, "delete dialog");
  await closeDialog(page);

  await test.step("adjusting its use, which charts and the ledger show", async () => {
    await button(page, "利用を調整").click();
    const dialog = page.getByRole("dialog", { name: "利用の調整" });
    await dialog.getByRole("radio", { name: "増やす" }).check();
    await dialog.getByRole("textbox", { name: /^件数/ }).fill("５件");
    await dialog.getByRole("textbox", { name: /^理由/ }).fill("計上漏れのため");
    await expectAccessible(page, "adjustment");
    await dialog.getByRole("textbox", { name: /^理由/ }).press("Enter");
    await expectSaid(page, "利用を調整しました。");
    await expect(page.getByText("5/100件")).toBeVisible();
    await expect(page.getByRole("region", { name: "利用明細" }).locator("tbody tr")).toHaveCount(1);
    const usage = page.getByRole("region", { name: "利用の推移" });
    for (const view of ["月別", "月別（ワークスペース別）", "累計"]) {
      await usage.getByRole("combobox", { name: "集計方法" }).selectOption(view);
      await expect(usage.getByRole("img")).toBeVisible();
      await usage.getByText("数値を表で見る").click();
      await expectAccessible(page, `use over time, ${view}`);
    }
  });
});

test("a contract that is edited too late, and one with use of months", async ({ page }) => {
  expectRefusals("412 PATCH /admin/api/v1/contracts/{id}");
  await openContracts(page);
  const { contractId } = await createContract(page);

  await test.step("editing it, too late", async () => {
    await open(page, `/admin/contracts/${contractId}`, CONTRACT_EDIT);
    await expectAccessible(page, "contract edit");
    await page.getByRole("textbox", { name: "管理者名", exact: true }).fill("編集 太郎");
    await terminateContract(page, contractId);
    await button(page, "保存").click();
    await expect(button(page, "自分の変更を適用し直す")).toBeVisible();
    await expectAccessible(page, "contract edit, stale");
  });

  await test.step("taking its termination back", async () => {
    await open(page, `/admin/contracts/${contractId}/show`, CONTRACT_NAME);
    await button(page, "操作").click();
    await page.getByRole("button", { name: "解約を取り消す" }).click();
    await expect(page.getByRole("dialog", { name: "解約の取り消し" })).toBeVisible();
    await expectAccessible(page, "reinstate dialog");
  });

  await test.step("with the use of months", async () => {
    await openContracts(page, "?sort=contractId&order=ASC");
    await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "false");
    await page.getByRole("table").locator("tbody tr a").first().click();
    await expect(heading(page, CONTRACT_NAME)).toBeVisible();
    await page.getByText("数値を表で見る").click();
    await expect(page.getByRole("table", { name: /推移/ })).toBeVisible();
    await expectAccessible(page, "usage");
  });
});

test("audit log", async ({ page }) => {
  await openContracts(page);
  const { contractId } = await createContract(page, { organizationName: newName("監査商事") });
  await open(page, "/admin/audit-events", "操作ログ");
  await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "false");
  await expectAccessible(page, "audit log");
  await button(page, /の詳細$/)
    .first()
    .click();
  await expect(page.getByRole("dialog", { name: "操作の詳細" })).toBeVisible();
  await expectAccessible(page, "event of the audit log");
  await page.keyboard.press("Escape");
  await button(page, "改ざん検知の記録").click();
  await expect(page.getByRole("dialog", { name: "改ざん検知の記録" })).toBeVisible();
  await expectAccessible(page, "seals of the audit log");
  await page.goto(`/admin/contracts/${contractId}/show`);
  await button(page, "変更履歴を表示").click();
  await expect(page.getByRole("button", { name: "この時点の内容" })).toBeVisible();
  await expectAccessible(page, "history of a contract");
  await button(page, "この時点の内容").click();
  await expect(page.getByRole("dialog", { name: /の内容$/ })).toBeVisible();
  await expectAccessible(page, "a contract as it was");
});

test("home and alerts", async ({ page }) => {
  await test.step("home", async () => {
    await open(page, "/admin", "ホーム");
    await expect(page.getByText("読み込み中...")).toHaveCount(0);
    await expectAccessible(page, "admin home");
  });

  await test.step("alerts", async () => {
    await page.getByRole("button", { name: "アラートを開く" }).click();
    const panel = page.getByRole("dialog", { name: "アラート" });
    await expect(panel.getByRole("listitem").first()).toBeVisible();
    await expectAccessible(page, "alert panel");
    await open(page, "/admin/alerts", "アラート");
    await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "false");
    await expectAccessible(page, "alerts");
  });
});

test("organizations and users", async ({ page }) => {
  await test.step("organizations", async () => {
    await open(page, "/admin/organizations", "組織");
    await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "false");
    await expectAccessible(page, "organization list");
    await button(page, "ビュー").click();
    await expectAccessible(page, "menu of views");
    await page.getByRole("menuitem", { name: "現在の条件を保存" }).click();
    const dialog = page.getByRole("dialog", { name: "ビュー" });
    await dialog.getByLabel("ビュー名").fill(newName("組織"));
    await dialog.getByLabel("ビュー名").press("Enter");
    await expect(
      dialog.getByRole("button", { name: /^ビュー「.+」の操作$/ }).first(),
    ).toBeVisible();
    await expectAccessible(page, "the views of a list");
    await closeDialog(page);
    await page.getByRole("table").locator("tbody tr a").first().click();
    await expect(page.getByRole("list", { name: "契約期間の一覧（新しい順）" })).toBeVisible();
    await expect(page.getByText("読み込み中...")).toHaveCount(0);
    await expectAccessible(page, "organization");
    await page.getByRole("link", { name: "組織名を編集" }).click();
    await expect(page.getByRole("dialog", { name: "組織名の編集" })).toBeVisible();
    await expectAccessible(page, "organization name");
  });

  await test.step("users", async () => {
    await open(page, "/admin/users", "利用者");
    await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "false");
    await expectAccessible(page, "user list");
    await page.getByRole("table").locator("tbody tr a").first().click();
    await expect(page.getByRole("region", { name: "ログイン" })).toBeVisible();
    await expectAccessible(page, "user detail");
    await page.getByRole("link", { name: "編集", exact: true }).click();
    await expect(heading(page, /の編集$/)).toBeVisible();
    await expectAccessible(page, "user edit");
    await open(page, "/admin/users/create", "利用者の招待");
    await expectAccessible(page, "user create");
    await button(page, "招待メールを送信").click();
    await expect(page.getByText("入力内容に不備があります。")).toBeVisible();
    await expectAccessible(page, "user create, refused");
  });
});

test("service keys", async ({ page }) => {
  await open(page, "/admin/service-keys", "サービスキー");
  await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "false");
  await expectAccessible(page, "service key list");
  await page.getByRole("button", { name: "サービスキーを発行" }).first().click();
  await page.getByRole("checkbox", { name: "利用実績の報告" }).uncheck();
  await button(page, "発行する").click();
  await expect(page.getByText("名前を入力してください。")).toBeVisible();
  await expectAccessible(page, "service key create, refused");
  await page.getByRole("textbox", { name: "名前" }).fill("照会用");
  await button(page, "発行する").click();
  await expect(button(page, "サービスキーをコピー")).toBeVisible();
  await expectAccessible(page, "service key created");
  await page.getByRole("alertdialog").getByRole("button", { name: "閉じる" }).last().click();
  await button(page, "照会用を失効させる").click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await expectAccessible(page, "service key revoke");
  await closeDialog(page);
  await expectAccessible(page, "service key list with a key");
});

test("user menu, personal settings and the menu of a phone", async ({ page }) => {
  await openContracts(page);
  await button(page, "ユーザーメニュー").click();
  await expect(page.getByRole("menu")).toBeVisible();
  await expectAccessible(page, "user menu");
  await page.getByRole("menuitem", { name: "個人設定" }).click();
  const dialog = page.getByRole("dialog", { name: "個人設定" });
  await expect(dialog.getByRole("region", { name: "ログイン中の端末" })).toContainText("この端末");
  await expectAccessible(page, "personal settings");
  await dialog.getByRole("button", { name: "編集" }).click();
  await dialog.getByRole("button", { name: "変更を適用" }).click();
  await expect(dialog.getByText("パスワードを入力してください。", { exact: true })).toBeVisible();
  await expectAccessible(page, "personal settings, refused");

  await test.step("on a phone", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/admin/organizations");
    await button(page, "メニューを開く").click();
    const menu = page.getByRole("navigation", { name: "メインメニュー" });
    await expect(menu.getByRole("link").first()).toBeFocused();
    await expectAccessible(page, "drawer");
    await page.setViewportSize({ width: 390, height: 844 });
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
    await expect(button(page, "メニューを開く")).toBeFocused();
  });
});
