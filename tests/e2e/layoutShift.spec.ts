import type { Page } from "@playwright/test";
import { expectNoShifts } from "./support/layoutShift.ts";
import { people, SYSTEM_ADMIN_STATE, signIn, staffHome } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

test.describe("screens of system admins stay where they are while they load", () => {
  test.use({ storageState: SYSTEM_ADMIN_STATE });

  test("on a phone", async ({ page }) => {
    await page.setViewportSize(PHONE);
    const webhook = await aWebhook(page);
    await expectNoShifts(page, [
      "/admin",
      "/admin/contracts",
      "/admin/contracts/create",
      "/admin/contracts/1",
      "/admin/contracts/1/show",
      "/admin/contracts/import",
      "/admin/organizations",
      "/admin/organizations/1/show",
      "/admin/organizations/2/show",
      "/admin/users",
      "/admin/users/create",
      "/admin/users/import",
      "/admin/service-keys",
      "/admin/webhooks",
      webhook,
      `${webhook}/show`,
      "/admin/audit-events",
      "/admin/alerts",
    ]);
  });

  test("on a wide screen", async ({ page }) => {
    await page.setViewportSize(WIDE);
    await expectNoShifts(page, [
      "/admin",
      "/admin/contracts/1/show",
      "/admin/organizations/1/show",
      "/admin/organizations/2/show",
      `${await aWebhook(page)}/show`,
    ]);
  });
});

test.describe("screens of members stay where they are while they load", () => {
  test("of an organization admin on a phone", async ({ page }) => {
    await openAs(page, people.organizationAdmin, PHONE);
    await expectNoShifts(page, [
      "/",
      "/dictionaries",
      "/dictionaries/preview",
      "/dictionaries/1",
      "/dictionaries/1/history",
      "/workspaces",
      "/workspaces/1/show",
      "/users",
      "/contracts",
      "/contracts/1/show",
      "/alerts",
      "/audit-events",
    ]);
  });

  test("of an organization admin on a wide screen", async ({ page }) => {
    await openAs(page, people.organizationAdmin, WIDE);
    await expectNoShifts(page, ["/", "/dictionaries/1", "/contracts", "/contracts/1/show"]);
  });

  test("of staff, who may do less than is known at first, on a phone", async ({ page }) => {
    await openAs(page, people.staff, PHONE);
    await expectNoShifts(page, [
      "/",
      "/dictionaries/preview",
      "/dictionaries/1",
      "/workspaces",
      "/workspaces/1/show",
      "/users",
      "/audit-events",
    ]);
  });
});

async function openAs(page: Page, email: string, viewport: typeof PHONE): Promise<void> {
  await page.setViewportSize(viewport);
  await page.goto("/app/login");
  await signIn(page, email);
  await expect(page).toHaveURL(staffHome);
}

/** Registers a receiver; returns the path of its form. */
async function aWebhook(page: Page): Promise<string> {
  await page.goto("/admin/webhooks");
  const added = await page.request.post("/admin/api/v1/webhooks", {
    headers: { origin: new URL(page.url()).origin },
    data: { url: "http://127.0.0.1:9/hooks", events: ["cap.reached"] },
  });
  const { webhookId } = await added.json();
  return `/admin/webhooks/${webhookId}`;
}
