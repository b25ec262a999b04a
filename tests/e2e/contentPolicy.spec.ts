import type { Page } from "@playwright/test";
import { createContract } from "./support/api.ts";
import { openContracts, people, SYSTEM_ADMIN_STATE, signIn } from "./support/people.ts";
import { expect, test } from "./support/test.ts";
import { enterStaffArea } from "./support/workspaces.ts";

/** The violations of the page's Content-Security-Policy that the browser reports from now on. */
async function watchViolations(page: Page): Promise<string[]> {
  const violations: string[] = [];
  await page.exposeFunction("violated", (what: string) => violations.push(what));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      const { effectiveDirective, blockedURI, sourceFile } = event;
      const what = [effectiveDirective, blockedURI, sourceFile, location.pathname].join(" ");
      Reflect.get(window, "violated")(what);
    });
  });
  return violations;
}

/** Opens a form and submits it empty, so that it is validated. */
async function sendEmpty(page: Page, path: string, label: string) {
  await page.goto(path);
  await page.getByRole("button", { name: label, exact: true }).click();
  await expect(page.locator("[aria-invalid=true]").first()).toBeVisible();
}

test("the forms of the staff area report nothing against their own policy", async ({ page }) => {
  const violations = await watchViolations(page);
  await page.goto("/app/login");
  await signIn(page, people.organizationAdmin, "wrong-password");
  await expect(page.getByRole("alert")).toBeVisible();
  await enterStaffArea(page, people.organizationAdmin);
  await sendEmpty(page, "/users/create", "招待メールを送信");
  await sendEmpty(page, "/workspaces/create", "ワークスペースを追加");
  await sendEmpty(page, "/dictionaries/create", "辞書を追加");
  expect(violations).toEqual([]);

  await test.step("which this test would notice", async () => {
    // In its own task: code that Playwright evaluates is exempt from the policy.
    await page.evaluate(() => {
      setTimeout(() => {
        try {
          new Function("");
        } catch {
          // As some libraries try first.
        }
      });
    });
    await expect.poll(() => violations.length).toBe(1);
    expect(violations[0]).toContain("eval");
  });
});

test.describe("the forms of the admin area", () => {
  test.use({ storageState: SYSTEM_ADMIN_STATE });

  test("report nothing against their own policy", async ({ page }) => {
    const violations = await watchViolations(page);
    await openContracts(page);
    const { contractId } = await createContract(page);
    await sendEmpty(page, "/admin/contracts/create", "契約を追加");
    await sendEmpty(page, "/admin/users/create", "招待メールを送信");
    await page.goto(`/admin/contracts/${contractId}`);
    await page.getByRole("textbox", { name: "管理者名", exact: true }).fill("");
    await page.getByRole("button", { name: "保存", exact: true }).click();
    await expect(page.locator("[aria-invalid=true]").first()).toBeVisible();
    expect(violations).toEqual([]);
  });
});
