import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { createContract, terminateContract } from "./support/api.ts";
import { CONTRACT_EDIT, CONTRACT_NAME, search } from "./support/contracts.ts";
import {
  beginEditing,
  breakLock,
  createDictionary,
  expectHeldBy,
  expectReadOnly,
  expectRowHeldBy,
  nameField,
  openDictionaries,
  openDictionary,
} from "./support/dictionaries.ts";
import { chooseFile, chooseMode, importResult, openImport } from "./support/imports.ts";
import { openContracts, people, SYSTEM_ADMIN_STATE, signIn } from "./support/people.ts";
import { staffApi } from "./support/staffApi.ts";
import { expect, test } from "./support/test.ts";
import {
  editMembers,
  enterStaffArea,
  GONE,
  inOwnBrowser,
  newName,
  switcher,
  takeOutMember,
} from "./support/workspaces.ts";

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { level: 1, name });
const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: true });

async function open(page: Page, path: string, title: string | RegExp) {
  await page.goto(path);
  await expect(heading(page, title)).toBeVisible();
  await expect(page.getByText("読み込み中...")).toHaveCount(0);
}

async function closeDialog(page: Page) {
  await page.keyboard.press("Escape");
  await expect(page.locator("[aria-modal]")).toHaveCount(0);
}

test.describe("nobody signed in", () => {
  test("sign-in page", async ({ page }) => {
    await open(page, "/app/login", "ログイン");
    await expectAccessible(page, "sign-in");
    await signIn(page, people.staff, "wrong-password");
    await expect(page.getByRole("alert")).toBeVisible();
    await expectAccessible(page, "sign-in, refused");
    await page.getByRole("button", { name: "パスワードをお忘れの方" }).click();
    await expect(heading(page, "パスワードの再設定")).toBeVisible();
    await expectAccessible(page, "reset mail");
    await page.getByLabel("メールアドレス").fill(people.staff);
    await button(page, "再設定メールを送信").click();
    await expect(page.getByText("メールの送信を受け付けました。")).toBeVisible();
    await expectAccessible(page, "reset mail, sent");
  });

  test("staff home", async ({ page }) => {
    await page.goto("/");
    await signIn(page, people.organizationAdmin);
    await expect(heading(page, "ホーム")).toBeVisible();
    await expect(page.getByText("読み込み中...")).toHaveCount(0);
    await expectAccessible(page, "staff home");
    await open(page, "/nowhere", "ページが見つかりません。");
    await expectAccessible(page, "not found");
  });
});

test("members", async ({ page }) => {
  await page.goto("/users");
  await signIn(page, people.organizationAdmin);
  await expect(heading(page, "メンバー")).toBeVisible();
  await expect(page.getByRole("switch").first()).toBeVisible();
  await expectAccessible(page, "member list");
  await page.getByRole("table").getByRole("checkbox").nth(1).check();
  const bar = page.getByRole("region", { name: "選択した項目の操作" });
  await expect(bar).toContainText("1件を選択中");
  await expectAccessible(page, "chosen members");
  await bar.getByRole("button", { name: "ワークスペースに追加" }).click();
  await expect(page.getByRole("alertdialog", { name: "ワークスペースへの追加" })).toBeVisible();
  await expectAccessible(page, "question about chosen members");
  await closeDialog(page);
  await bar.getByRole("button", { name: "選択を解除" }).click();
  await page.getByRole("table").locator("tbody tr a").first().click();
  await expect(heading(page, /の編集$/)).toBeVisible();
  await expectAccessible(page, "member edit");
  await button(page, "無効にする").click();
  await expect(page.getByRole("alertdialog", { name: "アカウントの無効化" })).toBeVisible();
  await expectAccessible(page, "disable dialog");
  await closeDialog(page);
  await open(page, "/users/create", "メンバーの招待");
  await expectAccessible(page, "member create");
});

