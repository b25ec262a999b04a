import { test as base, expect } from "@playwright/test";
import { noteRefusals } from "./refusedRequests.ts";

/** What a browser logs for an error answer that the screen handles. */
const EXPECTED =
  /Failed to load resource: the server responded with a status of (400|401|403|404|409|410|412|422|423|429|503)/;

/** What it logs without a network. */
const CUT_OFF =
  /Failed to load resource: net::ERR_|Failed to fetch dynamically imported module|Unable to preload CSS/;

/**
 * A test that fails if the page logs or throws an unexpected error, or if the API refuses a request of a
 * page that it does not name (`expectRefusals`).
 * `test.use({ brokenNetwork: true })` where the network is cut off on purpose.
 */
export const test = base.extend<{
  brokenNetwork: boolean;
  quietConsole: undefined;
  refusedRequests: undefined;
}>({
  brokenNetwork: [false, { option: true }],
  quietConsole: [
    async ({ page, brokenNetwork }, use) => {
      const complaints: string[] = [];
      page.on("console", (message) => {
        const text = message.text();
        if (message.type() !== "error" || EXPECTED.test(text)) return;
        if (brokenNetwork && CUT_OFF.test(text)) return;
        complaints.push(text);
      });
      page.on("pageerror", (error) => complaints.push(String(error)));
      await use(undefined);
      expect(complaints, "the browser's console stays quiet").toEqual([]);
    },
    { auto: true },
  ],
  refusedRequests: [
    async ({ browser, context }, use) => {
      const ended = noteRefusals(browser, context);
      await use(undefined);
      expect(ended(), "the API refuses what the test expects, and nothing else").toEqual({
        unexpected: [],
        missing: [],
      });
    },
    { auto: true },
  ],
});

export { expect };
