import { execFileSync } from "node:child_process";
import { SUITES, suiteFile, touchedSuites } from "./operationSuites.ts";
import { lastRelease } from "./releases.ts";
import { runCommand } from "./runCommand.mjs";

/**
 * Runs the suites of tests/operations: all, those named as parameters, or with --changed those whose
 * paths have changed since the last release (docs/operations/releases.json).
 */
const CHANGED = "--changed";
const named = process.argv.slice(2).filter((parameter) => parameter !== CHANGED);

/** What differs from the last release, also where it is not committed, or null where git cannot tell. */
function changedFiles(): string[] | null {
  try {
    const list = ["diff", "--name-only", "--no-renames", lastRelease().commit];
    return execFileSync("git", list, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })
      .split("\n")
      .filter((line) => line !== "");
  } catch {
    return null;
  }
}

function chosen(): readonly string[] {
  if (named.length > 0) return named;
  if (!process.argv.includes(CHANGED)) return Object.keys(SUITES);
  const changed = changedFiles();
  if (changed) return touchedSuites(changed);
  console.log("The commit of the last release is not here, so all suites run.");
  return Object.keys(SUITES);
}

const suites = chosen();
const unknown = suites.filter((suite) => !(suite in SUITES));
if (unknown.length > 0) {
  console.error(
    `Unknown: ${unknown.join(", ")}. The suites are ${Object.keys(SUITES).join(", ")}.`,
  );
  process.exitCode = 1;
} else if (suites.length === 0) {
  console.log("Nothing that the suites of operations look at has changed since the last release.");
} else {
  console.log(`Suites of operations: ${suites.join(", ")}`);
  process.exitCode = await runCommand("npm", ["test", "--", ...suites.map(suiteFile)]);
}
