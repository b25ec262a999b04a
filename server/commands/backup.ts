import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  askServer,
  BackupError,
  makeBackup,
  readBackup,
  readEmbeddedConfig,
  writeBackup,
} from "../backup/makeBackup.ts";
import type { Config } from "../config.ts";
import { openUnchanged } from "../start/openOwn.ts";
import { runCommand, withDatabase } from "./runCommand.ts";

/** `npm run backup -- FILE`: both stores of the embedded parts in one file, also while the server runs. */
await runCommand({
  usage: "backup.js FILE",
  read: ([file, ...more]) =>
    file && !file.startsWith("-") && more.length === 0 ? file : undefined,
  run: backup,
});

async function backup(file: string): Promise<number> {
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
    return 0;
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
  await withDatabase(
    openUnchanged,
    async ({ database }) => save(writeBackup(await makeBackup(config, database))),
    config,
  );
}
