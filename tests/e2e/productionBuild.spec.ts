import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { demoAccounts } from "../../demo/accounts.ts";
import { demoDictionaries } from "../../demo/dictionaries.ts";
import { furtherOrganizations } from "../../demo/names.ts";
import { expect, test } from "./support/test.ts";

const root = join(import.meta.dirname, "..", "..");

/** Words that only mock mode is made of: the mock data, the mocked API and identity, msw. */
const MARKS = [
  ...demoAccounts.flatMap(({ userId, email, userName }) => [userId, email, userName]),
  ...furtherOrganizations.flat(),
  // Those before are named when the mock data is made, by their category.
  ...demoDictionaries()
    .slice(6)
    .map(({ dictionaryName }) => `"${dictionaryName}"`),
  "モックモード",
  "mock-badge",
  "ki.mocks",
  "demo-mock",
  "identitytoolkit\\\\.googleapis",
  "mockServiceWorker",
  "MOCK_ACTIVATE",
];

function textsBelow(...path: string[]): string {
  const directory = join(root, ...path);
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(m?[jt]sx?|css|html)$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
    .join("\n");
}

const found = (text: string) => MARKS.filter((mark) => text.includes(mark));

test("the web app that is built has nothing of mock mode in it", async ({ request }) => {
  const sources = ["demo", "mocks", "node_modules/msw/lib/browser"].map((path) => textsBelow(path));
  expect(found(sources.join("\n")), "what is looked for is there to be found").toEqual(MARKS);

  const built = textsBelow("dist", "web");
  expect(built).toContain("残り");
  expect(found(built)).toEqual([]);

  expect((await request.get("/mockServiceWorker.js")).status()).toBe(404);
});
