import type { Config } from "../config.ts";
import { lackingParts, plainName } from "../db/catalogue.ts";
import { type Database, openDatabase } from "../db/client.ts";
import { checkMigrated, migrate } from "../db/migrate.ts";
import { isSameDatabase } from "../db/pooledSessions.ts";
import { schemaState } from "../db/schemaState.ts";
import type { ServerLog } from "../log/logOutput.ts";
import { StartError, unusable } from "./startMessages.ts";

/** Migrates, or checks that it is done. Returns the names of what was applied. Throws MigrationError. */
export async function migrateAtStart(
  database: Database,
  config: Pick<Config, "database" | "migrate">,
  log: ServerLog,
): Promise<string[]> {
  const applied = config.migrate === "auto" ? await migrateWith(database, config, log) : [];
  if (config.migrate === "check") await checkMigrated(database.db);
  if (applied.length > 0) log.info({ migrations: applied }, "migrations applied");
  const { state, unknown } = await schemaState(database.db);
  if (state === "newer-compatible") {
    console.error(
      `The database was migrated by a newer version (${unknown.join(", ")}), which this one can run on.`,
    );
  }
  return applied;
}

/** Prints a line if a restore has lost parts of the schema (docs/operations/doctor.md#after-a-restore). */
export async function warnOfMissingParts({ db }: Pick<Database, "db">): Promise<void> {
  if ((await schemaState(db)).state !== "current") return;
  const [first, ...others] = await lackingParts(db);
  if (!first) return;
  const more = others.length > 0 ? ` and ${others.length} more` : "";
  console.error(
    `The schema lacks ${plainName(first.name)}${more}: node dist/server/doctor.js names what is missing, and --repair makes it.`,
  );
}

/** Migrations may take long or wait for another process, so they have no statement timeout. */
async function migrateWith(
  database: Database,
  { database: target }: Pick<Config, "database">,
  log: ServerLog,
): Promise<string[]> {
  if (target.kind === "pglite") return migrate(database.db);
  const { kind, url, directUrl } = target;
  const patient = await openDatabase(
    { kind, url: directUrl ?? url, poolSize: 1, patient: true },
    log,
  );
  try {
    if (directUrl !== undefined) await checkDirect(database, patient);
    return await migrate(patient.db);
  } finally {
    await patient.close();
  }
}

async function checkDirect(database: Database, direct: Database): Promise<void> {
  try {
    await direct.ping();
  } catch (error) {
    throw unusable("DATABASE_DIRECT_URL", error);
  }
  if (!(await isSameDatabase(database.db, direct.db))) {
    throw new StartError("DATABASE_DIRECT_URL: leads to another database than DATABASE_URL.");
  }
}
