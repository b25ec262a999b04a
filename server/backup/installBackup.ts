import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { openDatabase } from "../db/client.ts";
import { readMigrations } from "../db/migrationFiles.ts";
import { accountsFileIn } from "../identity/openIdentity.ts";
import { lockDataDirectory } from "../start/dataDirectory.ts";
import { type Backup, BackupError } from "./makeBackup.ts";

/** What the Auth Emulator writes (tools/auth-emulator/emulator.cjs), as far as it is compared. */
const file = z.object({
  users: z.array(z.object({ localId: z.string(), disabled: z.boolean().optional() })),
});

function accountsOf(bytes: Uint8Array): z.infer<typeof file>["users"] | undefined {
  try {
    return file.parse(JSON.parse(Buffer.from(bytes).toString("utf8"))).users;
  } catch {
    return undefined;
  }
}

/** How many accounts of a backup are missing now or disabled only now; undefined if a file cannot be read. */
function withdrawnSince(backup: Uint8Array, now: Uint8Array): number | undefined {
  const [then, there] = [accountsOf(backup), accountsOf(now)];
  if (!then || !there) return undefined;
  const disabled = new Map(there.map((account) => [account.localId, account.disabled === true]));
  return then.filter((account) => !account.disabled && (disabled.get(account.localId) ?? true))
    .length;
}

interface Placing {
  dataDir: string;
  /** Moves a directory that is filled aside. */
  replaces: boolean;
  /** Whether the accounts stay as that directory has them, or come from the backup; asked for if it matters. */
  accounts: "stay" | "backup" | undefined;
}

/** What a directory has that no server has filled yet. */
const EMPTY = ["lock"];

/**
 * Fills a data directory from a backup, and moves another one aside if `replaces`. Everything is opened
 * beside it first; two renames end it. Returns where the old directory is. Throws BackupError and
 * DataDirectoryError.
 */
export async function installBackup(
  backup: Backup,
  { dataDir: given, replaces, accounts }: Placing,
): Promise<string | undefined> {
  const dataDir = resolve(given);
  await refuseNewer(backup);
  const isThere = existsSync(dataDir);
  const release = await lockDataDirectory(dataDir);
  const staged = `${dataDir}.restoring`;
  try {
    const names = await readdir(dataDir);
    const isEmpty = names.every((name) => EMPTY.includes(name));
    if (!isEmpty && !replaces) {
      throw new BackupError(
        `DATA_DIR: ${dataDir} is not empty; --replace moves it aside and puts the backup in its place.`,
      );
    }
    await rm(staged, { recursive: true, force: true });
    const stored = await accountsToRestore(backup, dataDir, accounts);
    await unpack({ ...backup, accounts: stored }, staged);
    const aside = `${dataDir}.before-${new Date().toISOString().replace(/\D/g, "").slice(0, 14)}`;
    if (isEmpty) await rm(dataDir, { recursive: true });
    else await move(dataDir, aside);
    await rename(staged, dataDir).catch(async (error: unknown) => {
      if (!isEmpty) await rename(aside, dataDir);
      throw error;
    });
    return isEmpty ? undefined : aside;
  } catch (error) {
    await rm(staged, { recursive: true, force: true });
    if (!isThere) await rm(dataDir, { recursive: true, force: true });
    throw error;
  } finally {
    await release();
  }
}

async function refuseNewer({ about }: Backup): Promise<void> {
  const own = new Set((await readMigrations()).map(({ name }) => name));
  if (about.migrations.every((name) => own.has(name))) return;
  throw new BackupError(
    `The backup is of a newer release (${about.version}); restore it with that one.`,
  );
}

/**
 * The accounts to put in place. A real project would not be put back, so users who were disabled or erased since
 * would stay so; here the operator has to say whether the directory is that of the backup.
 */
async function accountsToRestore(
  { accounts }: Backup,
  dataDir: string,
  choice: Placing["accounts"],
): Promise<Uint8Array | null> {
  const file = accountsFileIn(dataDir);
  if (accounts === null || !existsSync(file)) return accounts;
  const now = await readFile(file);
  const withdrawn = withdrawnSince(accounts, now);
  if (choice === undefined && withdrawn !== 0) {
    const which =
      withdrawn === undefined
        ? `${file} cannot be read`
        : `${withdrawn} accounts of the backup are disabled or gone in ${dataDir}`;
    throw new BackupError(
      `${which}: --accounts stay leaves accounts and passwords as they are now, --accounts backup brings them back.`,
    );
  }
  return choice === "stay" ? now : accounts;
}

/** Opens the database once, which proves that it can be. */
async function unpack({ database, accounts }: Backup, directory: string): Promise<void> {
  await mkdir(directory, { mode: 0o700 });
  const dump = join(directory, "database.tar");
  await writeFile(dump, database, { mode: 0o600 });
  const opened = await openDatabase({
    kind: "pglite",
    dataDir: join(directory, "database"),
    loadDataDir: dump,
  });
  try {
    await opened.ping();
  } finally {
    await opened.close();
  }
  await rm(dump);
  if (!accounts) return;
  const file = accountsFileIn(directory);
  await mkdir(dirname(file), { mode: 0o700 });
  await writeFile(file, accounts, { mode: 0o600, flush: true });
}

async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    throw new BackupError(
      `DATA_DIR: ${from} cannot be moved aside (${code}); a mount point cannot, so let DATA_DIR be below it.`,
    );
  }
}
