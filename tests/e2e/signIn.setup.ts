import { test as setup } from "@playwright/test";
import { signInToContracts } from "./support/people.ts";
import { allServers } from "./support/servers.ts";

for (const { url, systemAdmin } of allServers()) {
  setup.describe(url, () => {
    setup.use({ baseURL: url });
    // Once for all tests: an address may sign in to the admin area 10 times a minute.
    setup("the system admin signs in", async ({ page }) => {
      await signInToContracts(page);
      await page.context().storageState({ path: systemAdmin });
    });
  });
}
