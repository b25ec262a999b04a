import pg from "pg";
import { openDatabase } from "../../server/db/client.ts";
import { migrationsChecksum } from "../../server/db/migrate.ts";
import { migrateTemplate } from "./migratedTemplate.ts";
import { migrationsOfTests } from "./migrationsDirectory.ts";

export type Run = <Row extends pg.QueryResultRow = { name: string }>(
  text: string,
  values?: unknown[],
) => Promise<pg.QueryResult<Row>>;

/** A change of the migrated database, named by what it is called in the template's name. */
export interface Variant {
  name: string;
  change: (url: string) => Promise<void>;
}

const BUILD_LOCK = 7_402_012;
const STALE_AFTER_MS = 60 * 60 * 1000;

const building = new Map<string, Promise<string>>();

/** Name of a migrated database to copy; built once per state of the migrations. */
export function postgresTemplate(server: string, variant?: Variant): Promise<string> {
  const key = `${server} ${variant?.name}`;
  const known = building.get(key);
  if (known) return known;
  const template = build(server, variant);
  building.set(key, template);
  return template;
}

async function build(server: string, variant: Variant | undefined): Promise<string> {
  const migrations = await migrationsOfTests();
  const template = `ki_test_${variant?.name ?? "template"}_${migrationsChecksum(migrations)}`;
  await onServer(server, async (run) => {
    await run("select pg_advisory_lock($1)", [BUILD_LOCK]);
    const databases = await run(
      "select datname as name from pg_database where datname ~ '^ki_test_'",
    );
    const names = databases.rows.map(({ name }) => name);
    if (names.includes(template)) return;
    for (const name of names.filter(isLeftOver))
      await run(`drop database if exists ${name} with (force)`);
    const draft = `ki_test_draft_${Date.now()}`;
    await run(`create database ${draft}`);
    const database = await openDatabase({ kind: "postgres", url: urlOf(server, draft) });
    await migrateTemplate(database.db, migrations).finally(() => database.close());
    await variant?.change(urlOf(server, draft));
    await run(`alter database ${draft} rename to ${template}`);
  });
  return template;
}

/** Removes databases of killed runs, and drafts: this process holds the lock for building. */
function isLeftOver(name: string): boolean {
  const started = /^ki_test_(?:run|draft)_(\d+)/.exec(name)?.[1];
  return started !== undefined && Date.now() - Number(started) > STALE_AFTER_MS;
}

/** Runs statements on a separate session, outside the databases that they create and drop. */
export async function onServer<T>(server: string, work: (run: Run) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    return await work((text, values) => client.query(text, values));
  } finally {
    await client.end();
  }
}

/** The URL of another database on the same server. */
export function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}
