import { type RawBuilder, type SqlBool, sql } from "kysely";

/** More rows than this, and looking at each is as fast as finding them by the index. */
export const FEW = 3_000;

/** The key columns of the schema; migrations/006_search.sql has indexed those of large tables. */
export type SearchedColumn =
  | "o.search_key"
  | "u.search_key"
  | "c.admin_key"
  | "w.name_key"
  | "d.search_key";

/** Whether a key column contains a search key, row by row; a quarter faster than strpos. */
export function contains(column: SearchedColumn, key: string): RawBuilder<SqlBool> {
  return sql`${sql.ref(column)} like ${`%${key.replaceAll(/[\\%_]/g, "\\$&")}%`}`;
}

/** What to look for in the index: a key of one or two characters is a gram itself. */
function gramsOf(key: string): string[] {
  const characters = Array.from(key);
  if (characters.length === 1) return [key];
  const pairs = characters.slice(1).map((character, n) => `${characters[n]}${character}`);
  return [...new Set(pairs)];
}

/** The ids of the rows that contain a search key, `most` at most, by the index. */
export function idsContaining<Id>(
  table: "users" | "contracts",
  key: string,
  most: number,
): RawBuilder<Id[]> {
  const grams = sql`${gramsOf(key)}::text[]`;
  return sql`${sql.ref(`${table}_containing`)}(${key}, ${grams}, ${most})`;
}
