import { readFileSync } from "node:fs";
import { posix } from "node:path";

/**
 * The suites of tests/operations, each with the paths whose change it runs for: files, or folders with all
 * that is below them. tests/domain/operationSuites.test.ts holds that every suite and every path exists.
 */
export const SUITES: Readonly<Record<string, readonly string[]>> = {
  alerts: [
    "deploy/prometheus",
    "deploy/postgresql/backup.sh",
    "server/metrics",
    "server/plugins/health.ts",
    "server/db/schemaState.ts",
  ],
  attacks: ["server/limiter", "server/plugins/loadShedding.ts", "server/plugins/requestLimits.ts"],
  backup: ["server/backup", "server/commands/backup.ts", "server/commands/restore.ts"],
  crashRounds: ["server/modules/people", "server/identity", "server/jobs"],
  databaseAway: ["server/db/client.ts", "server/db/postgresSource.ts"],
  databaseRoles: ["deploy/postgresql", "server/db/migrations"],
  durability: ["server/modules/contracts", "server/db/transact.ts", "server/db/pgliteSource.ts"],
  embeddedDatabase: [
    "server/db/pgliteProtocol.ts",
    "server/db/pgliteError.ts",
    "server/db/pgliteSource.ts",
    "server/start/dataDirectory.ts",
  ],
  failover: ["server/db/client.ts", "server/db/postgresSource.ts", "server/db/session.ts"],
  fullDisk: ["server/db/schemaState.ts", "server/plugins/health.ts"],
  importCrashes: ["server/modules/imports", "server/fileImports"],
  metrics: [
    "server/metrics",
    "server/plugins/requestTrace.ts",
    "deploy/prometheus",
    "deploy/grafana",
  ],
  migrating: ["server/db/migrate.ts", "server/db/migrationFiles.ts", "server/db/migrations"],
  nodeVersions: ["package-lock.json", "vitest.config.ts", "tests/support/page.ts"],
  olderSchemas: ["server/db/migrations", "server/db/migrate.ts"],
  passwords: [
    "server/db/postgresSource.ts",
    "server/start/startMessages.ts",
    "server/configVariables.ts",
  ],
  pgbouncer: ["server/db/startChecks.ts", "server/db/prepared.ts", "server/db/client.ts"],
  productionInstall: ["package-lock.json", "build/server.config.ts", "bench/install.ts"],
  proxies: [
    "deploy/nginx",
    "deploy/caddy",
    "server/plugins/requestRules.ts",
    "server/plugins/webApp.ts",
  ],
  releaseBefore: ["server/db/migrations", "scripts/releaseCheckout.ts"],
  replica: ["server/db/replica.ts", "server/exports"],
  restoreDrill: [
    "deploy/postgresql/restoreDrill.sh",
    "server/restored",
    "docs/operations/backup.md",
    "docs/operations/install.md",
  ],
  restored: ["server/restored", "server/commands/restored.ts"],
  rollingRestart: [
    "server/plugins/health.ts",
    "server/start/shutdown.ts",
    "server/start/runServer.ts",
  ],
  slowNetwork: [
    "server/limiter",
    "server/db/dialect.ts",
    "server/plugins/loadShedding.ts",
    "server/plugins/health.ts",
  ],
  testCounts: ["scripts/test.ts", "scripts/testCounts.ts"],
  threeCopies: ["server/db/poolSizes.ts", "server/db/migrate.ts", "server/start/openOwn.ts"],
  usageProcesses: ["server/modules/usage"],
  webhookCrashes: ["server/modules/webhooks", "server/jobs"],
};

/** Where the supports of suites are. */
const SUPPORTS = ["tests/operations", "tests/process"];

export const suiteFile = (suite: string) => `tests/operations/${suite}.test.ts`;

/** The supports that a file imports, directly or through others. */
function supportsOf(file: string, found = new Set<string>()): Set<string> {
  for (const [, path = ""] of readFileSync(file, "utf8").matchAll(
    /^(?:import|\}).* from "(\.[^"]+)"/gm,
  )) {
    const support = posix.join(posix.dirname(file), path);
    if (found.has(support) || !SUPPORTS.some((folder) => support.startsWith(`${folder}/`)))
      continue;
    supportsOf(support, found.add(support));
  }
  return found;
}

/** The suites whose paths, own file or supports are among the changed files. */
export function touchedSuites(changed: readonly string[]): string[] {
  const isChanged = (path: string) =>
    changed.some((file) => file === path || file.startsWith(`${path}/`));
  return Object.entries(SUITES)
    .filter(([suite, paths]) => {
      const file = suiteFile(suite);
      return [file, ...paths, ...supportsOf(file)].some(isChanged);
    })
    .map(([suite]) => suite);
}
