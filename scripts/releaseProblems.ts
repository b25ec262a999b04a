import { EDITED_MIGRATIONS } from "../server/db/migrate.ts";
import type { Release } from "./releases.ts";

export interface ReleaseState {
  /** Of package.json and of package-lock.json. */
  versions: readonly string[];
  changelog: string;
  /** docs/operations/upgrade.md. */
  upgradePage: string;
  /** Checksums by file name. */
  migrations: Readonly<Record<string, string>>;
  /** Migrations on which the last release would not start. */
  refused: readonly string[];
  /** Whether server/db/catalogue.json is what the migrations make. */
  isCatalogueCurrent: boolean;
  released: readonly Release[];
}

/** What has to be mended before this state can be a release: one sentence each. */
export function releaseProblems(state: ReleaseState): string[] {
  const { versions, released, refused } = state;
  const [version = ""] = versions;
  const last = released.at(-1)?.version ?? "";
  const checks: [boolean, string][] = [
    [
      versions.every((one) => one === version),
      `package.json and package-lock.json have the versions ${versions.join(", ")}: run npm install.`,
    ],
    [
      isHigher(version, last),
      `The version ${version} is not higher than ${last}, the last release.`,
    ],
    [
      /^ - \d{4}-\d\d-\d\d\n/.test(state.changelog.split(`\n## [${version}]`)[1] ?? ""),
      `CHANGELOG.md has no heading "## [${version}] - <date>".`,
    ],
    [
      unreleased(state.changelog) === "",
      "CHANGELOG.md has lines under [Unreleased]: move them below the heading of this release.",
    ],
    [
      refused.length === 0 || state.upgradePage.includes(last),
      `${last} does not start on ${refused.join(", ")}, and docs/operations/upgrade.md does not name it.`,
    ],
    [
      state.isCatalogueCurrent,
      "server/db/catalogue.json is not what the migrations make: run npm run catalogue.",
    ],
  ];
  const failed = checks.filter(([holds]) => !holds).map(([, sentence]) => sentence);
  return [...failed, ...changedMigrations(state.migrations, released)];
}

/** Migrations of a release that are missing now, or that were edited without EDITED_MIGRATIONS saying so. */
export function changedMigrations(
  migrations: Readonly<Record<string, string>>,
  released: readonly Release[],
): string[] {
  return released.flatMap((release) =>
    Object.entries(release.migrations).flatMap(([name, checksum]) => {
      const now = migrations[name];
      if (now === undefined) return [`${name} of ${release.version} is missing.`];
      if (now === checksum || EDITED_MIGRATIONS[name]?.includes(checksum)) return [];
      return [`${name} was edited since ${release.version}: write another migration instead.`];
    }),
  );
}

/** What stands below the heading [Unreleased], without blank lines around it. */
function unreleased(changelog: string): string {
  const [, rest = ""] = changelog.split(/^## \[Unreleased\]$/m);
  return (rest.split(/^## /m)[0] ?? "").trim();
}

function isHigher(version: string, other: string): boolean {
  const [a = [], b = []] = [version, other].map((one) => one.split(".").map(Number));
  const place = [0, 1, 2].find((n) => a[n] !== b[n]);
  return place !== undefined && (a[place] ?? 0) > (b[place] ?? 0);
}
