import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import { searchKey } from "../../domain/searchKey.ts";
import type { Tables } from "./tables.ts";

/** More rows than this, and looking at each is as fast as finding them by the index. */
export const FEW = 3_000;
/** More than this, and walking along an order meets a page of them sooner, if nobody has to count. */
const FEW_COUNTED = 500;

/** The key columns of the schema; migrations/005_search.sql has indexed those of large tables. */
export type SearchedColumn =
  | "o.search_key"
  | "u.search_key"
  | "c.admin_key"
  | "w.name_key"
  | "d.search_key";

/** Whether a key column contains a search key, row by row. */
export function contains(column: SearchedColumn, key: string): RawBuilder<SqlBool> {
  return sql`strpos(${sql.ref(column)}, ${key}) > 0`;
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
  table: "organizations" | "users" | "contracts",
  key: string,
  most: number,
): RawBuilder<Id[]> {
  const grams = sql`${gramsOf(key)}::text[]`;
  return sql`${sql.ref(`${table}_containing`)}(${key}, ${grams}, ${most})`;
}

export interface OrganizationSearch {
  /** Over `organizations o`. */
  condition: RawBuilder<SqlBool>;
  /** How many match, where that is known without counting. */
  total: number | undefined;
}

/**
 * How best to find the organizations whose name or number contains what was typed. One or two
 * characters may be in nearly every name: then how many match is kept by the database, and walking
 * along an order meets a page of them soon.
 */
export async function organizationSearch(
  db: Kysely<Tables>,
  typed: string,
  few = FEW,
): Promise<OrganizationSearch> {
  const key = searchKey(typed);
  if (key === "") return { condition: sql`true`, total: undefined };
  const counted = gramsOf(key)[0] === key ? sql`organizations_with(${key})` : sql`null::bigint`;
  const ids = idsContaining<number>("organizations", key, few + 1);
  const { rows } = await sql<{ total: number | null; ids: number[] | null }>`
    select total, case when total > ${Math.min(few, FEW_COUNTED)} then null else ${ids}::float8[] end as ids
    from (select ${counted} as total) counted`.execute(db);
  const { total = null, ids: found = null } = rows[0] ?? {};
  if (found === null || found.length > few) {
    return { condition: contains("o.search_key", key), total: total ?? undefined };
  }
  return { condition: sql`o.organization_id = any(${found}::bigint[])`, total: found.length };
}
