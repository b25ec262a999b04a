import type { Kysely } from "kysely";
import type { Config } from "../config.ts";
import { lackingParts, plainName } from "../db/catalogue.ts";
import { type Database, openDatabase } from "../db/client.ts";
import { checkMigrated, MigrationError, migrate, OldSchemaError } from "../db/migrate.ts";
import { openingError } from "../db/pgliteError.ts";
import { schemaState } from "../db/schemaState.ts";
import {
  checkProject,
  claimProject,
  isSameDatabase,
  missingSettings,
  OtherProjectError,
} from "../db/startChecks.ts";
import type { Tables } from "../db/tables.ts";
import type { ServerLog } from "../log/logOutput.ts";
import type { Shutdown } from "./shutdown.ts";
import { StartError, unusable } from "./startMessages.ts";

/** Migrates, or checks that it is done. Returns the names of what was applied. Throws MigrationError. */
async function migrateAtStart(
  database: Database,
  config: Pick<Config, "database" | "migrate">,
  log: ServerLog,
): Promise<string[]> {
  const applied = config.migrate === "auto" ? await migrateWith(database, config, log) : [];
  if (config.migrate === "check") await checkMigrated(database.db);
  if (applied.length > 0) log.info({ migrations: applied }, "migrations applied");
  const { state, unknown } = await schemaState(database.db);
  if (state === "newer-compatible") {
    console.error(
      `The database was migrated by a newer version (${unknown.join(", ")}), which this one can run on.`,
    );
  }
  return applied;
}

/** Prints a line if a restore has lost parts of the schema (docs/operations/doctor.md#after-a-restore). */
export async function warnOfMissingParts({ db }: Pick<Database, "db">): Promise<void> {
  if ((await schemaState(db)).state !== "current") return;
  const [first, ...others] = await lackingParts(db);
  if (!first) return;
  const more = others.length > 0 ? ` and ${others.length} more` : "";
  console.error(
    `The schema lacks ${plainName(first.name)}${more}: node dist/server/doctor.js names what is missing, and --repair makes it.`,
  );
}

/** Migrations may take long or wait for another process, so they have no statement timeout. */
async function migrateWith(
  database: Database,
  { database: target }: Pick<Config, "database">,
  log: ServerLog,
): Promise<string[]> {
  if (target.kind === "pglite") return migrate(database.db);
  const { kind, url, directUrl } = target;
  const patient = await openDatabase(
    { kind, url: directUrl ?? url, poolSize: 1, patient: true },
    log,
  );
  try {
    if (directUrl !== undefined) await checkDirect(database, patient);
    return await migrate(patient.db);
  } finally {
    await patient.close();
  }
}

async function checkDirect(database: Database, direct: Database): Promise<void> {
  try {
    await direct.ping();
  } catch (error) {
    throw unusable("DATABASE_DIRECT_URL", error);
  }
  if (!(await isSameDatabase(database.db, direct.db))) {
    throw new StartError("DATABASE_DIRECT_URL: leads to another database than DATABASE_URL.");
  }
}

/** With a wrong time zone days would be counted wrongly, and nothing would say so. */
async function checkSettings({ db }: Database, target: Config["database"]): Promise<void> {
  if (target.kind === "pglite") return;
  const missing = await missingSettings(db);
  if (missing.length === 0) return;
  throw new StartError(
    `DATABASE_URL: sessions lack ${missing.join(", ")}, which a pooler drops; ` +
      "set them with ALTER ROLE (docs/scaling.md).",
  );
}

/**
 * Opens the database of the configured identity project with the newest schema; throws what
 * `describeStartError` tells in a line. Before anything is changed, it reads which project the
 * database belongs to, and then lets `alsoCheck` refuse.
 */
export async function openOwn(
  config: Config,
  log: ServerLog,
  shutdown: Shutdown,
  alsoCheck: () => Promise<void> = async () => {},
): Promise<Database> {
  const { projectId } = config.identity;
  const check = async (db: Kysely<Tables>) => {
    await checkProject(db, projectId);
    await alsoCheck();
  };
  try {
    const database = await openMigrated(config, log, shutdown, check);
    await claimProject(database.db, projectId);
    return database;
  } catch (error) {
    throw error instanceof OtherProjectError ? otherProjectError(config, error) : error;
  }
}

/** Errors that say by themselves what to do. */
const knownErrors = [MigrationError, OtherProjectError, StartError];

function otherProjectError({ identity, database }: Config, { owner }: OtherProjectError) {
  const elsewhere = database.kind === "pglite" ? "DATA_DIR" : "DATABASE_URL";
  return new StartError(
    `FIREBASE_PROJECT_ID: the database belongs to the identity project "${owner}", not to "${identity.projectId}"; ` +
      `start with FIREBASE_PROJECT_ID=${owner}, or name another database (${elsewhere}).`,
  );
}

/** Opens the database as it is, for who looks at it; throws as `openOwn` does. */
export async function openUnchanged(
  config: Config,
  log: ServerLog,
  shutdown: Shutdown,
): Promise<Database> {
  try {
    return await openWith(config, log, shutdown, async ({ db }) => {
      if ((await schemaState(db)).state === "newer") await checkMigrated(db);
      await checkProject(db, config.identity.projectId);
    });
  } catch (error) {
    throw error instanceof OtherProjectError ? otherProjectError(config, error) : error;
  }
}

/**
 * Opens the database with the newest schema; throws what `describeStartError` tells in a line.
 * `check` may refuse it before anything is changed.
 */
export function openMigrated(
  config: Config,
  log: ServerLog,
  shutdown: Shutdown,
  check: (db: Kysely<Tables>) => Promise<void> = async () => {},
): Promise<Database> {
  return openWith(config, log, shutdown, async (database) => {
    await check(database.db);
    await migrateAtStart(database, config, log);
  });
}

async function openWith(
  { database: target }: Config,
  log: ServerLog,
  shutdown: Shutdown,
  work: (database: Database) => Promise<void>,
): Promise<Database> {
  try {
    const database = await openDatabase(target, log, { onError: endProcess });
    shutdown.add(database.close);
    await database.ping();
    await checkSettings(database, target);
    await work(database);
    return database;
  } catch (error) {
    if (error instanceof OldSchemaError) throw oldSchemaError(target, error);
    if (knownErrors.some((kind) => error instanceof kind)) throw error;
    // PGlite also opens damaged files if the parts that it needs itself are intact.
    if (target.kind === "pglite") throw openingError(target.dataDir, error);
    throw unusable("DATABASE_URL", error);
  }
}

function oldSchemaError(target: Config["database"], error: OldSchemaError): StartError {
  const advice =
    target.kind === "pglite"
      ? `DATA_DIR: ${error.message}; move ${target.dataDir} away to start over.`
      : `DATABASE_URL: ${error.message}; name an empty database to start over.`;
  return new StartError(advice, { cause: error });
}

/** An embedded database that has failed needs a restart of the process. */
function endProcess(error: Error): void {
  console.error(error.message);
  process.exit(1);
}
