import type { Kysely } from "kysely";
import { type Config, ConfigError, readConfig } from "../config.ts";
import type { Database } from "../db/client.ts";
import type { Tables } from "../db/tables.ts";
import type { IdentityService } from "../identity/identity.ts";
import { openIdentity } from "../identity/openIdentity.ts";
import { ServerLog } from "../log/logOutput.ts";
import { lockDataDirectory } from "../start/dataDirectory.ts";
import { Shutdown } from "../start/shutdown.ts";
import { describeStartError } from "../start/startMessages.ts";

export interface Command<Options> {
  usage: string;
  /** Returns undefined if the parameters are not as in `usage`; throws ConfigError where it can say more. */
  read(parameters: string[]): Options | undefined;
  /** Returns the exit code. */
  run(options: Options): Promise<number>;
  /** The exit code if `run` throws. */
  failure?: number;
}

/** Runs a command of an operator; prints one line if it fails. */
export async function runCommand<Options>(command: Command<Options>): Promise<void> {
  const { usage, read, run, failure = 1 } = command;
  try {
    const options = read(process.argv.slice(2));
    if (options === undefined) throw new ConfigError(`Usage: ${usage}`);
    process.exitCode = await run(options);
  } catch (error) {
    console.error(describeStartError(error));
    process.exitCode = failure;
  }
}

export interface Opened {
  config: Config;
  database: Database;
  db: Kysely<Tables>;
  log: ServerLog;
  now: () => Date;
}

type Open = (config: Config, log: ServerLog, shutdown: Shutdown) => Promise<Database>;

/**
 * Opens the database by `open` and closes it after `work`. Locks the data directory that an embedded
 * database is in, so no server runs meanwhile.
 */
export function withDatabase<Result>(
  open: Open,
  work: (opened: Opened) => Promise<Result>,
  config = readConfig(process.env),
): Promise<Result> {
  return closingAll(async (shutdown) => {
    const log = new ServerLog();
    if (config.database.kind === "pglite") shutdown.add(await lockDataDirectory(config.dataDir));
    const database = await open(config, log, shutdown);
    return work({ config, database, db: database.db, log, now: () => new Date() });
  });
}

/** Does so with the identity service, too, which is opened after the database or when `open` asks for it. */
export function withIdentity<Result>(
  open: (...parts: [...Parameters<Open>, () => Promise<IdentityService>]) => Promise<Database>,
  work: (opened: Opened & { identity: IdentityService }) => Promise<Result>,
  config = readConfig(process.env),
): Promise<Result> {
  return closingAll(async (shutdown) => {
    const log = new ServerLog();
    const { dataDir } = config;
    const isEmbedded = config.database.kind === "pglite" || config.identity.kind === "emulator";
    if (isEmbedded) shutdown.add(await lockDataDirectory(dataDir));
    let opened: IdentityService | undefined;
    const askedIdentity = async () => {
      if (opened) return opened;
      opened = await openIdentity(config.identity, { dataDir, log, onMail: () => {} });
      shutdown.add(opened.close);
      return opened;
    };
    const database = await open(config, log, shutdown, askedIdentity);
    const identity = await askedIdentity();
    return work({ config, database, db: database.db, identity, log, now: () => new Date() });
  });
}

async function closingAll<Result>(work: (shutdown: Shutdown) => Promise<Result>): Promise<Result> {
  const shutdown = new Shutdown();
  try {
    return await work(shutdown);
  } finally {
    await shutdown.closeAll();
  }
}

/** The configuration of a console without embedded parts; otherwise throws a ConfigError that ends with `reason`. */
export function readOwnPartsConfig(reason: string): Config {
  // Google's library warns where it looks for credentials in vain, which the error says as well.
  process.removeAllListeners("warning");
  const config = readConfig(process.env);
  if (config.identity.kind === "firebase" && config.database.kind === "postgres") return config;
  throw new ConfigError(`DATABASE_URL, FIREBASE_PROJECT_ID: required; ${reason}`);
}
