import { createHash } from "node:crypto";
import { access, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { PGlite } from "@electric-sql/pglite";
import { Kysely, sql } from "kysely";
import { dialectOver } from "../../server/db/dialect.ts";
import { migrationsChecksum } from "../../server/db/migrate.ts";
import { openPglite } from "../../server/db/pgliteSource.ts";
import type { Tables } from "../../server/db/tables.ts";
import { migrateTemplate } from "./migratedTemplate.ts";
import { migrationsOfTests } from "./migrationsDirectory.ts";

const CACHE = new URL("../../node_modules/.cache/knowledge-insight/", import.meta.url);

const PROGRAM = new URL(
  "../../node_modules/@electric-sql/pglite/dist/pglite.wasm",
  import.meta.url,
);

/** While V8 holds it, the threads of all PGlites of this process share what it compiles. */
const compiled: WebAssembly.Module[] = [];

let building: Promise<string> | undefined;
let making: Promise<string> | undefined;

/** The file with a dump of a migrated PGlite, kept until the migrations change. */
export function pgliteTemplate(): Promise<string> {
  building ??= build();
  return building;
}

/** The file with a dump of a PGlite without a schema: to make one takes as long as to open four. */
export function barePglite(): Promise<string> {
  making ??= make();
  return making;
}

async function build(): Promise<string> {
  compiled.push(await WebAssembly.compile(await readFile(PROGRAM)));
  const migrations = await migrationsOfTests();
  return stored(`pglite-small-${migrationsChecksum(migrations)}.tar`, async () => {
    const source = await openPglite({ dataDir: ":memory:", loadDataDir: await barePglite() });
    const db = new Kysely<Tables>({ dialect: dialectOver(source) });
    await migrateTemplate(db, migrations);
    await dropTemplates(db);
    // Each start clears its buffers, which takes 0.1 s for the 128 MB that it has by default.
    await sql`alter system set shared_buffers = '16MB'`.execute(db);
    return source.dump().finally(() => source.close());
  });
}

async function make(): Promise<string> {
  const program = createHash("sha256").update(await readFile(PROGRAM));
  return stored(`pglite-bare-${program.digest("hex").slice(0, 16)}.tar`, emptyDatabase);
}

/** A file of the cache, made where it is missing. */
async function stored(name: string, content: () => Promise<Uint8Array>): Promise<string> {
  const file = new URL(name, CACHE);
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (!isThere) {
    await mkdir(CACHE, { recursive: true });
    const draft = new URL(`${file.href}.${process.pid}`);
    await writeFile(draft, await content());
    // Test files run in several processes: the last one wins, and all dumps are equal.
    await rename(draft, file);
  }
  return fileURLToPath(file);
}

/**
 * With a log in files of 1 MB, which each start unpacks: by default two of 16 MB were two thirds of
 * the dump.
 */
async function emptyDatabase(): Promise<Uint8Array> {
  const database = await PGlite.create({
    dataDir: "memory://",
    initDbStartParams: ["--wal-segsize=1"],
  });
  await database.exec("alter system set min_wal_size = '2MB'");
  const dump = await database.dumpDataDir("none");
  await database.close();
  return new Uint8Array(await dump.arrayBuffer());
}

/** PostgreSQL's template databases are two thirds of the files that each start unpacks. */
async function dropTemplates(db: Kysely<Tables>): Promise<void> {
  await sql`update pg_database set datistemplate = false where datistemplate`.execute(db);
  await sql`drop database template0`.execute(db);
  await sql`drop database template1`.execute(db);
}
