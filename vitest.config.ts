import { availableParallelism } from "node:os";
import react from "@vitejs/plugin-react";
import { defaultClientConditions } from "vite";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { declaredTables } from "./build/declaredTables.ts";

const below = (...directories: string[]) =>
  directories.map((directory) => `tests/ui/${directory}/**/*.test.{ts,tsx}`);

/**
 * Files that share nothing: Firebase starts once per page, with the first configuration, and the
 * tests of the providers look at what their modules remember, such as the time of the last write.
 */
const alone = below("live", "login", "providers");

/** What `npm run check` runs and `npm test` does not, besides the tests of processes. */
export const long = [
  // Many rows, series or rounds
  "api/auditFold",
  "api/auditWalk",
  "api/capCheck",
  "api/contractImports",
  "api/contractsSearch",
  "api/contractsSearchTotal",
  "api/contractsTies",
  "api/dbCatalogue",
  "api/dbContractOrder",
  "api/auditSeals",
  "api/dbMigrate",
  "api/doctor",
  "api/importErrors",
  "api/imports",
  "api/ledgerMonths",
  "api/locksModel",
  "api/ownSignIns",
  "api/previewChange",
  "api/requestLimits",
  "api/routeWalkPaths",
  "api/seed",
  "api/seedData",
  "api/sessionTokens",
  "api/usageRecord",
  "api/usageTrend",
  "api/userImports",
  "api/usersBulk",
  "api/vocabulary",
  "domain/forecastHits",
  "domain/formats/endlessCells",
  // Races and several servers
  "api/accountsCopies",
  "api/alertsRaces",
  "api/closingsRaces",
  "api/contractsBulkRaces",
  "api/contractsRaces",
  "api/contractsTwoStores",
  "api/eventsCopies",
  "api/lockRequestsRaces",
  "api/invitationRaces",
  "api/joinRaces",
  "api/locksRaces",
  "api/proposalsRaces",
  "api/scimRaces",
  "api/usersBulkRaces",
  "api/usersRaces",
  "api/viewsRaces",
  "api/vocabularyRaces",
  "api/workspacesRaces",
  // Slow clients, limits of memory, and parts that hang, end or start again
  "api/accounts",
  "api/accountsHanging",
  "api/alertMails",
  "api/emulator",
  "api/erasingRules",
  "api/eventQuota",
  "api/eventsEnd",
  "api/exampleReport",
  "api/exampleSync",
  "api/exportsSnapshot",
  "api/hosts",
  "api/identity",
  "api/identityHangs",
  "api/identityProject",
  "api/importCapacity",
  "api/loadShedding",
  "api/locksSweep",
  "api/metrics",
  "api/organizationAddresses",
  "api/platformAway",
  "api/platformTime",
  "api/reconcile",
  "api/relay",
  "api/capacity",
  "api/slowBodies",
  "api/webhookSending",
].map((file) => `tests/${file}.test.ts`);

/** The screens whose tests take half of the time of all; only `npm run check` runs them, too. */
const longScreens = [
  "admin/sentDrafts",
  "admin/serviceKeys",
  "admin/webhookDetail",
  "areas/liveProfile",
  "components/listPage",
  "contracts/contractAdjust",
  "contracts/contractCreate",
  "contracts/contractViews",
  "dictionaries/dictionaryEdit",
  "dictionaries/entries",
  "dictionaries/entryEditing",
  "dictionaries/handOver",
  "dictionaries/importDictionary",
  "dictionaries/massEntries",
  "members/bulk",
].map((file) => `tests/ui/${file}.test.tsx`);

/** What runs on tables that are partitioned by organization; see tests/support/database.ts. */
const partitioned = ["statementWalk", "touchedPartitions"].map(
  (file) => `tests/api/${file}.test.ts`,
);

/** The server without a process of its own. */
const serverProject = (
  name: string,
  test: TestProjectInlineConfiguration["test"],
): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    name,
    environment: "node",
    // No file replaces modules; loading the server takes a second in each file.
    isolate: false,
    // A short-lived PGlite does not repay the compilation of optimized code.
    execArgv: ["--liftoff-only"],
    testTimeout: 300_000,
    hookTimeout: 120_000,
    ...test,
  },
});

/** The built server as a process. */
const processProject = (
  name: string,
  test: TestProjectInlineConfiguration["test"],
): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    name,
    environment: "node",
    execArgv: ["--liftoff-only"],
    globalSetup: ["tests/support/freshBuild.ts"],
    // Each test starts servers, of which a busy machine starts some at a time.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    ...test,
  },
});

const browserProject = (
  name: string,
  test: TestProjectInlineConfiguration["test"],
): TestProjectInlineConfiguration => ({
  extends: true,
  plugins: [react(), declaredTables()],
  // Like Node: otherwise react-admin and the screens would get two copies of react-router, whose
  // contexts do not match.
  resolve: {
    conditions: ["module-sync", ...defaultClientConditions],
    // The part that the screens use; all of react-admin takes 1.5 s longer to load in every file.
    alias: { "react-admin": "ra-core" },
  },
  test: {
    name,
    include: ["tests/ui/**/*.test.{ts,tsx}"],
    environment: "./tests/support/page.ts",
    setupFiles: ["tests/support/uiSetup.ts"],
    testTimeout: 30_000,
    css: { modules: { classNameStrategy: "non-scoped" } },
    ...test,
  },
});

export default defineConfig({
  test: {
    // Tests wait for servers and databases a third of their time.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    // A slow machine must not fail good work; the last lines of a run name the retried tests. Only
    // projects that extend this configuration do so.
    retry: process.env.CI ? 1 : 0,
    projects: [
      {
        extends: true,
        test: {
          name: "domain",
          include: ["tests/domain/**/*.test.ts"],
          exclude: long,
          environment: "node",
          isolate: false,
          // Property tests of many cases, which a busy machine may run slowly.
          testTimeout: 60_000,
        },
      },
      serverProject("api", {
        include: ["tests/api/**/*.test.ts"],
        exclude: [...long, ...partitioned],
      }),
      serverProject("long", { include: long }),
      serverProject("partitions", { include: partitioned, env: { TEST_PARTITIONS: "1" } }),
      processProject("process", { include: ["tests/process/**/*.test.ts"] }),
      processProject("operations", { include: ["tests/operations/**/*.test.ts"] }),
      // The files of a worker share all modules, so that React, MUI and the screens are loaded once.
      browserProject("ui", { exclude: [...alone, ...longScreens], isolate: false }),
      browserProject("longScreens", { include: longScreens, isolate: false }),
      browserProject("uiAlone", { include: alone }),
    ],
  },
});
