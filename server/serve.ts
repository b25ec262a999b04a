import { printMail } from "./announce.ts";
import { buildApp } from "./app.ts";
import { browserAddress } from "./browserAddress.ts";
import { type Config, readConfig } from "./config.ts";
import { lockDataDirectory } from "./dataDirectory.ts";
import { type Database, openDatabase } from "./db/client.ts";
import { MigrationError, migrate, OldSchemaError } from "./db/migrate.ts";
import { openingFault } from "./db/pgliteFault.ts";
import { demoAccounts, seedDemo } from "./demo/seed.ts";
import type { IdentityService } from "./identity/identity.ts";
import { type OpenIdentity, openIdentity } from "./identity/openIdentity.ts";
import { sendJob } from "./jobs/queues.ts";
import { ServerLog } from "./serverLog.ts";
import { closeServer, type Shutdown } from "./shutdown.ts";
import { listenFault, reasonOf, StartFault } from "./startFault.ts";
import { tryPort } from "./tryPort.ts";

/**
 * Connections that may wait to be accepted; the kernel's own limit counts too. One too many waits
 * seconds until it is tried again, which nothing that is admitted ought to.
 */
const CONNECTIONS_WAITING = 4_096;

export interface Serving {
  config: Config;
  /** Where the server listens, for a person. */
  address: string;
}

/**
 * Starts everything the environment asks for and listens. What was opened is handed to shutdown at once,
 * so that a start that fails or is broken off leaves nothing behind.
 *
 * @returns undefined when a signal came before it was done
 */
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
    // What was done to the embedded emulator while we were away, or lost with its file.
    await database.db.transaction().execute((trx) => sendJob(trx, "reconcileAccounts", {}));
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
  try {
    await app.listen({ host, port, backlog: CONNECTIONS_WAITING });
  } catch (error) {
    throw listenFault(error, host, port);
  }
  const address = app.server.address();
  const bound = typeof address === "object" && address ? address.port : port;
  return { config, address: browserAddress(host, bound) };
}

interface Parts {
  database: Database;
  identity: IdentityService;
}

/** Both take their time, so they open side by side; if one fails, the other is still closed properly. */
async function openParts(
  config: Config,
  log: ServerLog,
  shutdown: Shutdown,
  open: OpenIdentity,
): Promise<Parts> {
  const [database, identity] = await Promise.allSettled([
    openMigrated(config, log, shutdown),
    open(config.identity, { dataDir: config.dataDir, log, onMail: printMail }).then((opened) => {
      shutdown.add(opened.close);
      return opened;
    }),
  ]);
  if (database.status === "rejected") throw database.reason;
  if (identity.status === "rejected") throw identity.reason;
  return { database: database.value, identity: identity.value };
}

/** Migrations may take long, and copies wait for each other: neither is cut off as a request is. */
async function migrateWith(
  database: Database,
  target: Config["database"],
  log: ServerLog,
): Promise<void> {
  if (target.kind === "pglite") {
    await migrate(database.db);
    return;
  }
  const patient = await openDatabase({ ...target, poolSize: 1, patient: true }, log);
  try {
    await migrate(patient.db);
  } finally {
    await patient.close();
  }
}

async function openMigrated(config: Config, log: ServerLog, shutdown: Shutdown): Promise<Database> {
  const target = config.database;
  try {
    const database = await openDatabase(target, log, { onFault: endProcess });
    shutdown.add(database.close);
    await database.ping();
    await migrateWith(database, target, log);
    return database;
  } catch (error) {
    if (error instanceof OldSchemaError) throw oldSchemaFault(target, error);
    if (error instanceof MigrationError) throw error;
    // It opens damaged, too, where what PGlite itself needs is whole.
    if (target.kind === "pglite") throw openingFault(target.dataDir, error);
    throw new StartFault(`DATABASE_URL: the database cannot be used: ${reasonOf(error)}.`, {
      cause: error,
    });
  }
}

function oldSchemaFault(target: Config["database"], error: OldSchemaError): StartFault {
  const advice =
    target.kind === "pglite"
      ? `DATA_DIR: ${error.message}; move ${target.dataDir} away to start over.`
      : `DATABASE_URL: ${error.message}; name an empty database to start over.`;
  return new StartFault(advice, { cause: error });
}

/** An embedded database that cannot go on comes back with the next start only. */
function endProcess(fault: Error): void {
  console.error(fault.message);
  process.exit(1);
}
