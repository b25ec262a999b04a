import { expectSaid, search } from "./support/contracts.ts";
import { people } from "./support/people.ts";
import { expect, test } from "./support/test.ts";
import {
  addMember,
  chooseWorkspace,
  createWorkspace,
  deleteWorkspace,
  editMembers,
  enterStaffArea,
  expectSelected,
  expectWorkspace,
  fillWorkspaceName,
  GONE,
  inOwnBrowser,
  newName,
  openWorkspace,
  saveMembers,
  switcher,
  takeOutMember,
} from "./support/workspaces.ts";

test("an organization admin adds a workspace, puts people in, renames and deletes it", {
  tag: "@day",
}, async ({ page }) => {
  const name = newName("企画室");
  await enterStaffArea(page, people.organizationAdmin);
  await page.getByRole("link", { name: "ワークスペース", exact: true }).click();
  await page.getByRole("link", { name: "ワークスペースを追加" }).click();
  await fillWorkspaceName(page, "営業部");
  await page.getByRole("button", { name: "ワークスペースを追加" }).click();
  const field = page.getByRole("textbox", { name: "ワークスペース名" });
  await expect(field).toHaveAccessibleDescription(/同じ名前がすでに登録されています。/);
  await fillWorkspaceName(page, name);
  await page.getByRole("button", { name: "ワークスペースを追加" }).click();
  await expectWorkspace(page, name);

  await editMembers(page);
  await addMember(page, "高橋", "髙橋 美咲");
  await addMember(page, "ＤＩＣＴＡＤＭＩＮ２", "田中 次郎");
  await saveMembers(page);
  await expect(page.getByRole("row", { name: /髙橋 美咲/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /田中 次郎/ })).toBeVisible();

  await editMembers(page);
  await takeOutMember(page, "田中 次郎");
  await saveMembers(page);
  await expect(page.getByRole("row", { name: /田中 次郎/ })).toHaveCount(0);

  const renamed = newName("経営企画室");
  await page.getByRole("link", { name: "名前を変更" }).click();
  await fillWorkspaceName(page, renamed);
  await page.getByRole("button", { name: "保存" }).click();
  await expectWorkspace(page, renamed);
  await chooseWorkspace(page, renamed, renamed);

  await deleteWorkspace(page);
  await search(page, renamed);
  await expectSaid(page, "条件に該当するワークスペースはありません。別の条件をお試しください。");
  await expect(switcher(page)).toHaveText("ワークスペースを選択");
  await chooseWorkspace(page, "営業", "営業部");
});

test("the last workspace of an organization cannot be deleted, and the button says why", async ({
  page,
}) => {
  await enterStaffArea(page, "orgadmin@sample.example.com");
  await page.goto("/workspaces");
  await page.getByRole("table").locator("tbody a").click();
  const button = page.getByRole("button", { name: "削除する" });
  await expect(button).toHaveAttribute("aria-disabled", "true");
  await button.focus();
  await expect(
    page.getByText(
      "最後のワークスペースは削除できません。別のワークスペースを追加すると、削除できます。",
    ),
  ).toBeVisible();
});

test("a member chooses a workspace; it is still chosen after a reload and elsewhere", async ({
  page,
  browser,
}) => {
  await enterStaffArea(page, people.staff);
  await chooseWorkspace(page, "ｶｽﾀﾏｰ", "カスタマーサポート");
  await page.reload();
  await expectSelected(page, "カスタマーサポート");
  const elsewhere = await inOwnBrowser(browser, people.staff);
  await expectSelected(elsewhere, "カスタマーサポート");
  await elsewhere.context().close();
  await chooseWorkspace(page, "営業", "営業部");
});

test("a member who is removed from the open workspace is told, and so is one who sees it deleted", async ({
  page,
  browser,
}) => {
  const name = newName("臨時室");
  await enterStaffArea(page, people.organizationAdmin);
  await createWorkspace(page, name);
  await editMembers(page);
  await addMember(page, people.staff, "髙橋 美咲");
  await saveMembers(page);

  const staff = await inOwnBrowser(browser, people.staff);
  await openWorkspace(staff, name);
  await expect(staff.getByRole("link", { name: "メンバーを編集" })).toHaveCount(0);
  await chooseWorkspace(staff, name, name);

  await editMembers(page);
  await takeOutMember(page, "髙橋 美咲");
  await saveMembers(page);
  await expect(staff.getByText(GONE)).toBeVisible();
  await expect(staff.getByText(`ワークスペース「${name}」は利用できなくなりました。`)).toHaveCount(
    1,
  );
  await expect(switcher(staff)).toHaveText("ワークスペースを選択");
  await staff.getByRole("link", { name: "ワークスペース一覧に戻る" }).click();
  await staff.getByRole("search").getByRole("button", { name: "条件をクリア" }).click();
  await expect(staff.getByRole("link", { name: "営業部" })).toBeVisible();
  await expect(staff.getByRole("link", { name })).toHaveCount(0);

  await editMembers(page);
  await addMember(page, people.staff, "髙橋 美咲");
  await saveMembers(page);
  await staff.getByRole("link", { name }).click();
  await expectWorkspace(staff, name);
  await deleteWorkspace(page);
  await expect(staff.getByText(GONE)).toBeVisible();
  await chooseWorkspace(staff, "営業", "営業部");
  await staff.context().close();
});
