import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { hasCommit } from "../../scripts/releaseCheckout.ts";
import { readReleases } from "../../scripts/releases.ts";
import { lackingParts } from "../../server/db/catalogue.ts";
import { openDatabase } from "../../server/db/client.ts";
import { migrate } from "../../server/db/migrate.ts";
import { type Migration, migrationOf } from "../../server/db/migrationFiles.ts";

/** Of 25 November 2026: three of its migrations had other comments (server/db/migrate.ts). */
const BEFORE_EDITS = { version: "25 November", commit: "a31a7082efa7097414de7c3fd92a4fb685ad03ff" };

const git = (...parameters: string[]) => execFileSync("git", parameters, { encoding: "utf8" });

function migrationsAt(commit: string): Migration[] {
  const folder = "server/db/migrations/";
  const paths = git("ls-tree", "--name-only", commit, folder).trim().split("\n");
  return paths
    .toSorted()
    .map((path) => migrationOf(path.slice(folder.length), git("show", `${commit}:${path}`)));
}

it.for([BEFORE_EDITS, ...readReleases()])(
  "a database of $version is migrated to the schema of today",
  async (release, { skip }) => {
    skip(!hasCommit(release.commit), "this clone lacks its commit");
    const { db, close } = await openDatabase({ kind: "pglite", dataDir: ":memory:" });
    try {
      await migrate(db, migrationsAt(release.commit));
      await migrate(db);
      expect(await lackingParts(db)).toEqual([]);
    } finally {
      await close();
    }
  },
);
