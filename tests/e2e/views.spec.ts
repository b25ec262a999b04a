import { expectAccessible } from "./support/accessibility.ts";
import { expectContractList, openContracts, SYSTEM_ADMIN_STATE } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

test.use({ storageState: SYSTEM_ADMIN_STATE });

test("a list opens with the conditions that its person keeps as the default view", async ({
  page,
}) => {
  await openContracts(page);
  await page.getByLabel("表示件数").selectOption("25件");
  await expect(page).toHaveURL(/perPage=25/);
  await page.getByTitle("終了日で並べ替え").click();
  await expect(page).toHaveURL(/sort=endDate/);

  await page.getByRole("button", { name: "ビュー" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "ビュー" });
  await dialog.getByLabel("ビュー名").fill("終了の早い順");
  await dialog.getByLabel("ビュー名").press("Enter");
  await expect(page.getByText("ビュー「終了の早い順」を保存しました。")).toBeVisible();
  await dialog.getByRole("button", { name: "ビュー「終了の早い順」の操作" }).press("Enter");
  await dialog.getByRole("button", { name: "既定にする" }).press("Enter");
  await expect(dialog.getByText("既定", { exact: true })).toBeVisible();
  await expectAccessible(page, "the views of a list");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === "/admin/api/v1/contracts") asked.push(search);
  });
  await page.goto("/admin/contracts");
  await expectContractList(page);
  await expect(page).toHaveURL(/sort=endDate/);
  await expect(page.getByLabel("表示件数")).toHaveValue("25");
  expect(asked).toEqual(["?page=0&size=25&sort=endDate%2Casc"]);

  await page.getByRole("button", { name: "ビュー" }).click();
  await dialog.getByRole("button", { name: "ビュー「終了の早い順」の操作" }).click();
  await dialog.getByRole("button", { name: "削除する" }).click();
  const question = page.getByRole("alertdialog", { name: "ビューの削除" });
  await question.getByRole("button", { name: "削除する" }).click();
  await expect(page.getByText("ビュー「終了の早い順」を削除しました。")).toBeVisible();
});
