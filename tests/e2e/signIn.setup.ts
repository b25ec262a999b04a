import { test as setup } from "@playwright/test";
import { SYSTEM_ADMIN_STATE, signInToContracts } from "./support/people.ts";

// Once for all tests: an address may sign in to the admin area 10 times a minute.
setup("the system admin signs in", async ({ page }) => {
  await signInToContracts(page);
  await page.context().storageState({ path: SYSTEM_ADMIN_STATE });
});
