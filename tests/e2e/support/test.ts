import { test as base, expect } from "@playwright/test";

/** What a browser says by itself when an answer is an error the screen handles. */
const EXPECTED =
  /Failed to load resource: the server responded with a status of (400|401|403|404|409|412|422|429|503)/;

/** A test that fails when the page logs an error it should not, or throws one. */
export const test = base.extend<{ quietConsole: undefined }>({
  quietConsole: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error" && !EXPECTED.test(message.text())) {
          complaints.push(message.text());
        }
      });
      page.on("pageerror", (error) => complaints.push(String(error)));
      await use(undefined);
      expect(complaints, "the browser's console stays quiet").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
