import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { readMigrations } from "../server/db/migrationFiles.ts";
import { findPostgres } from "./findPostgres.ts";
import { refusingMigrations } from "./refusingMigrations.ts";
import { lastRelease } from "./releases.ts";
import { runCommand } from "./runCommand.mjs";

/**
 * Runs API tests of the last release on a database that this state has migrated: while copies are
 * replaced one by one, and after a way back, the one works on the schema of the other
 * (docs/operations/upgrade.md#migrations). They take a minute; others can be named as parameters.
 */
const FILES = [
  "contractsEdit",
  "entries",
  "imports",
  "ledger",
  "usageEvents",
  "users",
  "vocabulary",
  "webhooks",
].map((name) => `tests/api/${name}.test.ts`);

const root = resolve(import.meta.dirname, "..");
const git = (...parameters: string[]) =>
  execFileSync("git", parameters, {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });

function isHere(commit: string): boolean {
  try {
    git("cat-file", "-e", `${commit}^{commit}`);
    return true;
  } catch {
    return false;
  }
}

/** Its own packages, or ours if they are the same. */
async function installIn(directory: string): Promise<number> {
  if (isDeepStrictEqual(packagesOf(directory), packagesOf(root))) {
    symlinkSync(join(root, "node_modules"), join(directory, "node_modules"));
    return 0;
  }
  return runCommand("npm", ["ci", "--no-audit", "--no-fund"], { cwd: directory });
}

/** All but what a release says of itself. */
function packagesOf(directory: string): unknown {
  const { packages } = JSON.parse(readFileSync(join(directory, "package-lock.json"), "utf8"));
  const { "": own, ...others } = packages;
  return { ...others, "": { ...own, version: undefined } };
}

async function testOn(commit: string, url: string, files: readonly string[]): Promise<number> {
  const parent = mkdtempSync(join(tmpdir(), "ki-release-"));
  const directory = join(parent, "before");
  try {
    git("worktree", "add", "--detach", directory, commit);
    const installed = await installIn(directory);
    if (installed !== 0) return installed;
    return await runCommand(
      process.execPath,
      [join("node_modules", "vitest", "vitest.mjs"), "run", "--project=api", ...files],
      {
        cwd: directory,
        env: {
          ...process.env,
          TEST_DATABASE_URL: url,
          TEST_ENGINE: "postgres",
          TEST_MIGRATIONS: join(root, "server", "db", "migrations"),
        },
      },
    );
  } finally {
    rmSync(parent, { recursive: true, force: true });
    git("worktree", "prune");
  }
}

const { version, commit, migrations } = lastRelease();
const refused = refusingMigrations(await readMigrations(), { migrations });
if (!isHere(commit)) {
  console.log(`${version} was not tried on the new schema: this clone lacks its commit ${commit}.`);
} else if (refused.length > 0) {
  console.log(`${version} would not start on the schema of this release: ${refused.join(", ")}.`);
  process.exitCode = 1;
} else {
  const url = await findPostgres();
  if (url === undefined) {
    console.log(`${version} was not tried on the new schema: there is no PostgreSQL.`);
  } else {
    const named = process.argv.slice(2);
    const code = await testOn(commit, url, named.length > 0 ? named : FILES);
    console.log(`${version} ${code === 0 ? "works" : "fails"} on the schema of this release.`);
    process.exitCode = code;
  }
}
