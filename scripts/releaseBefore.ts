import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { readMigrations, worksFrom } from "../server/db/migrationFiles.ts";
import { findPostgres } from "./findPostgres.ts";
import { runCommand } from "./runCommand.mjs";

/**
 * Runs API tests of the release before on a database that this release has migrated: while copies are
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

/** Its tests take the migrations of a newer release from where this names them. */
const SEAM = "tests/support/migrationsDirectory.ts";

function releaseBefore(): string | undefined {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const tags = git("tag", "--list", "v*", "--merged", "HEAD", "--sort=-version:refname");
  return tags
    .split("\n")
    .filter((tag) => /^v\d+\.\d+\.\d+$/.test(tag))
    .find((tag) => isLower(tag.slice(1), String(version)));
}

function isLower(one: string, other: string): boolean {
  const [a = [], b = []] = [one, other].map((version) => version.split(/[.-]/).map(Number));
  const place = [0, 1, 2].find((n) => a[n] !== b[n]);
  return place !== undefined && (a[place] ?? 0) < (b[place] ?? 0);
}

function hasSeam(tag: string): boolean {
  try {
    git("cat-file", "-e", `${tag}:${SEAM}`);
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

async function testOn(tag: string, url: string, files: readonly string[]): Promise<number> {
  const parent = mkdtempSync(join(tmpdir(), "ki-release-"));
  const directory = join(parent, "before");
  try {
    git("worktree", "add", "--detach", directory, tag);
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

/** Migrations on which that release would not start. */
async function refusing(tag: string): Promise<string[]> {
  const known = git("ls-tree", "--name-only", tag, "server/db/migrations/").split("\n");
  const isKnown = (name: string) => known.includes(`server/db/migrations/${name}`);
  return (await readMigrations())
    .filter((migration) => {
      const from = worksFrom(migration);
      return from !== null && !isKnown(from);
    })
    .map(({ name }) => name);
}

const tag = releaseBefore();
const refused = tag === undefined ? [] : await refusing(tag);
if (tag === undefined || !hasSeam(tag)) {
  const which =
    tag === undefined ? "no tag of a release before this one" : `${tag}, without ${SEAM}`;
  console.log(`The release before was not tried on the new schema: ${which}.`);
} else if (refused.length > 0) {
  console.log(`${tag} would not start on the schema of this release: ${refused.join(", ")}.`);
  process.exitCode = 1;
} else {
  const url = await findPostgres();
  if (url === undefined) {
    console.log(`${tag} was not tried on the new schema: there is no PostgreSQL.`);
  } else {
    const named = process.argv.slice(2);
    const code = await testOn(tag, url, named.length > 0 ? named : FILES);
    console.log(`${tag} ${code === 0 ? "works" : "fails"} on the schema of this release.`);
    process.exitCode = code;
  }
}
