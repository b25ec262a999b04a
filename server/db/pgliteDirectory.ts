import { readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { pgErrorCode } from "./errors.ts";
import { EmbeddedDatabaseFault } from "./pgliteFault.ts";

/**
 * Looks at a data directory before PGlite does, which takes one without PG_VERSION for a new one and
 * fills it anew. Throws EmbeddedDatabaseFault.
 *
 * @returns whether a database has yet to be made there; "empty" where the directory itself is there
 */
export async function stateOfDirectory(dataDir: string): Promise<"absent" | "empty" | "filled"> {
  try {
    const names = await readdir(dataDir);
    if (names.length === 0) return "empty";
    if (names.includes("PG_VERSION")) {
      await readFile(join(dataDir, "PG_VERSION"));
      return "filled";
    }
  } catch (error) {
    const code = pgErrorCode(error);
    if (code === "ENOENT") return "absent";
    throw new EmbeddedDatabaseFault(`DATA_DIR: ${dataDir} cannot be read (${code}).`);
  }
  throw new EmbeddedDatabaseFault(
    `DATA_DIR: ${dataDir} is no database (PG_VERSION is missing) and not empty; restore a backup, or move it away to begin anew.`,
  );
}

/**
 * Makes a new database under another name and gives it its own only when it is complete: a first
 * start that was killed must not look like a damaged database to the next one.
 */
export async function makeDirectory(
  dataDir: string,
  make: (directory: string) => Promise<void>,
): Promise<void> {
  const incomplete = `${dataDir}.incomplete`;
  await rm(incomplete, { recursive: true, force: true });
  await make(incomplete);
  await rename(incomplete, dataDir);
}
