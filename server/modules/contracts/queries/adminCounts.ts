import { type RawBuilder, sql, type Transaction } from "kysely";
import { contains } from "../../../db/search.ts";
import type { Tables } from "../../../db/tables.ts";

const ADVISORY_LOCK = 7_402_014;
const ASCII = /^[\x21-\x7e]+$/;

declare module "../../../db/tables.ts" {
  interface Tables {
    contract_admin_counts: { organization_id: number; admin_key: string; contracts: number };
  }
}

/** Whether an e-mail address may contain the key. The counts know names and numbers only. */
export function mayBeInEmail(key: string): boolean {
  return ASCII.test(key);
}

/** How many contracts have the key in the names of admin and organization or in its number. */
export function countByNames(key: string): RawBuilder<number> {
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
