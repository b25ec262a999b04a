import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { buildWhatIsStale, builtServer } from "../../scripts/build.mjs";
import { installEmulator } from "../../scripts/emulatorPackage.mjs";

declare module "vitest" {
  interface ProvidedContext {
    /** A directory of the run for `aStartedDirectory`. */
    startedDirectories: string;
  }
}

/** Builds dist where its sources have changed, so that no test runs an older server. */
export async function setup(project: TestProject): Promise<() => void> {
  await installEmulator();
  await buildWhatIsStale();
  process.env.BUILT_SERVER = builtServer;
  const directory = mkdtempSync(join(tmpdir(), "ki-started-"));
  project.provide("startedDirectories", directory);
  return () => rmSync(directory, { recursive: true });
}
