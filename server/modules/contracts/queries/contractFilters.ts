import { type RawBuilder, type SqlBool, sql } from "kysely";
import {
  type ContractSort,
  type ContractStatus,
  EXPIRING_DAYS,
  type UsageState,
} from "../../../../domain/contracts/rules.ts";
import { firstDayOfMonth, lastDayOfMonth } from "../../../../domain/text/dates.ts";
import { searchKey } from "../../../../domain/text/searchKey.ts";

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

export interface ContractFilters {
  q?: string | undefined;
  status?: ContractStatus[] | undefined;
  usageState?: UsageState[] | undefined;
  organizationId?: number | undefined;
  startMonth?: string | undefined;
  endMonth?: string | undefined;
}

export function narrows(filters: ContractFilters): boolean {
  return searchKey(filters.q ?? "") !== "" || !onlySearches(filters);
}

export function onlySearches({ q, ...filters }: ContractFilters): boolean {
  return Object.values(filters).every((value) => value === undefined);
}

/** Whether the day counts can give the total: they hold dates and states only. */
export function countedByDay({ q, organizationId }: ContractFilters): boolean {
  return searchKey(q ?? "") === "" && organizationId === undefined;
}

export function matches(
  { status, usageState, organizationId, startMonth, endMonth }: ContractFilters,
  today: string,
  { dates, state }: { dates: DatesIn; state: StateIn },
): RawBuilder<SqlBool> {
  const all: RawBuilder<SqlBool>[] = [sql`true`];
  const effectiveEnd = sql.ref(`${dates}.effective_end`);
  const start = sql.ref(`${dates}.start_date`);
  if (organizationId !== undefined) all.push(sql`c.organization_id = ${organizationId}`);
  if (status) all.push(anyOf(status.map((one) => statusIs(one, today, dates))));
  if (usageState) all.push(anyOf(usageState.map((one) => usageStateIs(one, state))));
  if (startMonth) all.push(sql`${effectiveEnd} >= ${firstDayOfMonth(startMonth)}::date`);
  if (endMonth) all.push(sql`${start} <= ${lastDayOfMonth(endMonth)}::date`);
  return sql`${sql.join(all, sql` and `)}`;
}

function anyOf(some: RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return sql`(${sql.join(some, sql` or `)})`;
}

export interface ContractWindow {
  sort: { field: ContractSort; direction: "asc" | "desc" };
  offset: number;
  limit: number;
}

interface ContractOrder {
  from: RawBuilder<unknown>;
  table: Extract<DatesIn, "c" | "u">;
  key: RawBuilder<unknown>;
}

const ofContracts = (column: string): ContractOrder => ({
  from: sql`contracts c`,
  table: "c",
  key: sql.ref(`c.${column}`),
});

export const contractOrders: Record<ContractSort, ContractOrder> = {
  contractId: ofContracts("contract_id"),
  organizationNo: ofContracts("organization_no"),
  organizationName: ofContracts("order_key"),
  startDate: ofContracts("start_date"),
  endDate: ofContracts("end_date"),
  updatedAt: ofContracts("updated_at"),
  usage: { from: sql`contract_usage u`, table: "u", key: sql`u.usage_share` },
};

export function directed(direction: "asc" | "desc", turned = false): RawBuilder<unknown> {
  return (direction === "asc") === turned ? sql`desc` : sql`asc`;
}
