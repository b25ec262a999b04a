import { spawnSync } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import {
  type Counts,
  closingLines,
  playwrightCounts,
  readCounts,
  vitestCounts,
} from "../../scripts/testCounts.ts";
import { suiteDirectory } from "../support/perSuite.ts";

const root = join(import.meta.dirname, "..", "..");

/** Tests without a browser: two pass, one fails, one is skipped, two pass on the second try. */
const SPEC = `
import { expect, test } from "@playwright/test";
const second = (info) => expect(info.retry).toBe(1);
test("passes", () => {});
test("is slow at first", ({}, info) => second(info));
test.describe("within", () => {
  test("passes, too", () => {});
  test.describe("and deeper", () => {
    test("is late", ({}, info) => second(info));
  });
});
test("fails", () => expect(1).toBe(2));
test.skip("is skipped", () => {});
`;
const CONFIG = `export default {
  testMatch: "*.spec.mjs", retries: 1, workers: 1, reporter: "json",
};`;

/** The same for Vitest, with a file that does not load besides. */
const TESTS = `
import { describe, expect, it } from "vitest";
let tries = 0;
describe("a table", () => {
  it("passes", () => {});
  it("is slow at first", () => expect(++tries).toBe(2));
});
it("fails", () => expect(1).toBe(2));
it.skip("is skipped", () => {});
`;

describe("the counts of a run", () => {
  const directory = suiteDirectory("ki-counts-");
  const report = join(directory, "report.json");
  const unitReport = join(directory, "vitest.json");
  let exitCode: number | null;

  beforeAll(() => {
    symlinkSync(join(root, "node_modules"), join(directory, "node_modules"));
    writeFileSync(join(directory, "a.test.mjs"), TESTS);
    writeFileSync(join(directory, "b.test.mjs"), "throw new Error();");
    const vitest = join(root, "node_modules/vitest/vitest.mjs");
    const options = ["--retry=1", "--reporter=json", `--outputFile=${unitReport}`];
    spawnSync(process.execPath, [vitest, "run", "--root", directory, ...options]);
    writeFileSync(join(directory, "a.spec.mjs"), SPEC);
    writeFileSync(join(directory, "playwright.config.mjs"), CONFIG);
    const cli = join(root, "node_modules/@playwright/test/cli.js");
    // Otherwise Playwright mistakes a worker of another test runner for its own.
    const { TEST_WORKER_INDEX: _, ...env } = process.env;
    exitCode = spawnSync(process.execPath, [cli, "test"], {
      cwd: directory,
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    }).status;
  });

  it("separate what passed on the second try from what passed", () => {
    expect(exitCode).toBe(1);
    expect(readCounts(() => playwrightCounts(report), 1)).toEqual({
      passed: 2,
      failed: 1,
      skipped: 1,
      flaky: ["a.spec.mjs:5 is slow at first", "a.spec.mjs:9 is late"],
    });
  });

  it("do so for Vitest, where a file that does not load is a failure, too", () => {
    expect(vitestCounts(unitReport)).toEqual({
      passed: 1,
      failed: 2,
      skipped: 1,
      flaky: ["a.test.mjs a table is slow at first"],
    });
  });

  const vitest: Counts = { passed: 10, failed: 0, skipped: 3, flaky: [] };

  it("end with the line that CI reads, flaky tests by name right before it", () => {
    const [flaky, last, ...rest] = closingLines(vitest, playwrightCounts(report)).split("\n");
    expect(flaky).toBe(
      "2 flaky (passed on the second try): a.spec.mjs:5 is slow at first; a.spec.mjs:9 is late",
    );
    expect(last).toBe("12 passed, 1 failed, 4 skipped");
    expect(rest).toEqual([]);
  });

  it("are one line where nothing was flaky", () => {
    expect(closingLines(vitest)).toBe("10 passed, 0 failed, 3 skipped");
  });

  it("name an error where a run ends badly without a failed test or without a report", () => {
    expect(readCounts(() => vitest, 1)).toEqual({ ...vitest, failed: 1 });
    expect(readCounts(() => playwrightCounts(join(directory, "none.json")), 0)).toEqual({
      passed: 0,
      failed: 1,
      skipped: 0,
      flaky: [],
    });
  });
});
