import { once } from "node:events";
import { DataDirectoryError, lockDataDirectory } from "../../server/dataDirectory.ts";

/** A process of its own that tries for the lock when told to on stdin, and keeps what it got. */
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
