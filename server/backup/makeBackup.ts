import { chmodSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { platform } from "node:process";
import { pipeline } from "node:stream/promises";
import { type Config, ConfigError, readConfig } from "../config.ts";
import type { Database } from "../db/client.ts";
import { appliedMigrations } from "../db/schemaState.ts";
import { accountsFileIn } from "../identity/openIdentity.ts";
import { packageVersion } from "../release.ts";
import { type Backup, BackupError, writeBackup } from "./backupFile.ts";

/** Throws ConfigError where the database is PostgreSQL, which has programs of its own for it. */
export function readEmbeddedConfig(env: NodeJS.ProcessEnv): Config {
  const config = readConfig(env);
  if (config.database.kind === "pglite") return config;
  throw new ConfigError(
    "DATABASE_URL: PostgreSQL is backed up and restored with its own programs (docs/operations/backup.md).",
  );
}

/**
 * Both stores of the embedded parts. The accounts are read after the database, so that each account
 * that a row knows is there; what they are ahead by is repaired at the next start
 * (docs/decisions/067-backup-of-embedded-parts.md).
 */
export async function makeBackup(
  { dataDir, identity }: Pick<Config, "dataDir" | "identity">,
  { db, dump }: Pick<Database, "db" | "dump">,
): Promise<Backup> {
  if (!dump) throw new BackupError("Only the embedded database is backed up so.");
  const applied = await appliedMigrations(db);
  const createdAt = new Date().toISOString();
  const database = await dump();
  const accounts = identity.kind === "emulator" ? await readAccounts(dataDir) : null;
  const about = {
    version: packageVersion(),
    migrations: applied.map(({ name }) => name),
    projectId: identity.projectId,
    createdAt,
  };
  return { about, database, accounts };
}

/** Null before the first account. */
async function readAccounts(dataDir: string): Promise<Uint8Array | null> {
  try {
    return await readFile(accountsFileIn(dataDir));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** What the kernel takes as the path of a socket. */
const LONGEST_PATH = 100;

const socketIn = (dataDir: string) => join(dataDir, "backup.sock");

type Log = { error(details: object, message: string): void };

/**
 * Answers each connection to a socket in the data directory with a backup. Only the account of the server
 * reaches it: the directory and the socket are its own. Call it with the lock of the directory.
 */
export async function serveBackups(
  dataDir: string,
  make: () => Promise<Backup>,
  log: Log,
): Promise<() => Promise<void>> {
  const path = socketIn(dataDir);
  // Elsewhere a backup needs a stopped server.
  if (platform === "win32" || Buffer.byteLength(path) > LONGEST_PATH) return async () => {};
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    answer(socket, make).catch((err: unknown) => {
      log.error({ err }, "a backup could not be made");
      socket.destroy();
    });
  });
  // A killed server leaves its socket; the lock says that it is nobody else's.
  rmSync(path, { force: true });
  const mask = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(path, resolve);
    });
  } finally {
    process.umask(mask);
  }
  chmodSync(path, 0o600);
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
}

async function answer(socket: Socket, make: () => Promise<Backup>): Promise<void> {
  await pipeline(writeBackup(await make()), socket);
}

/** The bytes of a backup by the server that runs; undefined if none does. */
export function askServer(dataDir: string): Promise<Socket | undefined> {
  const socket = connect(socketIn(dataDir));
  return new Promise((resolve) => {
    socket.once("error", () => resolve(undefined));
    socket.once("connect", () => {
      socket.removeAllListeners("error");
      resolve(socket);
    });
  });
}
