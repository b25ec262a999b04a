import { createServer } from "node:net";
import type { FastifyInstance } from "fastify";
import { browserAddress } from "../addressLimit.ts";
import { buildApp } from "../app.ts";
import { makeBackup, serveBackups } from "../backup/makeBackup.ts";
import type { Config } from "../config.ts";
import type { Database } from "../db/client.ts";
import { pgErrorCode } from "../db/errors.ts";
import { seedDemoSso } from "../demo/demoSso.ts";
import { demoAccounts, seedDemo } from "../demo/seed.ts";
import type { EmulatorMail } from "../identity/emulator.ts";
import type { IdentityService } from "../identity/identity.ts";
import { type OpenIdentity, openIdentity } from "../identity/openIdentity.ts";
import { sendJob } from "../jobs/queues.ts";
import { ServerLog } from "../log/logOutput.ts";
import { METRICS_HOST, serveMetrics } from "../metrics/metricsServer.ts";
import { isRepairHeld } from "../modules/people/accounts/requestAccount.ts";
import { lockDataDirectory } from "./dataDirectory.ts";
import { openOwn, warnOfMissingParts } from "./openOwn.ts";
import { closeServer, type Shutdown } from "./shutdown.ts";
import { listenError, printMail, StartError } from "./startMessages.ts";

/** The backlog of the socket: a connection beyond it is retried after seconds. */
const CONNECTIONS_WAITING = 4_096;

const REPAIR_HELD =
  "Accounts are left as they are after a restore: node dist/server/restored.js --list names what differs, and --release lets it go on (docs/operations/backup.md).";

export interface Serving {
  config: Config;
  address: string;
}

/** Demo data numbers its rows itself, which is the owner's to do. */
function explainRights(error: unknown): never {
  if (pgErrorCode(error) !== "42501") throw error;
  throw new StartError(
    "DATABASE_URL: the first start with the Auth Emulator writes demo data, which this role may not; start it once as the role that migrates.",
  );
}

/** Registers each part with shutdown at once. Returns undefined if a signal came first. */
export async function serve(
  config: Config,
  shutdown: Shutdown,
  open: OpenIdentity = openIdentity,
): Promise<Serving | undefined> {
  const { host, port } = config;
  const log = new ServerLog(config.logLevel);
  if (config.database.kind === "pglite" || config.identity.kind === "emulator") {
    shutdown.add(await lockDataDirectory(config.dataDir));
  }
  await tryPort(host, port);
  if (config.metricsPort !== null) await tryPort(METRICS_HOST, config.metricsPort, "METRICS_PORT");
  if (shutdown.asked) return undefined;
  const { database, identity } = await openParts(config, log, shutdown, open);
  await warnOfMissingParts(database);
  if (shutdown.asked) return undefined;
  if (config.identity.kind === "emulator") {
    await seedDemo(database, { now: new Date(), identity }).catch(explainRights);
    if (config.demoSso) await seedDemoSso(database, new Date());
    // The embedded emulator may have changed, or lost its file, since the last run.
    await database.db.transaction().execute(async (trx) => {
      await sendJob(trx, "reconcileAccounts", {});
      // A computer on which people try it out is rarely on at midnight.
      await sendJob(trx, "alertsOfDay", {});
      await sendJob(trx, "sealAudit", {});
    });
  }
  if (await isRepairHeld(database.db)) console.error(REPAIR_HELD);
  if (database.dump) {
    shutdown.add(await serveBackups(config.dataDir, () => makeBackup(config, database), log));
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
  if (config.metricsPort !== null) {
    shutdown.add(await serveMetrics(config.metricsPort, app.readings, app.log));
  }
  process.on("uncaughtException", (err) => {
    app.log.fatal({ err }, "uncaught error");
    process.exit(1);
  });
  if (shutdown.asked) return undefined;
  const address = await listen(app, { host, port, backlog: CONNECTIONS_WAITING });
  shutdown.drainFor(config.drainSeconds, () => app.drain());
  return { config, address };
}

/** Both are slow, so they open in parallel; if one fails, the other is still closed. */
async function openParts(
  config: Config,
  log: ServerLog,
  shutdown: Shutdown,
  open: OpenIdentity,
): Promise<{ database: Database; identity: IdentityService }> {
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

interface ListenOptions {
  host: string;
  /** 0 takes any free port. */
  port: number;
  backlog?: number;
}

/** Listens and returns the address to open in a browser; throws StartError if it cannot. */
export async function listen(app: FastifyInstance, options: ListenOptions): Promise<string> {
  const { host, port } = options;
  try {
    await app.listen(options);
  } catch (error) {
    throw listenError(error, host, port);
  }
  const address = app.server.address();
  return browserAddress(host, typeof address === "object" && address ? address.port : port);
}

/** Reports a port in use before anything slow starts. */
export async function tryPort(host: string, port: number, variable = "PORT"): Promise<void> {
  if (port === 0) return;
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(listenError(error, host, port, variable)));
    server.listen({ host, port }, () => server.close(() => resolve()));
  });
}
