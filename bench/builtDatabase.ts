import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import pg from "pg";
import { openDatabase } from "../server/db/client.ts";
import { migrate, migrationsChecksum } from "../server/db/migrate.ts";
import { readMigrations } from "../server/db/migrationFiles.ts";

export const SERVER =
  process.env.BENCH_DATABASE_URL ?? "postgres://postgres@127.0.0.1:5432/postgres";

/**
 * URL of a migrated database that `fill` has filled. It is built once and used again until the
 * migrations or `source`, the file that fills it, change.
 */
export async function builtDatabase(
  name: string,
  source: string,
  fill: (client: pg.Client) => Promise<void>,
): Promise<string> {
  const url = urlOf(name);
  const state = await stateOf(source);
  await withClient(SERVER, async (client) => {
    const { rows } = await client.query<{ state: string | null }>(
      `select shobj_description(oid, 'pg_database') as state from pg_database where datname = $1`,
      [name],
    );
    if (rows[0]?.state === state) return;
    console.log(`Building ${name}, which takes some minutes ...`);
    await client.query(`drop database if exists ${name} with (force)`);
    await client.query(`create database ${name}`);
    const database = await openDatabase({ kind: "postgres", url });
    await migrate(database.db).finally(() => database.close());
    await withClient(url, fill);
    await client.query(`comment on database ${name} is '${state}'`);
  });
  return url;
}

async function stateOf(source: string): Promise<string> {
  const own = createHash("sha256").update(await readFile(source));
  return `${migrationsChecksum(await readMigrations())} ${own.digest("hex").slice(0, 12)}`;
}

export async function withClient(
  url: string,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await work(client).finally(() => client.end());
}

export function urlOf(database: string): string {
  const url = new URL(SERVER);
  url.pathname = `/${database}`;
  return url.href;
}
