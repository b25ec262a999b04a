import { type RawBuilder, type SqlBool, sql } from "kysely";
import {
  type ContractStatus,
  EXPIRING_DAYS,
  type UsageState,
} from "../../../../domain/contracts/rules.ts";

/** Tables with contract dates: `contracts c`, `contract_usage u`, `contract_day_counts d`. */
export type DatesIn = "c" | "u" | "d";
export type StateIn = "u" | "d";

/** The rules of domain/contracts/rules.ts, as ranges for an index; a test compares both. */
export function statusIs(
  status: ContractStatus,
  today: string,
  table: DatesIn = "c",
): RawBuilder<SqlBool> {
  const day = sql`${today}::date`;
  const start = sql.ref(`${table}.start_date`);
  const termination = sql.ref(`${table}.termination_date`);
  const effectiveEnd = sql.ref(`${table}.effective_end`);
  switch (status) {
    case "TERMINATED":
      return sql`${termination} < ${day}`;
    case "EXPIRED":
      return sql`(${sql.ref(`${table}.end_date`)} < ${day} and ${termination} is null)`;
    case "UPCOMING":
      return sql`${start} > ${day}`;
    case "EXPIRING":
      return sql`(${start} <= ${day} and ${effectiveEnd} between ${day} and ${day} + ${sql.lit(EXPIRING_DAYS)})`;
    case "ACTIVE":
      return sql`(${start} <= ${day} and ${effectiveEnd} > ${day} + ${sql.lit(EXPIRING_DAYS)})`;
  }
}

export function usageStateIs(state: UsageState, table: StateIn = "u"): RawBuilder<SqlBool> {
  return sql`${sql.ref(`${table}.usage_state`)} = ${sql.lit(state)}`;
}
