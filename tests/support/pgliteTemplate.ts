import { access, mkdir, rename, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Kysely, sql } from "kysely";
import { dialectOver } from "../../server/db/dialect.ts";
import { migrationsChecksum, readMigrations } from "../../server/db/migrate.ts";
import { openPglite } from "../../server/db/pgliteSource.ts";
import type { Tables } from "../../server/db/tables.ts";
import { migrateTemplate } from "./migratedTemplate.ts";

const CACHE = new URL("../../node_modules/.cache/knowledge-insight/", import.meta.url);

let building: Promise<string> | undefined;

/** The file with a dump of a migrated PGlite, kept until the migrations change. */
export function pgliteTemplate(): Promise<string> {
  building ??= build();
  return building;
}

async function build(): Promise<string> {
  const migrations = await readMigrations();
  const file = new URL(`pglite-alone-${migrationsChecksum(migrations)}.tar`, CACHE);
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (!isThere) {
    const source = await openPglite({ dataDir: ":memory:" });
    const db = new Kysely<Tables>({ dialect: dialectOver(source) });
    await migrateTemplate(db, migrations);
    await dropTemplates(db);
    // Each start clears its buffers, which takes 0.1 s for the 128 MB that it has by default.
    await sql`alter system set shared_buffers = '16MB'`.execute(db);
    const draft = new URL(`${file.href}.${process.pid}`);
    await mkdir(CACHE, { recursive: true });
    await writeFile(draft, await source.dump());
    await source.close();
    // Test files run in several processes: the last one wins, and all dumps are equal.
    await rename(draft, file);
  }
  return fileURLToPath(file);
}

/** PostgreSQL's template databases are two thirds of the files that each start unpacks. */
async function dropTemplates(db: Kysely<Tables>): Promise<void> {
  await sql`update pg_database set datistemplate = false where datistemplate`.execute(db);
  await sql`drop database template0`.execute(db);
  await sql`drop database template1`.execute(db);
}
