import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { Stryker } from "@stryker-mutator/core";
import { z } from "zod";
import { long } from "../vitest.config.ts";
import { findPostgres } from "./findPostgres.ts";

/**
 * Changes the code in small ways, one at a time, and runs the tests that reach the change. A mutant
 * that no test notices (it survives) is a rule that nobody holds. Files and folders in the arguments
 * choose what is changed, by default all of PARTS, which takes hours; those below tests/ choose the
 * tests: npm run mutants -- server/modules/locks tests/api/locks*.test.ts
 */
const parameters = process.argv.slice(2).map((path) => path.replace(/\/+$/, ""));
const testFiles = parameters.filter((path) => path.startsWith("tests/"));
const paths = parameters.filter((path) => !path.startsWith("tests/"));

interface Part {
  name: string;
  /** How the paths begin that belong to it. */
  below: string;
  /** What is changed if no path is given. */
  all: string[];
  /** What is never changed. */
  not: string[];
  tests: string[];
}

/** All tests of a folder but the long ones, and others that say little about a single rule. */
function testsOf(folder: string, ...others: string[]): string[] {
  const below = `tests/${folder}`;
  const left = [...long, ...others.map((name) => `${below}/${name}.test.ts`)];
  return readdirSync(below, { recursive: true, encoding: "utf8" })
    .map((file) => `${below}/${file}`)
    .filter((file) => file.endsWith(".test.ts") && !left.includes(file));
}

const PARTS: readonly Part[] = [
  {
    name: "domain",
    below: "domain",
    all: ["domain/**/*.ts"],
    // Declarations of endpoints and names of values decide nothing.
    not: ["domain/api/**", "domain/**/*abels.ts"],
    // Round trips through files reach much of the text rules, in hundreds of rounds each.
    tests: testsOf("domain", "moduleCircles", "documentPointers", "formats/roundTrip"),
  },
  {
    name: "formats",
    below: "server/formats",
    all: ["server/formats/*.ts"],
    not: [],
    tests: testsOf("domain/formats"),
  },
  {
    name: "services",
    below: "server/modules",
    all: ["server/modules/*/service{.ts,/**}", "server/modules/people/*/*.ts"],
    not: ["server/modules/**/queries{.ts,/**}"],
    // A walk along all routes reaches nearly every mutant and takes half a minute for each.
    tests: testsOf(
      "api",
      "routeWalk",
      "openapi",
      "openapiLint",
      "patchNulls",
      "headers",
      "auditWalk",
    ),
  },
];

async function run({ name, all, not, tests }: Part, chosen: readonly string[]): Promise<void> {
  const mutate = chosen.map((path) => (/\.ts(:\d.*)?$/.test(path) ? path : `${path}/**/*.ts`));
  const tried = testFiles.length > 0 ? testFiles : tests;
  const report = `.mutants/${name}.json`;
  await new Stryker({
    mutate: [...(mutate.length > 0 ? mutate : all), ...not.map((path) => `!${path}`)],
    testFiles: tried,
    testRunner: "vitest",
    plugins: [fileURLToPath(import.meta.resolve("@stryker-mutator/vitest-runner"))],
    vitest: { configFile: "scripts/mutants.vitest.config.ts", related: false },
    coverageAnalysis: "perTest",
    // Tables at module scope are read once, so each of their mutants would need all tests again.
    ignoreStatic: true,
    // Strings are texts, names that the database checks, or members of a type that the compiler checks.
    mutator: { excludedMutations: ["StringLiteral"] },
    // A file that is not there: the preprocessor of tsconfig.json needs TypeScript 6.
    tsconfigFile: "none",
    concurrency: availableParallelism(),
    dryRunTimeoutMinutes: 20,
    timeoutMS: 30_000,
    thresholds: { high: 95, low: 85, break: 85 },
    tempDirName: ".mutants/tmp",
    reporters: ["progress-append-only", "clear-text", "html", "json"],
    clearTextReporter: { logTests: false },
    htmlReporter: { fileName: `.mutants/${name}.html` },
    jsonReporter: { fileName: report },
  }).runMutationTest();
  const { testFiles: ran } = z
    .object({ testFiles: z.record(z.string(), z.unknown()) })
    .parse(JSON.parse(readFileSync(report, "utf8")));
  const without = tried.filter((file) => !(file in ran));
  if (without.length > 0) {
    // A mutant that is no valid syntax keeps every test that loads its file from running.
    throw new Error(`No test of these files ran, so the score is wrong: ${without.join(", ")}`);
  }
}

const postgres = await findPostgres();
if (postgres) Object.assign(process.env, { TEST_DATABASE_URL: postgres, TEST_ENGINE: "postgres" });
for (const part of PARTS) {
  const chosen = paths.filter((path) => path.startsWith(part.below));
  if (paths.length === 0 || chosen.length > 0) await run(part, chosen);
}
