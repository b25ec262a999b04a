import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from "kysely";
import { searchKey } from "../../../../domain/text/searchKey.ts";
import { contains, idsContaining } from "../../../db/search.ts";
import type { Tables } from "../../../db/tables.ts";

const ADVISORY_LOCK = 7_402_014;
const ASCII = /^[\x21-\x7e]+$/;

declare module "../../../db/tables.ts" {
  interface Tables {
    contract_admin_counts: { organization_id: number; admin_key: string; contracts: number };
  }
}

/** Whether an e-mail address may contain the key. The counts know names and numbers only. */
function mayBeInEmail(key: string): boolean {
  return ASCII.test(key);
}

/** How many contracts have the key in the names of admin and organization or in its number. */
function countByNames(key: string): RawBuilder<number> {
  return sql`(
    select coalesce(sum(a.contracts), 0)::bigint from contract_admin_counts a
    where ${contains("a.admin_key", key)} or a.organization_id in (
      select o.organization_id from organizations o where ${contains("o.search_key", key)}))`;
}

/** Merges rows with equal keys; readers see the rows or their sum. The lock serializes runs. */
export async function foldAdminCounts(trx: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`.execute(trx);
  await sql`
    with repeated as (
      select organization_id, admin_key
      from contract_admin_counts group by 1, 2 having count(*) > 1
    ), removed as (
      delete from contract_admin_counts a using repeated r
      where a.organization_id = r.organization_id and a.admin_key = r.admin_key
      returning a.*
    )
    insert into contract_admin_counts (organization_id, admin_key, contracts)
    select organization_id, admin_key, sum(contracts)
    from removed group by 1, 2 having sum(contracts) <> 0`.execute(trx);
}

interface ContractSearch {
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
