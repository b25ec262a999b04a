import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { readMigrations } from "../server/db/migrationFiles.ts";
import { packageVersion } from "../server/release.ts";
import { madeCatalogue, writtenCatalogue } from "./madeCatalogue.ts";
import { refusingMigrations } from "./refusingMigrations.ts";
import { releaseProblems } from "./releaseProblems.ts";
import { checksumsOf, lastRelease, readReleases, writeReleases } from "./releases.ts";

/**
 * Adds the commit that is checked out to docs/operations/releases.json as the release of its version, if
 * version, changelog, schema and pages agree (CONTRIBUTING.md#releases).
 */
const git = (...parameters: string[]) =>
  execFileSync("git", parameters, { encoding: "utf8" }).trim();
const read = (path: string) => readFileSync(path, "utf8");

const version = packageVersion();
const lock = z
  .object({ version: z.string(), packages: z.object({ "": z.object({ version: z.string() }) }) })
  .parse(JSON.parse(read("package-lock.json")));
const migrations = await readMigrations();
const released = readReleases();

const problems = releaseProblems({
  versions: [version, lock.version, lock.packages[""].version],
  changelog: read("CHANGELOG.md"),
  upgradePage: read("docs/operations/upgrade.md"),
  migrations: checksumsOf(migrations),
  refused: refusingMigrations(migrations, lastRelease()),
  isCatalogueCurrent: isDeepStrictEqual(await madeCatalogue(), writtenCatalogue()),
  released,
});
if (git("status", "--porcelain") !== "") problems.push("There are changes that are not committed.");

if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exitCode = 1;
} else {
  const commit = git("rev-parse", "HEAD");
  writeReleases([...released, { version, commit, migrations: checksumsOf(migrations) }]);
  console.log(`docs/operations/releases.json has ${version} (${commit}). Commit it.`);
}
