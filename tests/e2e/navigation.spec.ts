import type { Page } from "@playwright/test";
import { rows } from "./support/contracts.ts";
import { hold } from "./support/network.ts";
import { openContracts, people, SYSTEM_ADMIN_STATE } from "./support/people.ts";
import { expect, test } from "./support/test.ts";
import { enterStaffArea } from "./support/workspaces.ts";

/** Clicks, and returns the heading and the path 200 ms later, as the page sees its own clock. */
async function clickAndLook(page: Page, selector: string) {
  return page.evaluate(async (target) => {
    document.querySelector<HTMLElement>(target)?.click();
    await new Promise((resolve) => setTimeout(resolve, 200));
    // A page that waits for its code is hidden, not removed.
    const heading = [...document.querySelectorAll("main h1")].find((each) =>
      each.checkVisibility(),
    );
    const listed = [...document.querySelectorAll("main tbody a")].filter((link) =>
      link.checkVisibility(),
    );
    return { path: location.pathname, heading: heading?.textContent, links: listed.length };
  }, selector);
}

const shownHeading = (page: Page) => page.locator("main h1").filter({ visible: true });

test.describe("in the admin area, while no answer arrives", () => {
  test.use({ storageState: SYSTEM_ADMIN_STATE });

  test("a click in the sidebar shows the new list's frame, and no row of the old list", async ({
    page,
  }) => {
    await openContracts(page);
    await expect(rows(page).getByRole("link")).toHaveCount(10);
    const letGo = await hold(page, /./);
    for (const [path, heading] of [
      ["/admin/organizations", "組織"],
      ["/admin/service-keys", "サービスキー"],
      ["/admin/users", "利用者"],
    ] as const) {
      const seen = await clickAndLook(page, `nav a[href="${path}"]`);
      expect(seen).toEqual({ path, heading, links: 0 });
    }
    letGo();
    await expect(rows(page).getByRole("link").first()).toBeVisible();
  });

  test("a click on a row leaves the list at once", async ({ page }) => {
    await openContracts(page);
    await expect(rows(page).getByRole("link")).toHaveCount(10);
    const letGo = await hold(page, /./);
    const row = await clickAndLook(page, "main tbody a");
    expect(row).toMatchObject({ heading: "契約", links: 0 });
    expect(row.path).toMatch(/^\/admin\/contracts\/\d+\/show$/);
    letGo();
    await expect(shownHeading(page)).not.toHaveText("契約");
  });

  test("so does a button to a form", async ({ page }) => {
    await openContracts(page);
    await expect(rows(page).getByRole("link")).toHaveCount(10);
    const letGo = await hold(page, /./);
    const form = await clickAndLook(page, 'main a[href$="/create"]');
    expect(form).toEqual({ path: "/admin/contracts/create", heading: "契約", links: 0 });
    letGo();
    await expect(page.getByRole("textbox", { name: "管理者名", exact: true })).toBeVisible();
  });
});

test("in the staff area, no page stands under the address of another", async ({ page }) => {
  await enterStaffArea(page, people.organizationAdmin);
  const letGo = await hold(page, /./);
  for (const [path, heading] of [
    ["/dictionaries", "辞書"],
    ["/workspaces", "ワークスペース"],
    ["/users", "メンバー"],
    ["/", "ホーム"],
  ] as const) {
    const seen = await clickAndLook(page, `nav a[href="${path}"]`);
    expect(seen).toMatchObject({ path, heading });
  }
  letGo();
});
