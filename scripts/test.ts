import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildWhatIsStale, builtServer } from "./build.mjs";
import { Durations } from "./durations.ts";
import { installEmulator } from "./emulatorPackage.mjs";
import { findChromium } from "./findChromium.ts";
import { hasMecab, MECAB_PACKAGES } from "./findMecab.ts";
import { canMount } from "./findMount.ts";
import { hasPgbouncer } from "./findPgbouncer.ts";
import { findPostgres } from "./findPostgres.ts";
import { postgresPrograms } from "./findPostgresPrograms.ts";
import { hasExporters, hasPrometheus } from "./findPrometheus.ts";
import { MissingPart } from "./missingPart.ts";
import { runCommand } from "./runCommand.mjs";
import {
  type Counts,
  closingLines,
  playwrightCounts,
  readCounts,
  secondsByFolder,
  vitestCounts,
} from "./testCounts.ts";

/**
 * What runs by default: the projects of vitest.config.ts that take little, on one database, and the
 * tests in the browser with the tag @day, at least one of each role.
 */
const QUICK = {
  vitest: ["domain", "api", "ui*"].map((project) => `--project=${project}`),
  playwright: ["--grep=@day"],
};

/** What runs with --all: the suites of operations are apart (scripts/operations.ts). */
const WHOLE = { vitest: ["--project=!operations"] };

/**
 * Runs the quick tests, all but those of operations with --all, or the files in the arguments: those
 * below tests/e2e by Playwright, others by Vitest. Other options go to whichever runs.
 */
const ALL = "--all";
const parameters = process.argv.slice(2).filter((parameter) => parameter !== ALL);
const files = parameters.filter((parameter) => parameter.startsWith("tests/"));
const isBrowserTest = (file: string) => file.startsWith("tests/e2e");
const isWhole = files.length === 0 && process.argv.includes(ALL);
const isQuick = files.length === 0 && !isWhole;
const runsVitest = files.length === 0 || !files.every(isBrowserTest);
const runsPlaywright = files.length === 0 || files.some(isBrowserTest);

const WHAT_ELSE = `These were the quick tests. What else there is:
  npm run check       all of this and the rest, as CI runs it: lint, types, unused code, the embedded
                      database where it can differ, tests of processes, races and long tests, every
                      browser test
  npm run check:operations    failover, replicas, proxies, crash rounds and other suites of operations
  npm test <files>    single files, also of the rest: npm test tests/e2e/locks.spec.ts
  npm run bench       how fast it is`;

const durations = new Durations();
const reports = mkdtempSync(join(tmpdir(), "ki-test-"));
const none: Counts = { passed: 0, failed: 0, skipped: 0, flaky: [] };

async function run(tool: string, own: string[], isTheirs: (file: string) => boolean) {
  const theirs = parameters.filter((one) => !files.includes(one) || isTheirs(one));
  return runCommand(process.execPath, [join("node_modules", tool), ...own, ...theirs]);
}

async function runVitest(): Promise<Counts> {
  const report = join(reports, "vitest.json");
  const own = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  if (isQuick) own.push(...QUICK.vitest);
  if (isWhole) own.push(...WHOLE.vitest);
  const code = await run("vitest/vitest.mjs", own, (file) => !isBrowserTest(file));
  if (existsSync(report)) {
    for (const [folder, seconds] of secondsByFolder(report))
      durations.add(`of these, one after the other, tests/${folder}`, seconds);
  }
  return readCounts(() => vitestCounts(report), code);
}

async function runPlaywright(): Promise<Counts> {
  const report = join(reports, "playwright.json");
  process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = report;
  const own = ["test", "--reporter=list,json"];
  if (isQuick) own.push(...QUICK.playwright);
  const code = await run("@playwright/test/cli.js", own, isBrowserTest);
  return readCounts(() => playwrightCounts(report), code);
}

async function prepare(): Promise<string | undefined> {
  const chromium = await findChromium();
  process.env.CHROMIUM_PATH = chromium.path;
  if (chromium.shellPath) process.env.CHROMIUM_SHELL_PATH = chromium.shellPath;
  const postgres = await findPostgres();
  if (postgres) process.env.TEST_DATABASE_URL = postgres;
  if (postgres && isQuick) process.env.TEST_ENGINE = "postgres";
  await installEmulator();
  await buildWhatIsStale();
  process.env.BUILT_SERVER = builtServer;
  return postgres;
}

const postgres = await durations
  .of("the emulator and the build", prepare)
  .catch((error: unknown) => {
    console.error(error instanceof MissingPart ? error.message : error);
    return process.exit(1);
  });
// In parallel: the tests in Chromium mostly wait.
const [unit, browser] = await Promise.all([
  runsVitest ? durations.of("the tests without a browser", runVitest) : none,
  runsPlaywright ? durations.of("the tests in the browser, at the same time", runPlaywright) : none,
]);
rmSync(reports, { recursive: true });

const missing = [
  postgres ? undefined : "PostgreSQL (name a server in TEST_DATABASE_URL)",
  postgresPrograms() ? undefined : "PostgreSQL's programs (install postgresql)",
  hasMecab ? undefined : `MeCab (install ${MECAB_PACKAGES})`,
  hasPgbouncer ? undefined : "pgbouncer (install pgbouncer)",
  canMount ? undefined : "a small disk (run as root)",
  hasPrometheus ? undefined : "Prometheus (install prometheus)",
  hasExporters
    ? undefined
    : "its exporters (install prometheus-blackbox-exporter, prometheus-node-exporter)",
].filter((part) => part !== undefined);
if (missing.length > 0)
  console.log(`\n${unit.skipped} tests were skipped without ${missing.join(", ")}.`);
if (isQuick) console.log(`\n${WHAT_ELSE}`);
console.log(`\n${durations.lines()}`);
console.log(`\n${closingLines(unit, browser)}`);
process.exitCode = unit.failed + browser.failed > 0 ? 1 : 0;
