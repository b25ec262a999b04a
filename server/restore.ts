import { createReadStream } from "node:fs";
import { BackupError, readBackup } from "./backup/backupFile.ts";
import { readEmbeddedConfig } from "./backup/embeddedOnly.ts";
import { placeBackup } from "./backup/placeBackup.ts";
import { ConfigError } from "./config.ts";
import { describeStartError } from "./startError.ts";

const USAGE = "Usage: restore.js FILE [--replace]";

/** `npm run restore -- FILE [--replace]`: fills DATA_DIR from a backup of the embedded parts. */
async function restore(file: string, replaces: boolean): Promise<void> {
  const { dataDir } = readEmbeddedConfig(process.env);
  const backup = await readBackup(createReadStream(file), file);
  const aside = await placeBackup(backup, { dataDir, replaces });
  if (aside !== undefined) console.log(`What was there is in ${aside}.`);
  console.log(
    `${dataDir} is as of ${backup.about.createdAt}; now run restored.js --at ${backup.about.createdAt}.`,
  );
}

try {
  const parameters = process.argv.slice(2);
  const files = parameters.filter((parameter) => parameter !== "--replace");
  const [file] = files;
  if (!file || files.length > 1 || file.startsWith("-")) throw new ConfigError(USAGE);
  await restore(file, files.length < parameters.length);
} catch (error) {
  console.error(error instanceof BackupError ? error.message : describeStartError(error));
  process.exitCode = 1;
}
