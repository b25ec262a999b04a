import { type Kysely, sql } from "kysely";
import type { Tables } from "../../server/db/tables.ts";

/** All rows of all tables as text, to see whether anything was written. */
export async function databaseContent(db: Kysely<Tables>): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1
  `.execute(db);
  const content: Record<string, string> = {};
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ rows: string | null }>`
      select string_agg(t::text, e'\n' order by t::text) as rows from ${sql.table(name)} t
    `.execute(db);
    content[name] = rows[0]?.rows ?? "";
  }
  return content;
}
