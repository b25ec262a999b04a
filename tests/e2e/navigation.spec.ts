import type { Page } from "@playwright/test";
import { rows } from "./support/contracts.ts";
import { hold } from "./support/network.ts";
import { openContracts, people, SYSTEM_ADMIN_STATE } from "./support/people.ts";
import { expect, test } from "./support/test.ts";
import { enterStaffArea } from "./support/workspaces.ts";

const EVERYTHING = /./;

interface Shown {
  path: string | RegExp;
  heading: string;
  /** Links in rows of a table. */
  links?: number;
}

/**
 * Clicks, and waits until the page shows this. The test holds every answer, so that it is shown
 * without any, however long the browser takes.
 */
async function clickAndSee(page: Page, selector: string, { path, heading, links }: Shown) {
  await page.evaluate((target) => document.querySelector<HTMLElement>(target)?.click(), selector);
  const shown = () =>
    page.evaluate(() => {
      // A page that waits for its code is hidden, not removed.
      const visible = (within: string) =>
        [...document.querySelectorAll(within)].filter((each) => each.checkVisibility());
      return {
        path: location.pathname,
        heading: visible("main h1").at(0)?.textContent,
        links: visible("main tbody a").length,
      };
    });
  await expect.poll(shown).toEqual({
    path: typeof path === "string" ? path : expect.stringMatching(path),
    heading,
    links: links ?? expect.any(Number),
  });
}

const shownHeading = (page: Page) => page.locator("main h1").filter({ visible: true });

test.describe("in the admin area, while no answer arrives", () => {
  test.use({ storageState: SYSTEM_ADMIN_STATE });

  test("a click shows the frame of what it leads to, and no row of the list before", async ({
    page,
  }) => {
    const openDelayed = async () => {
      await openContracts(page);
      await expect(rows(page).getByRole("link")).toHaveCount(10);
      return hold(page, EVERYTHING);
    };

    await test.step("in the sidebar", async () => {
      const letGo = await openDelayed();
      for (const [path, heading] of [
        ["/admin/organizations", "組織"],
        ["/admin/service-keys", "サービスキー"],
        ["/admin/users", "利用者"],
      ] as const) {
        await clickAndSee(page, `nav a[href="${path}"]`, { path, heading, links: 0 });
      }
      letGo();
      await expect(rows(page).getByRole("link").first()).toBeVisible();
      await page.unroute(EVERYTHING);
    });

    await test.step("on a row", async () => {
      const letGo = await openDelayed();
      const path = /^\/admin\/contracts\/\d+\/show$/;
      await clickAndSee(page, "main tbody a", { path, heading: "契約", links: 0 });
      letGo();
      await expect(shownHeading(page)).not.toHaveText("契約");
      await page.unroute(EVERYTHING);
    });

    await test.step("on the link to a form", async () => {
      const letGo = await openDelayed();
      const path = "/admin/contracts/create";
      await clickAndSee(page, 'main a[href$="/create"]', { path, heading: "契約", links: 0 });
      letGo();
      await expect(page.getByRole("textbox", { name: "管理者名", exact: true })).toBeVisible();
    });
  });
});

test("in the staff area, no page stands under the address of another", async ({ page }) => {
  await enterStaffArea(page, people.organizationAdmin);
  const letGo = await hold(page, EVERYTHING);
  for (const [path, heading] of [
    ["/dictionaries", "辞書"],
    ["/workspaces", "ワークスペース"],
    ["/users", "メンバー"],
    ["/contracts", "契約"],
    ["/", "ホーム"],
  ] as const) {
    // The address has the workspace as well.
    const link = `nav a:is([href="${path}"], [href^="${path}?"])`;
    await clickAndSee(page, link, { path, heading });
  }
  letGo();
});
