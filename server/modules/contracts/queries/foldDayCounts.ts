import { sql, type Transaction } from "kysely";
import type { Tables } from "../../../db/tables.ts";

const ADVISORY_LOCK = 7_402_013;

/** Merges rows with equal keys; readers see the rows or their sum. The lock serializes runs. */
export async function foldDayCounts(trx: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`.execute(trx);
  await sql`
    with repeated as (
      select start_date, end_date, coalesce(termination_date, 'infinity') as termination,
        usage_state
      from contract_day_counts
      group by 1, 2, 3, 4 having count(*) > 1
    ), removed as (
      delete from contract_day_counts d using repeated r
      where d.start_date = r.start_date and d.end_date = r.end_date
        and coalesce(d.termination_date, 'infinity') = r.termination
        and d.usage_state = r.usage_state
      returning d.*
    )
    insert into contract_day_counts
      (start_date, end_date, termination_date, usage_state, contracts)
    select start_date, end_date, termination_date, usage_state, sum(contracts)
    from removed group by 1, 2, 3, 4 having sum(contracts) <> 0`.execute(trx);
}
