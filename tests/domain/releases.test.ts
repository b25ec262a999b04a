import { describe, expect, it } from "vitest";
import {
  changedMigrations,
  type ReleaseState,
  releaseProblems,
} from "../../scripts/releaseProblems.ts";
import { checksumsOf, readReleases } from "../../scripts/releases.ts";
import { readMigrations } from "../../server/db/migrationFiles.ts";

it("no migration of a release is edited or missing", async () => {
  expect(changedMigrations(checksumsOf(await readMigrations()), readReleases())).toEqual([]);
});

describe("a release", () => {
  const before = { version: "1.2.9", commit: "0".repeat(40), migrations: { "001_a.sql": "a" } };
  const ready: ReleaseState = {
    versions: ["1.2.10", "1.2.10"],
    changelog: "# Changelog\n\n## [Unreleased]\n\n## [1.2.10] - 2026-12-01\n\n- A change.\n",
    upgradePage: "From 1.2.9, stop all copies.",
    migrations: { "001_a.sql": "a", "002_b.sql": "b" },
    refused: ["002_b.sql"],
    isCatalogueCurrent: true,
    released: [before],
  };

  it("is made where version, changelog, schema and pages agree", () => {
    expect(releaseProblems(ready)).toEqual([]);
  });

  it.each<[string, Partial<ReleaseState>]>([
    ["the versions 1.2.10, 1.2.9", { versions: ["1.2.10", "1.2.9"] }],
    ["1.2.10 is not higher than 1.2.10", { released: [{ ...before, version: "1.2.10" }] }],
    ["1.2.10 is not higher than 1.10.0", { released: [{ ...before, version: "1.10.0" }] }],
    [
      'no heading "## [1.2.10] - <date>"',
      { changelog: "## [Unreleased]\n\n## [1.2.1] - 2026-12-01\n" },
    ],
    ["lines under [Unreleased]", { changelog: ready.changelog.replace("d]\n", "d]\n\n- New.\n") }],
    ["1.2.9 does not start on 002_b.sql", { upgradePage: "" }],
    ["run npm run catalogue", { isCatalogueCurrent: false }],
    ["001_a.sql was edited since 1.2.9", { migrations: { "001_a.sql": "b" } }],
    ["001_a.sql of 1.2.9 is missing", { migrations: {} }],
  ])("is refused: %s", (sentence, change) => {
    expect(releaseProblems({ ...ready, ...change }).join("\n")).toContain(sentence);
  });
});
