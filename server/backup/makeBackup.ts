import { readFile } from "node:fs/promises";
import type { Config } from "../config.ts";
import type { Database } from "../db/client.ts";
import { appliedMigrations } from "../db/schemaState.ts";
import { accountsFileIn } from "../identity/openIdentity.ts";
import { packageVersion } from "../packageRoot.ts";
import { type Backup, BackupError } from "./backupFile.ts";

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
