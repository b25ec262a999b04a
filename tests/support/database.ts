import { randomBytes } from "node:crypto";
import { describe } from "vitest";
import { type Database, type Engine, openDatabase } from "../../server/db/client.ts";
import { grantRunningRole, hasPsql } from "./databaseRoles.ts";
import { partitionByOrganization } from "./hashPartitions.ts";
import { barePglite, pgliteTemplate } from "./pgliteTemplate.ts";
import { onServer, postgresTemplate, urlOf, type Variant } from "./postgresTemplate.ts";

const serverUrl = process.env.TEST_DATABASE_URL;

/**
 * Where it is set, tests run on PostgreSQL only, each tenant table is partitioned by organization
 * (docs/decisions/056-tenant-tables.md), and the product cannot change the schema
 * (docs/operations/database-roles.md).
 */
const isPartitioned = process.env.TEST_PARTITIONS !== undefined;
const partitions: Variant = {
  name: "partitions",
  change: async (url) => {
    await partitionByOrganization(url);
    await grantRunningRole(url);
    await onServer(url, async (run) => watching?.grantSettings(run));
  },
};
// Loaded where it is needed only: it changes how clients hear notices.
const watching = isPartitioned ? await import("./touchedPartitions.ts") : undefined;
const canRun =
  serverUrl !== undefined && (!watching || (hasPsql && (await watching.tellsPlans(serverUrl))));

/** Where it is "postgres", nothing runs again on PGlite, which takes twice as long. */
const onlyEngine = process.env.TEST_ENGINE;

/** PostgreSQL, or the embedded database on a machine without it. */
export const usualEngine: Engine = serverUrl === undefined ? "pglite" : "postgres";

/** For tests of which both engines say the same: most of them. */
export function describeDatabase(name: string, tests: (engine: Engine) => void): void {
  describe.skipIf(serverUrl !== undefined && !canRun)(name, () => tests(usualEngine));
}

/** In what the two engines can differ, so that a test of it runs on both. */
export type EngineDifference =
  | "types"
  | "constraints"
  | "locks"
  | "snapshots"
  | "extensions"
  | "collation"
  | "errors"
  | "schema"
  | "notifications"
  | "time-outs"
  | "crashes"
  | "single connection"
  | "every endpoint";

/** For tests of what the engines can differ in: on both, where there is PostgreSQL. */
export function describeEachEngine(
  name: string,
  _difference: EngineDifference,
  tests: (engine: Engine) => void,
): void {
  if (!isPartitioned && onlyEngine !== "postgres") {
    describe(`${name} on pglite`, () => tests("pglite"));
  }
  describePostgres(`${name} on postgres`, () => tests("postgres"));
}

/** For tests that make sense on PostgreSQL only, such as races: PGlite has one connection. */
export function describePostgres(name: string, tests: () => void): void {
  describe.skipIf(!canRun)(name, tests);
}

interface ProductDatabase extends Database {
  /** Of a role that can change the schema, for what only tests do. */
  owner: Database["db"];
}

export interface TestDatabase extends Database {
  /** An access for the product alone, whose statements are watched. */
  product?: ProductDatabase;
}

/** A new migrated, empty database, removed when it is closed. */
export async function testDatabase(engine: Engine): Promise<TestDatabase> {
  return engine === "pglite" ? testPglite() : testPostgres(requiredUrl());
}

/** A new database without a schema, removed when it is closed. */
export async function bareDatabase(engine: Engine): Promise<Database> {
  return engine === "pglite"
    ? openDatabase({ kind: "pglite", dataDir: ":memory:", loadDataDir: await barePglite() })
    : newPostgres(requiredUrl(), "template1");
}

async function testPglite(): Promise<Database> {
  return openDatabase({
    kind: "pglite",
    dataDir: ":memory:",
    loadDataDir: await pgliteTemplate(),
  });
}

async function testPostgres(server: string): Promise<TestDatabase> {
  const template = await postgresTemplate(server, isPartitioned ? partitions : undefined);
  return newPostgres(server, template);
}

async function newPostgres(server: string, template: string): Promise<TestDatabase> {
  const name = `ki_test_run_${Date.now()}_${randomBytes(4).toString("hex")}`;
  await onServer(server, async (run) => {
    // Copying pages through the log takes three times the processor time.
    await run(`create database ${name} template ${template} strategy file_copy`);
    // A database that lives for a minute outlasts no crash, and compiles for more than it saves.
    await run(`alter database ${name} set synchronous_commit = off`);
    await run(`alter database ${name} set jit = off`);
  });
  const url = urlOf(server, name);
  const database = await openDatabase({ kind: "postgres", url });
  const product = await watching?.watchedDatabase(server, name);
  let closing: Promise<void> | undefined;
  const close = async () => {
    await database.close();
    await onServer(server, (run) => run(`drop database if exists ${name} with (force)`));
  };
  return {
    ...database,
    ...(product && { product: { ...product, owner: database.db } }),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

function requiredUrl(): string {
  if (!serverUrl) throw new Error("TEST_DATABASE_URL is not set");
  return serverUrl;
}
