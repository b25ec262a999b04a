import { createContract } from "./support/api.ts";
import { CONTRACT_EDIT, expectSaid } from "./support/contracts.ts";
import {
  expectContractList,
  openContracts,
  people,
  SYSTEM_ADMIN_STATE,
  signIn,
  signInToContracts,
  signOut,
} from "./support/people.ts";
import { allowRefusals, expectRefusals } from "./support/refusedRequests.ts";
import { expect, test } from "./support/test.ts";

test("a person goes where they were heading after signing in", async ({ page }) => {
  await signInToContracts(page, "?page=2");
  await expect(page).toHaveURL(/\/admin\/contracts\?.*page=2/);
  await signOut(page);
  // History was replaced: going back leads to the page before the console.
  await page.goBack();
  expect(page.url()).toBe("about:blank");
});

test.describe("with a session", () => {
  test.use({ storageState: SYSTEM_ADMIN_STATE });

  test("a session that ends in the middle leads to the sign-in page and back", async ({ page }) => {
    expectRefusals("401 PATCH /admin/api/v1/contracts/{id}");
    // Whichever of the page's reads is still to come.
    allowRefusals("401 GET /admin/api/v1/contracts", "401 GET /admin/api/v1/contracts/summary");
    await openContracts(page);
    const { contractId } = await createContract(page);
    const button = (name: string) => page.getByRole("button", { name, exact: true });
    const pager = page.getByRole("navigation", { name: "ページ送り" });
    // The session ends with this request: an earlier one would lead away from the first page.
    const secondPage = /\/contracts\?(.*&)?page=1(&|$)/;
    await page.route(
      secondPage,
      async (route) => {
        await page.context().clearCookies();
        await route.fulfill({ response: await page.request.get(route.request().url()) });
      },
      { times: 1 },
    );
    await pager.getByRole("button", { name: "次へ" }).click();
    await expect(page).toHaveURL(/\/app\/login/);
    await expectSaid(page, "セッションの有効期限が切れました。もう一度ログインしてください。");
    await signIn(page, people.systemAdmin);
    await expectContractList(page);
    await expect(page).toHaveURL(/page=2/);
    await expect(pager.locator('[aria-current="page"]')).toHaveText("2");

    await test.step("also where something was being saved, which is offered there", async () => {
      await page.goto(`/admin/contracts/${contractId}`);
      await page.getByRole("textbox", { name: "メモ" }).fill("期限切れの間の入力");
      await page.context().clearCookies();
      await button("保存").click();
      await expect(page).toHaveURL(/\/app\/login/);
      await signIn(page, people.systemAdmin);
      await expect(page.getByRole("heading", { level: 1, name: CONTRACT_EDIT })).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`/admin/contracts/${contractId}$`));
      const memo = page.getByRole("textbox", { name: "メモ" });
      await expect(memo).toHaveValue("");
      await button("復元する").click();
      await expect(memo).toHaveValue("期限切れの間の入力");
      await button("保存").click();
      await expectSaid(page, "変更を保存しました。");
      await page.goto(`/admin/contracts/${contractId}`);
      await expect(memo).toHaveValue("期限切れの間の入力");
      await expect(button("復元する")).toBeHidden();
    });
  });
});
