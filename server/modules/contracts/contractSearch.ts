import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import { searchKey } from "../../../domain/searchKey.ts";
import { contains, FEW, idsContaining } from "../../db/searchGrams.ts";
import type { Tables } from "../../db/tables.ts";

/**
 * The condition over `contracts c` that the admin, the organization's name or its number contains
 * what was typed. Both kinds are looked up in their indexes first: the ids of a few narrow the
 * contracts down at once, while of a term that is nearly everywhere no index helps.
 */
export async function contractSearch(
  db: Kysely<Tables>,
  typed: string,
  few = FEW,
): Promise<RawBuilder<SqlBool>> {
  const key = searchKey(typed);
  if (key === "") return sql`true`;
  const { rows } = await sql<{ contracts: number[]; organizations: number[] }>`
    select ${idsContaining<number>("contracts", key, few + 1)}::float8[] as contracts,
      ${idsContaining<number>("organizations", key, few + 1)}::float8[] as organizations`.execute(
    db,
  );
  const { contracts = [], organizations = [] } = rows[0] ?? {};
  if (contracts.length > few || organizations.length > few) return containing(key);
  return sql`(c.contract_id = any(${contracts}::bigint[])
    or c.organization_id = any(${organizations}::bigint[]))`;
}

function containing(key: string): RawBuilder<SqlBool> {
  return sql`(${contains("c.admin_key", key)} or c.organization_id in (
    select o.organization_id from organizations o where ${contains("o.search_key", key)}))`;
}
