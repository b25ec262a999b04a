import { type RawBuilder, type SqlBool, sql } from "kysely";
import {
  type ContractStatus,
  EXPIRING_DAYS,
  type UsageState,
} from "../../../domain/contractRules.ts";

/**
 * The rules of domain/contractRules.ts as SQL over `contracts c` and `contract_usage u`, so that
 * the database can filter and count by them. A property test holds both against each other.
 * They are ranges of columns, not a CASE, so that an index can serve them; that a termination
 * lies within the period is a constraint of the table.
 */
export function statusIs(status: ContractStatus, today: string): RawBuilder<SqlBool> {
  const day = sql`${today}::date`;
  switch (status) {
    case "TERMINATED":
      return sql`c.termination_date < ${day}`;
    case "EXPIRED":
      return sql`(c.end_date < ${day} and c.termination_date is null)`;
    case "UPCOMING":
      return sql`c.start_date > ${day}`;
    case "EXPIRING":
      return sql`(c.start_date <= ${day} and c.effective_end between ${day} and ${day} + ${sql.lit(EXPIRING_DAYS)})`;
    case "ACTIVE":
      return sql`(c.start_date <= ${day} and c.effective_end > ${day} + ${sql.lit(EXPIRING_DAYS)})`;
  }
}

/**
 * The state stands in the row of what a contract has used (migrations/002_contract_order.sql);
 * where there is none, nothing was used.
 */
export function usageStateIs(state: UsageState): RawBuilder<SqlBool> {
  if (state === "NORMAL") return sql`coalesce(u.usage_state, 'NORMAL') = 'NORMAL'`;
  return sql`u.usage_state = ${sql.lit(state)}`;
}