test("workspaces", async ({ page }) => {
  await enterStaffArea(page, people.organizationAdmin);
  await switcher(page).click();
  await expect(page.getByRole("listbox", { name: "ワークスペース" })).toBeVisible();
  await expectAccessible(page, "workspace switcher");
  await open(page, "/workspaces", "ワークスペース");
  await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "false");
  await expectAccessible(page, "workspace list");
  await page.getByRole("link", { name: "営業部" }).click();
  await expect(page.getByRole("row", { name: /髙橋 美咲/ })).toBeVisible();
  await expectAccessible(page, "workspace detail");
  await page.getByRole("button", { name: "削除する" }).click();
  await expect(page.getByRole("alertdialog", { name: "ワークスペースの削除" })).toBeVisible();
  await expectAccessible(page, "workspace delete dialog");
  await closeDialog(page);
  await editMembers(page);
  await takeOutMember(page, "髙橋 美咲");
  await page.getByRole("combobox", { name: "追加する人" }).fill("example.com");
  await expect(page.getByRole("option")).toHaveCount(4);
  await expectAccessible(page, "workspace members");
  await open(page, "/workspaces/create", "ワークスペースの追加");
  await button(page, "ワークスペースを追加").click();
  await expect(page.getByText("入力内容に不備があります。")).toBeVisible();
  await expectAccessible(page, "workspace create, refused");
  await page.goto("/workspaces/999999/show");
  await expect(page.getByText(GONE)).toBeVisible();
  await expectAccessible(page, "workspace gone");
});

test("dictionaries", async ({ page }) => {
  const name = newName("閲覧用語");
  await enterStaffArea(page, people.dictionaryAdmin);
  await createDictionary(page, "業務辞書", name);
  await expectAccessible(page, "dictionary detail");
  await button(page, "辞書を削除").click();
  await expect(page.getByRole("alertdialog", { name: "辞書の削除" })).toBeVisible();
  await expectAccessible(page, "dictionary delete dialog");
  await closeDialog(page);
  await beginEditing(page);
  await nameField(page).fill(`${name}改`);
  await page.getByRole("link", { name: "キャンセル" }).click();
  await button(page, "ページを離れる").click();
  await beginEditing(page);
  await expect(button(page, "復元する")).toBeVisible();
  await expectAccessible(page, "dictionary edit, a draft found");
  await open(page, "/dictionaries/create", "辞書の追加");
  await button(page, "辞書を追加").click();
  await expect(page.getByText("入力内容に不備があります。")).toBeVisible();
  await expectAccessible(page, "dictionary create, refused");
  await open(page, "/dictionaries/preview", "反映プレビュー");
  await page.getByRole("textbox", { name: "本文" }).fill("議事録の心電図と契約更新");
  await button(page, "確認する").click();
  await expect(page.getByRole("region", { name: "選択した箇所の単語" })).toBeVisible();
  await expectAccessible(page, "dictionary preview");
});

test("dictionary import", async ({ page, request }) => {
  const { dictionaryId } = await (
    await staffApi(request, people.dictionaryAdmin)
  ).createDictionary();
  await enterStaffArea(page, people.dictionaryAdmin);
  await openImport(page, dictionaryId);
  await expectAccessible(page, "import, empty");
  await chooseFile(
    page,
    "単語.csv",
    Buffer.from("表記,読み,部署\n心電図,しんでんず,x\n褥瘡,ABC,x\n"),
  );
  await button(page, "取り込む").click();
  await expect(page.getByText(/^エラー行が1件あります。/)).toBeVisible();
  await expectAccessible(page, "import, dry run");
  await button(page, "変更を試す").click();
  await page.getByRole("textbox", { name: "本文" }).fill("心電図と議事録");
  await button(page, "確認する").click();
  await expect(page.getByText("変わる箇所")).toBeVisible();
  await expectAccessible(page, "change preview");
  await closeDialog(page);
  await chooseMode(page, /^すべて置き換え/);
  await page.getByRole("checkbox", { name: /^エラー行を除いて取り込む/ }).check();
  await button(page, "取り込む").click();
  await expect(importResult(page)).toBeVisible();
  await expectAccessible(page, "import, result");
  await button(page, "取り込みを取り消す").click();
  await expect(page.getByRole("alertdialog", { name: "取り込みの取り消し" })).toBeVisible();
  await expectAccessible(page, "import, revert dialog");
});

