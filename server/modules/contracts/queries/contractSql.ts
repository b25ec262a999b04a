import { type RawBuilder, type SqlBool, sql } from "kysely";
import {
  type ContractStatus,
  EXPIRING_DAYS,
  type UsageState,
} from "../../../../domain/contractRules.ts";

/**
 * Tables that hold the dates of contracts under the same names: `contracts c`, `contract_usage u`
 * and `contract_day_counts d`.
 */
export type DatesIn = "c" | "u" | "d";
/** Those that hold the usage state. */
export type StateIn = "u" | "d";

/**
 * The rules of domain/contractRules.ts as SQL, so that the database can filter and count by them.
 * A property test compares both. They are ranges of columns, not a CASE, so that an index can
 * serve them; that a termination lies within the period is a constraint of the table.
 */
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

/** The state is a generated column of what a contract has used. */
export function usageStateIs(state: UsageState, table: StateIn = "u"): RawBuilder<SqlBool> {
  return sql`${sql.ref(`${table}.usage_state`)} = ${sql.lit(state)}`;
}
