import { pathToFileURL } from "node:url";
import { type Migration, readMigrations } from "../../server/db/migrationFiles.ts";

/**
 * The migrations that test databases are made of: ours, or those of a newer release, on which
 * tests/operations/releaseBefore.test.ts runs the tests of this one.
 */
export function migrationsOfTests(): Promise<Migration[]> {
  const newer = process.env.TEST_MIGRATIONS;
  return readMigrations(newer ? pathToFileURL(`${newer}/`) : undefined);
}
