import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import { searchKey } from "../../domain/searchKey.ts";
import type { Tables } from "./tables.ts";

/** The key columns that migrations/005_search.sql has indexed. */
export type SearchedColumn = "o.search_key" | "u.search_key" | "c.admin_key";

/**
 * Whether a key column contains what was typed, found by an index. What is typed is folded by
 * `searchKey` first; if nothing is left of it, everything matches.
 */
export function matchesSearch(column: SearchedColumn, typed: string): RawBuilder<SqlBool> {
  const key = searchKey(typed);
  if (key === "") return sql`true`;
  const grams = gramsOf(key);
  const found = sql<SqlBool>`search_grams(${sql.ref(column)}) @> ${grams}::text[]`;
  return grams[0] === key ? found : sql`(${found} and ${contains(column, key)})`;
}

/** What to look for in the index: a term of one or two characters is a gram itself. */
function gramsOf(key: string): string[] {
  const characters = Array.from(key);
  if (characters.length === 1) return [key];
  const pairs = characters.slice(1).map((character, n) => `${characters[n]}${character}`);
  return [...new Set(pairs)];
}

/**
 * The same as `matchesSearch` for a search key, row by row: the faster way where a good part of
 * the rows match, since the planner makes the grams of each row anew rather than use an index then.
 */
export function contains(column: SearchedColumn, key: string): RawBuilder<SqlBool> {
  return sql`strpos(${sql.ref(column)}, ${key}) > 0`;
}

export interface OrganizationSearch {
  /** Over `organizations o`. */
  condition: RawBuilder<SqlBool>;
  /** How many match, where that is known without counting. */
  total: number | undefined;
}

/**
 * How best to find the first `needed` organizations that match, in an order that has an index.
 * One or two characters may be in nearly every name: then how many match is kept by the database,
 * and walking along the order meets a page of them soon.
 */
export async function organizationSearch(
  db: Kysely<Tables>,
  typed: string,
  needed: number,
): Promise<OrganizationSearch> {
  const key = searchKey(typed);
  const condition = matchesSearch("o.search_key", typed);
  if (key === "" || gramsOf(key)[0] !== key) return { condition, total: undefined };
  const { rows } = await sql<{ total: number; all: number }>`
    select organizations_with(${key}) as total, organizations_with(' ') as "all"`.execute(db);
  const { total = 0, all = 0 } = rows[0] ?? {};
  // A match is met every all / total rows; reading one costs about twice what an index match does.
  const walks = total * total > 2 * needed * all;
  return { condition: walks ? contains("o.search_key", key) : condition, total };
}
