import { sql, type Transaction } from "kysely";
import type { Tables } from "../../../db/tables.ts";

/** An advisory lock id that nothing else uses. */
const ADVISORY_LOCK = 7_402_013;

/**
 * Merges day count rows with equal keys. Readers see either the rows or their sum; rows that are
 * being written wait for the next run. The lock only keeps two runs from waiting for each other.
 */
export async function foldDayCounts(trx: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`.execute(trx);
  await sql`
    with repeated as (
      select start_date, end_date, coalesce(termination_date, 'infinity') as termination,
        usage_state
      from contract_day_counts
      group by 1, 2, 3, 4 having count(*) > 1
    ), gone as (
      delete from contract_day_counts d using repeated r
      where d.start_date = r.start_date and d.end_date = r.end_date
        and coalesce(d.termination_date, 'infinity') = r.termination
        and d.usage_state = r.usage_state
      returning d.*
    )
    insert into contract_day_counts
      (start_date, end_date, termination_date, usage_state, contracts)
    select start_date, end_date, termination_date, usage_state, sum(contracts)
    from gone group by 1, 2, 3, 4 having sum(contracts) <> 0`.execute(trx);
}
