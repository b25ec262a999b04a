import type { Kysely } from "kysely";
import { buildApp } from "./app.ts";
import { type Config, readConfig } from "./config.ts";
import { lockDataDirectory } from "./dataDirectory.ts";
import { type Database, openDatabase } from "./db/client.ts";
import { checkProject, claimProject, OtherProjectError } from "./db/identityProject.ts";
import { MigrationError, migrate, OldSchemaError } from "./db/migrate.ts";
import { openingError } from "./db/pgliteError.ts";
import { isSameDatabase, missingSettings } from "./db/pooledSessions.ts";
import type { Tables } from "./db/tables.ts";
import { demoAccounts, seedDemo } from "./demo/seed.ts";
import type { EmulatorMail } from "./identity/emulator.ts";
import type { IdentityService } from "./identity/identity.ts";
import { type OpenIdentity, openIdentity } from "./identity/openIdentity.ts";
import { sendJob } from "./jobs/queues.ts";
import { listen } from "./listen.ts";
import { ServerLog } from "./serverLog.ts";
import { closeServer, type Shutdown } from "./shutdown.ts";
import { reasonOf, StartError } from "./startError.ts";
import { printMail } from "./startMessages.ts";
import { tryPort } from "./tryPort.ts";

/** The backlog of the socket: a connection beyond it is retried after seconds. */
const CONNECTIONS_WAITING = 4_096;

export interface Serving {
  config: Config;
  address: string;
}

/** Registers each part with shutdown at once. Returns undefined if a signal came first. */
export async function serve(
  env: Readonly<Record<string, string | undefined>>,
  shutdown: Shutdown,
  open: OpenIdentity = openIdentity,
): Promise<Serving | undefined> {
  const config = readConfig(env);
  const { host, port } = config;
  const log = new ServerLog();
  if (config.database.kind === "pglite" || config.identity.kind === "emulator") {
    shutdown.add(await lockDataDirectory(config.dataDir));
  }
  await tryPort(host, port);
  if (shutdown.asked) return undefined;
  const { database, identity } = await openParts(config, log, shutdown, open);
  if (shutdown.asked) return undefined;
  if (config.identity.kind === "emulator") {
    await seedDemo(database, { now: new Date(), identity });
    // The embedded emulator may have changed, or lost its file, since the last run.
    await database.db.transaction().execute(async (trx) => {
      await sendJob(trx, "reconcileAccounts", {});
      // A computer on which people try it out is rarely on at midnight.
      await sendJob(trx, "alertsOfDay", {});
      await sendJob(trx, "sealAudit", {});
    });
  }
  const app = await buildApp({
    config,
    database,
    identity,
    now: () => new Date(),
    demoAccounts,
  });
  shutdown.add(closeServer(app));
  log.use(app.log);
  process.on("uncaughtException", (err) => {
    app.log.fatal({ err }, "uncaught error");
    process.exit(1);
  });
  if (shutdown.asked) return undefined;
  return { config, address: await listen(app, { host, port, backlog: CONNECTIONS_WAITING }) };
}

interface Parts {
  database: Database;
  identity: IdentityService;
}

/** Both are slow, so they open in parallel; if one fails, the other is still closed. */
async function openParts(
  config: Config,
  log: ServerLog,
  shutdown: Shutdown,
  open: OpenIdentity,
): Promise<Parts> {
  const [database, identity] = await Promise.allSettled([
    openOwn(config, log, shutdown),
    openIdentityOf(config, log, shutdown, open),
  ]);
  if (database.status === "rejected") throw database.reason;
  if (identity.status === "rejected") throw identity.reason;
  return { database: database.value, identity: identity.value };
}

async function openIdentityOf(
  config: Config,
  log: ServerLog,
  shutdown: Shutdown,
  open: OpenIdentity,
): Promise<IdentityService> {
  const { dataDir } = config;
  const onMail = (mail: EmulatorMail) => printMail(config, mail);
  const opened = await open(config.identity, { dataDir, log, onMail });
  shutdown.add(opened.close);
  return opened;
}

/** Migrations may take long or wait for another process, so they have no statement timeout. */
async function migrateWith(
  database: Database,
  target: Config["database"],
  log: ServerLog,
): Promise<void> {
  if (target.kind === "pglite") {
    await migrate(database.db);
    return;
  }
  const { kind, url, directUrl } = target;
  const patient = await openDatabase(
    { kind, url: directUrl ?? url, poolSize: 1, patient: true },
    log,
  );
  try {
    if (directUrl !== undefined) await checkDirect(database, patient);
    await migrate(patient.db);
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

function unusable(name: string, error: unknown): StartError {
  return new StartError(`${name}: the database cannot be used: ${reasonOf(error)}.`, {
    cause: error,
  });
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
const told = [MigrationError, OtherProjectError, StartError];

function otherProjectError({ identity, database }: Config, { owner }: OtherProjectError) {
  const elsewhere = database.kind === "pglite" ? "DATA_DIR" : "DATABASE_URL";
  return new StartError(
    `FIREBASE_PROJECT_ID: the database belongs to the identity project "${owner}", not to "${identity.projectId}"; ` +
      `start with FIREBASE_PROJECT_ID=${owner}, or name another database (${elsewhere}).`,
  );
}

/**
 * Opens the database with the newest schema; throws what `describeStartError` tells in a line.
 * `check` may refuse it before anything is changed.
 */
export async function openMigrated(
  config: Config,
  log: ServerLog,
  shutdown: Shutdown,
  check: (db: Kysely<Tables>) => Promise<void> = async () => {},
): Promise<Database> {
  const target = config.database;
  try {
    const database = await openDatabase(target, log, { onError: endProcess });
    shutdown.add(database.close);
    await database.ping();
    await checkSettings(database, target);
    await check(database.db);
    await migrateWith(database, target, log);
    return database;
  } catch (error) {
    if (error instanceof OldSchemaError) throw oldSchemaError(target, error);
    if (told.some((kind) => error instanceof kind)) throw error;
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
