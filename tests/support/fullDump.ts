import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../server/db/tables.ts";
import { urlOf } from "./postgresTemplate.ts";

const run = promisify(execFile);

/** Every row of every table that is not the database's own, as text. */
export async function rowsAsText(db: Kysely<Tables>): Promise<string> {
  const tables = await sql<{ schema: string; name: string }>`
    select n.nspname as schema, c.relname as name from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'
    order by 1, 2`.execute(db);
  const texts: string[] = [];
  for (const { schema, name } of tables.rows) {
    const { rows } = await sql<{ rows: string | null }>`
      select string_agg(t::text, e'\n') as rows from ${sql.table(`${schema}.${name}`)} t`.execute(
      db,
    );
    texts.push(`${schema}.${name}\n${rows[0]?.rows ?? ""}`);
  }
  return texts.join("\n");
}

/** What pg_dump writes of a database of TEST_DATABASE_URL; undefined where there is no pg_dump. */
export async function pgDump(db: Kysely<Tables>): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  const server = process.env.TEST_DATABASE_URL ?? "";
  try {
    const url = urlOf(server, rows[0]?.name ?? "");
    return (await run("pg_dump", [url], { maxBuffer: 1e9 })).stdout;
  } catch (error) {
    if (Reflect.get(Object(error), "code") === "ENOENT") return undefined;
    throw error;
  }
}

/** The forms in which a text may stand in a dump. */
export function writtenForms(text: string): string[] {
  const escaped = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const bytes = Buffer.from(text);
  const forms = [
    text,
    text.toLowerCase(),
    escaped,
    encodeURIComponent(text),
    bytes.toString("hex"),
  ];
  return [...new Set([...forms, bytes.toString("base64").replaceAll("=", "").slice(0, -1)])];
}
