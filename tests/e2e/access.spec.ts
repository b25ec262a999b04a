import { people, signIn, signInToContracts, signOut, staffHome } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

test("staff cannot enter the admin area, by address or by API", async ({ page }) => {
  await page.goto("/admin/contracts");
  await expect(page).toHaveURL(/\/app\/login/);
  await signIn(page, people.staff);
  await expect(page).toHaveURL(staffHome);
  await expect(page.getByText("この操作を行う権限がありません。")).toBeVisible();
  await page.goto("/admin/contracts");
  await expect(page.getByText("この操作を行う権限がありません。")).toBeVisible();
  await expect(page).toHaveURL(staffHome);
  const answer = await page.request.get("/admin/api/v1/contracts");
  expect(answer.status()).toBe(401);
});

test("a wrong password is refused in one sentence for every reason", async ({ page }) => {
  await page.goto("/app/login");
  for (const email of [people.staff, "nobody@example.com"]) {
    await signIn(page, email, "wrong-password");
    await expect(
      page.getByText("メールアドレスまたはパスワードが正しくありません。"),
    ).toBeVisible();
  }
});

test("a person goes where they were heading after signing in", async ({ page }) => {
  await signInToContracts(page, "?page=2");
  await expect(page).toHaveURL(/\/admin\/contracts\?.*page=2/);
  await signOut(page);
  // History was replaced: going back leads to the page before the console.
  await page.goBack();
  expect(page.url()).toBe("about:blank");
});

test("a system admin without an organization is led to the admin area", async ({ page }) => {
  await page.goto("/app/login");
  await signIn(page, people.systemAdmin);
  await expect(page).toHaveURL(/\/admin/);
});