test("a dictionary that somebody else edits", async ({ page, browser }) => {
  const name = newName("編集中用語");
  await enterStaffArea(page, people.dictionaryAdmin);
  await createDictionary(page, "業務辞書", name);
  await beginEditing(page);
  await nameField(page).fill(`${name}改`);

  const other = await inOwnBrowser(browser, people.organizationAdmin);
  await expect(other.getByRole("region", { name: "編集中の辞書" })).toContainText(name);
  await expectAccessible(other, "home, a dictionary edited");
  await openDictionaries(other);
  await search(other, name);
  await expectRowHeldBy(other, name, "佐藤 花子");
  await expectAccessible(other, "dictionary list, one edited");
  await openDictionary(other, name);
  await expectHeldBy(other, "佐藤 花子");
  await expectAccessible(other, "dictionary detail, edited by somebody else");
  await button(other, "ロックを強制解除する").click();
  await expect(other.getByRole("dialog", { name: "編集ロックの強制解除" })).toBeVisible();
  await expectAccessible(other, "force dialog");
  await closeDialog(other);
  await breakLock(other, "確認のため");
  await other.context().close();

  await expectReadOnly(page);
  await expectAccessible(page, "dictionary edit, lock lost");
});

test.describe("a system admin", () => {
  test.use({ storageState: SYSTEM_ADMIN_STATE });

  test("contract list", async ({ page }) => {
    await openContracts(page);
    await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "false");
    await expectAccessible(page, "contract list");
    await search(page, "存在しない組織名");
    await expect(page.getByText("データがありません。")).toBeVisible();
    await expectAccessible(page, "contract list, empty");
    await page.route("**/admin/api/v1/contracts?*", (route) => route.fulfill({ status: 503 }));
    await page.reload();
    await expect(page.getByText("エラーが発生しました。")).toBeVisible();
    await expectAccessible(page, "contract list, failed");
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
    await button(page, "封印").click();
    await expect(page.getByRole("dialog", { name: "封印" })).toBeVisible();
    await expectAccessible(page, "seals of the audit log");
    await page.goto(`/admin/contracts/${contractId}/show`);
    await button(page, "変更履歴を表示").click();
    await expect(page.getByRole("button", { name: "この時点の内容" })).toBeVisible();
    await expectAccessible(page, "history of a contract");
    await button(page, "この時点の内容").click();
    await expect(page.getByRole("dialog", { name: /の内容$/ })).toBeVisible();
    await expectAccessible(page, "a contract as it was");
  });

  test("CSV dialog", async ({ page }) => {
    await openContracts(page);
    await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "false");
    await page.route(/contracts\/export/, () => {});
    await button(page, "CSVをダウンロード").click();
    await expect(page.getByRole("dialog", { name: "CSVのダウンロード" })).toBeVisible();
    await expectAccessible(page, "CSV dialog");
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

  test("contract detail and its dialogs", async ({ page }) => {
    await openContracts(page);
    const { contractId } = await createContract(page);
    await open(page, `/admin/contracts/${contractId}/show`, CONTRACT_NAME);
    await expectAccessible(page, "contract detail");
    await page.getByRole("button", { name: "解約する" }).click();
    await expect(page.getByRole("dialog", { name: "契約の解約" })).toBeVisible();
    await expectAccessible(page, "terminate dialog");
    await closeDialog(page);
    await page.getByRole("button", { name: "削除する" }).click();
    await expect(page.getByRole("alertdialog", { name: "契約の削除" })).toBeVisible();
    await expectAccessible(page, "delete dialog");
    await closeDialog(page);
    await terminateContract(page, contractId);
    await page.reload();
    await page.getByRole("button", { name: "解約を取り消す" }).click();
    await expect(page.getByRole("dialog", { name: "解約の取り消し" })).toBeVisible();
    await expectAccessible(page, "reinstate dialog");
  });

  test("contract with usage, as chart and table", async ({ page }) => {
    await openContracts(page, "?sort=contractId&order=ASC");
    await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "false");
    await page.getByRole("table").locator("tbody tr a").first().click();
    await expect(heading(page, CONTRACT_NAME)).toBeVisible();
    await page.getByText("数値を表で見る").click();
    await expect(page.getByRole("table", { name: /推移/ })).toBeVisible();
    await expectAccessible(page, "usage");
  });

  test("contract edit", async ({ page }) => {
    await openContracts(page);
    const { contractId } = await createContract(page);
    await open(page, `/admin/contracts/${contractId}`, CONTRACT_EDIT);
    await expectAccessible(page, "contract edit");
    await page.getByRole("textbox", { name: "管理者名", exact: true }).fill("編集 太郎");
    await terminateContract(page, contractId);
    await button(page, "保存").click();
    await expect(button(page, "自分の変更を適用し直す")).toBeVisible();
    await expectAccessible(page, "contract edit, stale");
  });

  test("home", async ({ page }) => {
    await open(page, "/admin", "ホーム");
    await expect(page.getByText("読み込み中...")).toHaveCount(0);
    await expectAccessible(page, "admin home");
  });

  test("organizations", async ({ page }) => {
    await open(page, "/admin/organizations", "組織");
    await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "false");
    await expectAccessible(page, "organization list");
    await page.getByRole("table").locator("tbody tr a").first().click();
    await expect(page.getByRole("list", { name: "契約期間の一覧（新しい順）" })).toBeVisible();
    await expect(page.getByText("読み込み中...")).toHaveCount(0);
    await expectAccessible(page, "organization");
    await page.getByRole("link", { name: "組織名を編集" }).click();
    await expect(page.getByRole("dialog", { name: "組織名の編集" })).toBeVisible();
    await expectAccessible(page, "organization name");
  });

  test("users", async ({ page }) => {
    await open(page, "/admin/users", "利用者");
    await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "false");
    await expectAccessible(page, "user list");
    await page.getByRole("table").locator("tbody tr a").first().click();
    await expect(heading(page, /の編集$/)).toBeVisible();
    await expectAccessible(page, "user edit");
    await open(page, "/admin/users/create", "利用者の招待");
    await expectAccessible(page, "user create");
    await button(page, "招待メールを送信").click();
    await expect(page.getByText("入力内容に不備があります。")).toBeVisible();
    await expectAccessible(page, "user create, refused");
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
    await expect(button(page, "キーをコピー")).toBeVisible();
    await expectAccessible(page, "service key created");
    await page.getByRole("alertdialog").getByRole("button", { name: "閉じる" }).last().click();
    await button(page, "照会用を失効させる").click();
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await expectAccessible(page, "service key revoke");
    await closeDialog(page);
    await expectAccessible(page, "service key list with a key");
  });

  test("user menu and personal settings", async ({ page }) => {
    await openContracts(page);
    await button(page, "ユーザーメニュー").click();
    await expect(page.getByRole("menu")).toBeVisible();
    await expectAccessible(page, "user menu");
    await page.getByRole("menuitem", { name: "個人設定" }).click();
    const dialog = page.getByRole("dialog", { name: "個人設定" });
    await expect(dialog).toBeVisible();
    await expectAccessible(page, "personal settings");
    await dialog.getByRole("button", { name: "編集" }).click();
    await dialog.getByRole("button", { name: "変更を適用" }).click();
    await expect(dialog.getByText("パスワードを入力してください。", { exact: true })).toBeVisible();
    await expectAccessible(page, "personal settings, refused");
  });

  test("the menu of a phone", async ({ page }) => {
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
