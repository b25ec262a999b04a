import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import { searchKey } from "../../../../domain/text/searchKey.ts";
import { contains, idsContaining } from "../../../db/search.ts";
import type { Tables } from "../../../db/tables.ts";
import { countByNames, mayBeInEmail } from "./adminCounts.ts";

export interface ContractSearch {
  condition: RawBuilder<SqlBool>;
  many: boolean;
  /** The number of contracts found, where it can be had without reading them. */
  total?: RawBuilder<number>;
}

/** Of so many contracts, a frequent term is in at least so many. */
const SAMPLE = 10_000;
const FREQUENT = 100;

/** The index gives the ids of a rare term; a frequent one has so many that rows are read. */
export async function contractSearch(
  db: Kysely<Tables>,
  typed: string,
  few = SAMPLE,
): Promise<ContractSearch> {
  const key = searchKey(typed);
  if (key === "") return { condition: sql`true`, many: false };
  const containing = contains("c.search_key", key);
  const every: ContractSearch = { condition: containing, many: true };
  if (!mayBeInEmail(key)) every.total = countByNames(key);
  if (await isFrequent(db, containing)) return every;
  const { rows } = await sql<{ ids: number[] }>`
    select ${idsContaining<number>("contracts", key, few + 1)}::float8[] as ids`.execute(db);
  const { ids = [] } = rows[0] ?? {};
  if (ids.length > few) return every;
  return { condition: sql<SqlBool>`c.contract_id = any(${ids}::bigint[])`, many: false };
}

async function isFrequent(db: Kysely<Tables>, containing: RawBuilder<SqlBool>): Promise<boolean> {
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from (select search_key from contracts limit ${SAMPLE}) c
    where ${containing}`.execute(db);
  return (rows[0]?.found ?? 0) >= FREQUENT;
}
