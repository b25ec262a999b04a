import { type RawBuilder, type SqlBool, sql } from "kysely";

/** Up to so many rows the index is faster than a scan. */
export const FEW = 3_000;

export type SearchedColumn =
  | "o.search_key"
  | "u.search_key"
  | "c.search_key"
  | "a.admin_key"
  | "w.name_key"
  | "d.search_key"
  | "e.surface_key"
  | "e.reading_key"
  | "k.name_key"
  | "e.search_key"
  | "n.search_key";

/** Whether a key column contains a search key; LIKE is a quarter faster than strpos. */
export function contains(column: SearchedColumn, key: string): RawBuilder<SqlBool> {
  return sql`${sql.ref(column)} like ${`%${key.replaceAll(/[\\%_]/g, "\\$&")}%`}`;
}

/** Greater than any character of a key: behind all keys that begin with what it follows. */
export const LAST = "\u{10ffff}";

/** The parts of a key by which the indexes find it: its pairs of characters, or the only one. */
export function gramsOf(key: string): string[] {
  const characters = Array.from(key);
  if (characters.length === 1) return [key];
  const pairs = characters.slice(1).map((character, n) => `${characters[n]}${character}`);
  return [...new Set(pairs)];
}

export function idsContaining<Id>(
  table: "users" | "contracts" | "organizations",
  key: string,
  most: number,
  grams = gramsOf(key),
): RawBuilder<Id[]> {
  return sql`${sql.ref(`${table}_containing`)}(${key}, ${grams}::text[], ${most})`;
}
