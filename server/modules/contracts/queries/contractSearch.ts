import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import { searchKey } from "../../../../domain/searchKey.ts";
import { contains, FEW, idsContaining } from "../../../db/search.ts";
import type { Tables } from "../../../db/tables.ts";

export interface ContractSearch {
  condition: RawBuilder<SqlBool>;
  /** Whether the term matches so many contracts that no index helps. */
  many: boolean;
}

/**
 * How to find the contracts whose admin, organization name or number contains a search term. Admins
 * and organizations are looked up in their own indexes first: a few ids narrow down the contracts,
 * while a very common term needs a scan.
 */
export async function contractSearch(
  db: Kysely<Tables>,
  typed: string,
  few = FEW,
): Promise<ContractSearch> {
  const key = searchKey(typed);
  if (key === "") return { condition: sql`true`, many: false };
  const { rows } = await sql<{ contracts: number[]; organizations: number[] }>`
    select ${idsContaining<number>("contracts", key, few + 1)}::float8[] as contracts,
      array(
        select o.organization_id from organizations o where ${contains("o.search_key", key)}
        limit ${few + 1}
      )::float8[] as organizations`.execute(db);
  const { contracts = [], organizations = [] } = rows[0] ?? {};
  if (contracts.length > few || organizations.length > few) {
    return { condition: containing(key), many: true };
  }
  const condition = sql<SqlBool>`(c.contract_id = any(${contracts}::bigint[])
    or c.organization_id = any(${organizations}::bigint[]))`;
  return { condition, many: false };
}

function containing(key: string): RawBuilder<SqlBool> {
  return sql`(${contains("c.admin_key", key)} or c.organization_id in (
    select o.organization_id from organizations o where ${contains("o.search_key", key)}))`;
}
