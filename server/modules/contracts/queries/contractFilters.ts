import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { ContractStatus, UsageState } from "../../../../domain/contractRules.ts";
import { firstDayOfMonth, lastDayOfMonth } from "../../../../domain/dates.ts";
import { searchKey } from "../../../../domain/searchKey.ts";
import { type DatesIn, type StateIn, statusIs, usageStateIs } from "./contractSql.ts";

/** What narrows a list of contracts down; the months are those that a contract is valid in. */
export interface ContractFilters {
  q?: string | undefined;
  status?: ContractStatus[] | undefined;
  usageState?: UsageState[] | undefined;
  organizationId?: number | undefined;
  startMonth?: string | undefined;
  endMonth?: string | undefined;
}

/** Whether a list is narrowed down at all. */
export function narrows({ q, ...filters }: ContractFilters): boolean {
  return searchKey(q ?? "") !== "" || Object.values(filters).some((value) => value !== undefined);
}

/** Whether the day counts tell how many contracts match: they know dates and states only. */
export function countedByDay({ q, organizationId }: ContractFilters): boolean {
  return searchKey(q ?? "") === "" && organizationId === undefined;
}

/** The condition of all filters but the search, over tables that hold dates and states. */
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
