import { once } from "node:events";
import { DataDirectoryError, lockDataDirectory } from "../../server/start/dataDirectory.ts";

/** A child process that tries to take the lock when told to on stdin, and keeps it. */
const [directory = ""] = process.argv.slice(2);
process.stdout.write("ready\n");
await once(process.stdin, "data");
try {
  await lockDataDirectory(directory);
  process.stdout.write("won\n");
} catch (error) {
  if (!(error instanceof DataDirectoryError)) throw error;
  process.stdout.write(`${error.message}\n`);
}
