import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

/** Their checksums are recorded in databases, so an applied migration keeps its comments. */
const APPLIED = [
  "server/db/migrations/002_contracts.sql",
  "server/db/migrations/006_search.sql",
] as const;

const OWN = "tests/domain/documentPointers.test.ts";

/** What is installed, built, hidden or left by a run. */
const PASSED_OVER = /^\.|^(node_modules|dist|test-results)$/;

const TEXTS = /\.(ts|tsx|mjs|cjs|sql|css|md|html|json|yml)$/;

/** Papers that readers of the repository do not have. */
const OUTSIDE =
  /\b(?:spec|design)(?:,? (?:section )?\d|\.md)|\b(?:facts|wording|style)\.md|\bthe design\b|design card/i;

/** `docs/product/api.md#lists`, `docs/decisions/024` and `docs/decisions/024-limits-and-shedding.md`. */
const POINTER =
  /(?<![\w/.])(?:docs\/decisions\/\d{3}[\w-]*(?:\.md)?|(?:docs\/(?:(?:product|operations)\/)?[\w-]+|README|CONTRIBUTING)\.md)(?:#[\w-]+)?/g;

/** Links between Markdown files, without those to other hosts. */
const LINK = /\]\((?!\w+:)([^)#\s]*)(#[\w-]+)?\)/g;

const files = filesIn(".").filter((path) => TEXTS.test(path) && path !== "package-lock.json");
const texts = files.map((path) => ({ path, text: readFileSync(path, "utf8") }));

describe("pointers to documents", () => {
  it("name no paper outside the repository", () => {
    const found = texts
      .filter(({ path }) => !APPLIED.some((applied) => applied === path) && path !== OWN)
      .flatMap(({ path, text }) => linesWith(OUTSIDE, text).map((line) => `${path}: ${line}`));
    expect(found).toEqual([]);
  });

  it("lead to a page and a heading", () => {
    const pointers = texts
      .filter(({ path }) => path !== OWN)
      .flatMap(({ path, text }) => (text.match(POINTER) ?? []).map((to) => ({ path, to })));
    expect(pointers.length).toBeGreaterThan(100);
    expect(pointers.filter(({ to }) => !leadsSomewhere(to))).toEqual([]);
  });

  it("and links of the documents lead to a file and a heading", () => {
    const links = texts
      .filter(({ path }) => path.endsWith(".md"))
      .flatMap(({ path, text }) =>
        [...text.matchAll(LINK)].map(([, to = "", anchor = ""]) => ({
          path,
          to: (to === "" ? path : join(dirname(path), to)) + anchor,
        })),
      );
    expect(links.length).toBeGreaterThan(50);
    expect(links.filter(({ to }) => !leadsSomewhere(to))).toEqual([]);
  });

  it("and to the product's pages are listed in their index", () => {
    const index = readFileSync("docs/product/README.md", "utf8");
    const pages = readdirSync("docs/product").filter((page) => page !== "README.md");
    expect(pages.filter((page) => !index.includes(`(${page})`))).toEqual([]);
  });

  it("and README names files and folders that exist", () => {
    const paths = readFileSync("README.md", "utf8").match(/`[\w.]+\/[^`\s]*`/g) ?? [];
    expect(paths.length).toBeGreaterThan(20);
    expect(paths.filter((path) => !existsSync(path.slice(1, -1)))).toEqual([]);
  });

  it.each([".", "src", "server", "tests"])("and the map names each folder of %s", (parent) => {
    const map = readFileSync("docs/map.md", "utf8");
    const missing = foldersIn(parent).filter((folder) => !map.includes(`${folder}/`));
    expect(missing).toEqual([]);
  });

  it.each([
    ["docs/product/api.md#lists", true],
    ["docs/product/api.md#no-such-heading", false],
    ["docs/product/missing.md", false],
    ["docs/decisions/024", true],
    ["docs/decisions/024-other-name.md", false],
    ["docs/decisions/999", false],
  ])("are told apart: %s", (pointer, expected) => {
    expect(leadsSomewhere(pointer)).toBe(expected);
  });
});

function filesIn(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    if (PASSED_OVER.test(entry.name)) return [];
    const path = join(directory, entry.name);
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}

function foldersIn(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !PASSED_OVER.test(entry.name))
    .map(({ name }) => name);
}

function linesWith(pattern: RegExp, text: string): string[] {
  return text.split("\n").filter((line) => pattern.test(line));
}

function leadsSomewhere(pointer: string): boolean {
  const [to = "", heading] = pointer.split("#");
  const path = /\/\d{3}[\w-]*$/.test(to) ? decision(to) : to;
  if (path === undefined || !existsSync(path)) return false;
  return heading === undefined || headingsOf(path).includes(heading);
}

/** The page of `docs/decisions/024`, which may be written without its name. */
function decision(pointer: string): string | undefined {
  const start = pointer.slice("docs/decisions/".length);
  const page = readdirSync("docs/decisions").find((name) => name.startsWith(`${start}-`));
  return page && `docs/decisions/${page}`;
}

/** The headings of a page, written as GitHub writes them in links. */
function headingsOf(path: string): string[] {
  return [...readFileSync(path, "utf8").matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}
