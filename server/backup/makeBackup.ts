import { createHash } from "node:crypto";
import { chmodSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { platform } from "node:process";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { extract, pack } from "tar-stream";
import { z } from "zod";
import { type Config, ConfigError, readConfig } from "../config.ts";
import type { Database } from "../db/client.ts";
import { appliedMigrations } from "../db/schemaState.ts";
import { accountsFileIn } from "../identity/openIdentity.ts";
import { PlainError } from "../plainError.ts";
import { packageVersion } from "../release.ts";

/** A file that is no whole backup, or one that this release cannot use; the message is a sentence. */
export class BackupError extends PlainError {
  override readonly name = "BackupError";
}

/** What a backup consists of, in this order. */
const PARTS = ["database.tar", "accounts.json"] as const;
const MANIFEST = "manifest.json";

const manifest = z.object({
  format: z.literal("knowledge-insight-backup-1"),
  version: z.string(),
  migrations: z.array(z.string()).min(1),
  projectId: z.string(),
  createdAt: z.iso.datetime(),
  sha256: z.object({ "database.tar": z.string(), "accounts.json": z.string().nullable() }),
});

type About = Omit<z.infer<typeof manifest>, "format" | "sha256">;

export interface Backup {
  about: About;
  database: Uint8Array;
  /** Null where the accounts are at a real project. */
  accounts: Uint8Array | null;
}

const hex = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** The bytes of the file: a tar, gzipped, that begins with its manifest. */
export function writeBackup({ about, database, accounts }: Backup): Readable {
  const content = {
    format: "knowledge-insight-backup-1",
    ...about,
    sha256: { "database.tar": hex(database), "accounts.json": accounts && hex(accounts) },
  };
  const tar = pack();
  const add = (name: string, bytes: Uint8Array) =>
    tar.entry({ name, mode: 0o600 }, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  add(MANIFEST, Buffer.from(JSON.stringify(content, null, 2)));
  add("database.tar", database);
  if (accounts) add("accounts.json", accounts);
  tar.finalize();
  const gzip = createGzip({ level: 1 });
  tar.on("error", (error) => gzip.destroy(error));
  return tar.pipe(gzip);
}

/** Reads all of a backup and proves that nothing of it is missing or changed. Throws BackupError. */
export async function readBackup(file: Readable, name: string): Promise<Backup> {
  const entries = await entriesOf(file, name);
  const read = manifest.safeParse(parsed(entries.get(MANIFEST)));
  if (!read.success) throw new BackupError(`${name} is no backup of Knowledge Insight.`);
  const { sha256: sums, format: _, ...about } = read.data;
  for (const part of PARTS) {
    const bytes = entries.get(part);
    if (sums[part] === (bytes ? hex(bytes) : null)) continue;
    throw new BackupError(`${name} is damaged: ${part} is not as it was written.`);
  }
  const database = entries.get("database.tar") ?? new Uint8Array();
  return { about, database, accounts: entries.get("accounts.json") ?? null };
}

async function entriesOf(file: Readable, name: string): Promise<Map<string, Uint8Array>> {
  const entries = new Map<string, Uint8Array>();
  const gunzip = createGunzip();
  const tar = extract();
  file.on("error", (error) => gunzip.destroy(error));
  gunzip.on("error", (error) => tar.destroy(error));
  file.pipe(gunzip).pipe(tar);
  try {
    for await (const entry of tar) entries.set(entry.header.name, await buffer(entry));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "ENOENT") throw new BackupError(`${name} does not exist.`);
    if (["EACCES", "EISDIR"].includes(code)) {
      throw new BackupError(`${name} cannot be read (${code}).`);
    }
    const what = entries.has(MANIFEST) ? "is damaged or cut off" : "is no backup, or is damaged";
    throw new BackupError(`${name} ${what}.`);
  }
  return entries;
}

function parsed(bytes: Uint8Array | undefined): unknown {
  try {
    return JSON.parse(Buffer.from(bytes ?? []).toString());
  } catch {
    return undefined;
  }
}

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
