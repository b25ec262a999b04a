import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { BackupError, readBackup, writeBackup } from "../backup/backupFile.ts";
import { askServer } from "../backup/backupSocket.ts";
import { readEmbeddedConfig } from "../backup/embeddedOnly.ts";
import { makeBackup } from "../backup/makeBackup.ts";
import { type Config, ConfigError } from "../config.ts";
import { ServerLog } from "../log/serverLog.ts";
import { lockDataDirectory } from "../start/dataDirectory.ts";
import { openUnchanged } from "../start/openOwn.ts";
import { Shutdown } from "../start/shutdown.ts";
import { describeStartError } from "../start/startError.ts";

const USAGE = "Usage: backup.js FILE";

/** `npm run backup -- FILE`: both stores of the embedded parts in one file, also while the server runs. */
async function backup(file: string): Promise<void> {
  const config = readEmbeddedConfig(process.env);
  if (existsSync(file)) throw new BackupError(`${file} exists already; name a new file.`);
  if (!existsSync(join(config.dataDir, "database"))) {
    throw new BackupError(`DATA_DIR: ${config.dataDir} has no database yet.`);
  }
  const part = `${file}.part`;
  try {
    await write(config, part);
    // Only a file that can be restored gets its name.
    const { about } = await readBackup(createReadStream(part), file);
    await rename(part, file);
    console.log(`${file}: as of ${about.createdAt}, version ${about.version}.`);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

async function write(config: Config, part: string): Promise<void> {
  const save = (bytes: Readable) =>
    pipeline(bytes, createWriteStream(part, { mode: 0o600, flush: true }));
  const running = await askServer(config.dataDir);
  if (running) return save(running);
  const shutdown = new Shutdown();
  try {
    shutdown.add(await lockDataDirectory(config.dataDir));
    const database = await openUnchanged(config, new ServerLog(), shutdown);
    await save(writeBackup(await makeBackup(config, database)));
  } finally {
    await shutdown.closeAll();
  }
}

try {
  const [file, ...more] = process.argv.slice(2);
  if (!file || file.startsWith("-") || more.length > 0) throw new ConfigError(USAGE);
  await backup(file);
} catch (error) {
  console.error(error instanceof BackupError ? error.message : describeStartError(error));
  process.exitCode = 1;
}
