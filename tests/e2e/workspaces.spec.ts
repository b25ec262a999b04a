import { people } from "./support/people.ts";
import { expectRefusals } from "./support/refusedRequests.ts";
import { expect, test } from "./support/test.ts";
import {
  addMember,
  chooseWorkspace,
  deleteWorkspace,
  editMembers,
  enterStaffArea,
  expectWorkspace,
  fillWorkspaceName,
  newName,
  saveMembers,
  switcher,
  takeOutMember,
} from "./support/workspaces.ts";

test("an organization admin adds a workspace, puts people in, renames and deletes it", {
  tag: "@day",
}, async ({ page }) => {
  expectRefusals("409 POST /api/v1/workspaces");
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
  await expect(page.getByRole("row", { name: renamed })).toHaveCount(0);
  await expect(switcher(page)).toHaveText("ワークスペースを選択");
  await chooseWorkspace(page, "営業", "営業部");
});
