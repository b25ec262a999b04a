import { test as setup } from "@playwright/test";
import { SYSTEM_ADMIN_STATE, signInToContracts } from "./support/people.ts";

// Once for all: sign-ins to the admin area are limited to 10 a minute and address.
setup("the system admin signs in", async ({ page }) => {
  await signInToContracts(page);
  await page.context().storageState({ path: SYSTEM_ADMIN_STATE });
});
