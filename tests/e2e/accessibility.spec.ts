import { button, closeDialog, expectAccessible, heading, open } from "./support/accessibility.ts";
import { search } from "./support/contracts.ts";
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
import { people, signIn } from "./support/people.ts";
import { expectRefusals } from "./support/refusedRequests.ts";
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

test("the sign-in page", async ({ page }) => {
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

test("the screens of an organization admin", async ({ page }) => {
  await enterStaffArea(page, people.organizationAdmin);

  await test.step("home", async () => {
    await expect(page.getByText("読み込み中...")).toHaveCount(0);
    await expectAccessible(page, "staff home");
    await open(page, "/nowhere", "ページが見つかりません。");
    await expectAccessible(page, "not found");
  });

  await test.step("members", async () => {
    await open(page, "/users", "メンバー");
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
    await expect(page.getByRole("region", { name: "ログイン" })).toBeVisible();
    await expectAccessible(page, "member detail");
    await button(page, "無効にする").click();
    await expect(page.getByRole("alertdialog", { name: "アカウントの無効化" })).toBeVisible();
    await expectAccessible(page, "disable dialog");
    await closeDialog(page);
    await page.getByRole("link", { name: "編集", exact: true }).click();
    await expect(heading(page, /の編集$/)).toBeVisible();
    await expectAccessible(page, "member edit");
    await open(page, "/users/create", "メンバーの招待");
    await expectAccessible(page, "member create");
  });

  await test.step("workspaces", async () => {
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
    expectRefusals("404 GET /api/v1/workspaces/{id}");
    await expect(page.getByText(GONE)).toBeVisible();
    await expectAccessible(page, "workspace gone");
  });
});

test("the screens of a dictionary admin", async ({ page, request }) => {
  const name = newName("閲覧用語");
  await enterStaffArea(page, people.dictionaryAdmin);

  await test.step("dictionaries", async () => {
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

  await test.step("import", async () => {
    const { dictionaryId } = await (
      await staffApi(request, people.dictionaryAdmin)
    ).createDictionary();
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
});

test("a dictionary that another user edits", async ({ page, browser }) => {
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
  await expectAccessible(other, "dictionary detail, edited by another user");
  await button(other, "ロックを強制解除する").click();
  await expect(other.getByRole("dialog", { name: "編集ロックの強制解除" })).toBeVisible();
  await expectAccessible(other, "force dialog");
  await closeDialog(other);
  await breakLock(other, "確認のため");
  await other.context().close();

  await expectReadOnly(page);
  await expectAccessible(page, "dictionary edit, lock lost");
});
