import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import { searchKey } from "../../../domain/searchKey.ts";
import { contains, matchesSearch } from "../../db/searchGrams.ts";
import type { Tables } from "../../db/tables.ts";

/** More than this of admins or organizations, and looking at every contract is faster. */
const FEW = 1_000;

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
  const { rows } = await sql<{ contracts: number[]; organizations: number[] }>`
    select
      array(select c.contract_id::float8 from contracts c
        where ${matchesSearch("c.admin_key", typed)} limit ${few + 1}) as contracts,
      array(select o.organization_id::float8 from organizations o
        where ${matchesSearch("o.search_key", typed)} limit ${few + 1}) as organizations`.execute(
    db,
  );
  const { contracts = [], organizations = [] } = rows[0] ?? {};
  if (contracts.length > few || organizations.length > few) return containing(searchKey(typed));
  return sql`(c.contract_id = any(${contracts}::bigint[])
    or c.organization_id = any(${organizations}::bigint[]))`;
}

function containing(key: string): RawBuilder<SqlBool> {
  return sql`(${contains("c.admin_key", key)} or c.organization_id in (
    select o.organization_id from organizations o where ${contains("o.search_key", key)}))`;
}
