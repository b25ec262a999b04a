import { type Kysely, sql } from "kysely";
import { MONTHS_AHEAD, migrate } from "../../server/db/migrate.ts";
import type { Migration } from "../../server/db/migrationFiles.ts";
import type { Tables } from "../../server/db/tables.ts";
import { NOON } from "./usage.ts";

/** Migrates a template, with the months of the ledger around the days of the tests of usage. */
export async function migrateTemplate(db: Kysely<Tables>, migrations: readonly Migration[]) {
  await migrate(db, migrations);
  await sql`select make_ledger_months(${MONTHS_AHEAD}, ${NOON}::date)`.execute(db);
}
