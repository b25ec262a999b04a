import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import { searchKey } from "../../../../../domain/text/searchKey.ts";
import { contains, FEW, idsContaining } from "../../../../db/search.ts";
import type { Tables } from "../../../../db/tables.ts";

/** A rare term uses the index; a common one, or one within an organization, scans. */
export async function userSearch(
  db: Kysely<Tables>,
  typed: string,
  { organizationId, few = FEW }: { organizationId?: number | undefined; few?: number },
): Promise<RawBuilder<SqlBool>> {
  const key = searchKey(typed);
  if (key === "") return sql`true`;
  const everyOne = contains("u.search_key", key);
  if (organizationId !== undefined) return everyOne;
  const { rows } = await sql<{ ids: string[] }>`
    select ${idsContaining<string>("users", key, few + 1)} as ids`.execute(db);
  const { ids = [] } = rows[0] ?? {};
  return ids.length > few ? everyOne : sql`u.user_id = any(${ids}::text[])`;
}
