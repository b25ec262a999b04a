import { readFileSync } from "node:fs";
import { basename, relative, sep } from "node:path";
import { z } from "zod";

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  flaky: string[];
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()),
        }),
      ),
    }),
  ),
});

const spec = z.object({
  title: z.string(),
  file: z.string(),
  line: z.number(),
  tests: z.array(z.object({ status: z.string() })),
});
const suite = z.object({
  specs: z.array(spec),
  get suites() {
    return z.array(suite).optional();
  },
});
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), skipped: z.number() }),
  suites: z.array(suite),
});

export function vitestCounts(file: string): Counts {
  const report = vitestReport.parse(JSON.parse(readFileSync(file, "utf8")));
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  // A test that passed on the second try keeps the failures of the first.
  const flaky = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === "passed" && failureMessages.length > 0)
      .map(({ fullName }) => `${basename(name)} ${fullName}`),
  );
  return {
    passed: report.numPassedTests - flaky.length,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
    flaky,
  };
}

/** How long the files of each folder of tests/ took, one after the other, in seconds. */
export function secondsByFolder(file: string): Map<string, number> {
  const report = vitestReport.parse(JSON.parse(readFileSync(file, "utf8")));
  const sums = new Map<string, number>();
  for (const { name, startTime, endTime } of report.testResults) {
    const folder = relative("tests", name).split(sep)[0] ?? "";
    sums.set(folder, (sums.get(folder) ?? 0) + (endTime - startTime) / 1000);
  }
  return sums;
}

export function playwrightCounts(file: string): Counts {
  const { stats, suites } = playwrightReport.parse(JSON.parse(readFileSync(file, "utf8")));
  return {
    passed: stats.expected,
    failed: stats.unexpected,
    skipped: stats.skipped,
    flaky: flakyNames(suites),
  };
}

function flakyNames(suites: z.infer<typeof suite>[]): string[] {
  return suites.flatMap(({ specs, suites: inner = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === "flaky"))
      .map(({ file, line, title }) => `${file}:${line} ${title}`),
    ...flakyNames(inner),
  ]);
}

/** Ends a run with the flaky tests, which do not fail it, and the line that CI reads. */
export function closingLines(...counts: Counts[]): string {
  const sum = (one: "passed" | "failed" | "skipped") =>
    counts.reduce((total, each) => total + each[one], 0);
  const flaky = counts.flatMap((each) => each.flaky);
  const last = `${sum("passed")} passed, ${sum("failed")} failed, ${sum("skipped")} skipped`;
  if (flaky.length === 0) return last;
  return `${flaky.length} flaky (passed on the second try): ${flaky.join("; ")}\n${last}`;
}

/** A non-zero exit without a failed test still fails the run. */
export function readCounts(read: () => Counts, exitCode: number): Counts {
  try {
    const counts = read();
    return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
  } catch {
    return { passed: 0, failed: 1, skipped: 0, flaky: [] };
  }
}
