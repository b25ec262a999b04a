import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { demoAccounts } from "../../demo/accounts.ts";
import { demoDictionaries } from "../../demo/dictionaries.ts";
import { furtherOrganizations } from "../../demo/organizations.ts";
import { packageVersion } from "../../server/release.ts";

const root = join(import.meta.dirname, "..", "..");

/** Words of the demo data, which only the server contains. */
const DEMO = [
  ...demoAccounts.flatMap(({ userId, email, userName }) => [userId, email, userName]),
  ...furtherOrganizations.flat().filter((word) => word !== null),
  // The names of the others are built from their category.
  ...demoDictionaries()
    .slice(6)
    .map(({ dictionaryName }) => `"${dictionaryName}"`),
];

/** Words that only the identity service in memory contains, and the command that starts it. */
const IN_MEMORY = [
  "MemoryDirectory",
  "memoryIdentity",
  "https://securetoken.google.com/memory",
  "Mock mode",
];

function textsBelow(...path: string[]): string {
  const directory = join(root, ...path);
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(m?[jt]sx?|css|html)$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
    .join("\n");
}

const found = (marks: string[], text: string) => marks.filter((mark) => text.includes(mark));

test("the web app that is built has none of the demo data in it", () => {
  expect(found(DEMO, textsBelow("demo")), "what is looked for can be found").toEqual(DEMO);
  const built = textsBelow("dist", "web");
  expect(built).toContain("残り");
  expect(found(DEMO, built)).toEqual([]);
});

test("the web app that is built says with each write which release it is of", () => {
  const version = packageVersion().replaceAll(".", String.raw`\.`);
  const header = new RegExp(`["'\`]X-Console-Version["'\`],["'\`]${version}["'\`]`);
  expect(textsBelow("dist", "web")).toMatch(header);
});

test("the server that is built has nothing of the identity service in memory", () => {
  const sources = [textsBelow("tests", "support", "identity"), textsBelow("scripts")].join("\n");
  expect(found(IN_MEMORY, sources), "what is looked for can be found").toEqual(IN_MEMORY);
  const built = textsBelow("dist", "server");
  expect(built).toContain("identityRelay");
  expect(found(IN_MEMORY, built)).toEqual([]);
});
